/**
 * The table's sheets: buy-in and top-up, menu, invitation, "explain this pot".
 * @module
 */

import { shareTable } from "../api.js";
import { chips } from "../ui/chips.js";
import { h, parseSvg } from "../ui/dom.js";
import { openSheet } from "../ui/sheet.js";
import { toast } from "../ui/toast.js";

/**
 * Choose an amount between two bounds.
 * @param {{title: string, note: string, least: number, most: number, start: number, step: number,
 *   confirm: string, done: (count: number) => void}} options
 */
export function amountSheet({ title, note, least, most, start, step, confirm, done }) {
  const figure = h("output", { class: "figure" });
  const slider = h("input", {
    type: "range",
    min: least,
    max: most,
    step,
    value: start,
    "aria-label": title,
  });
  // The ends are always reachable, whatever the step.
  const value = () => {
    const count = Number(slider.value);
    return count + step > most ? most : count;
  };
  const go = h("button", { class: "button jade wide", type: "button" });
  const draw = () => {
    figure.textContent = chips(value());
    go.textContent = `${confirm} ${chips(value())}`;
  };
  slider.addEventListener("input", draw);
  draw();
  const sheet = openSheet(
    title,
    h(
      "div",
      { class: "form amount" },
      figure,
      slider,
      h(
        "div",
        { class: "amount-ends" },
        h("span", null, chips(least)),
        h("span", null, chips(most)),
      ),
      h("p", { class: "note" }, note),
      go,
    ),
  );
  go.addEventListener("click", () => {
    sheet.close();
    done(value());
  });
}

/** @typedef {{text: string, kind?: string, run: () => void}} MenuItem */

/**
 * @param {string} title
 * @param {MenuItem[]} items
 * @param {string[]} [notes]
 */
export function menuSheet(title, items, notes = []) {
  const sheet = openSheet(
    title,
    h(
      "div",
      { class: "form" },
      ...notes.map((note) => h("p", { class: "note" }, note)),
      ...items.map(({ text, kind, run }) =>
        h(
          "button",
          {
            type: "button",
            class: `button wide ${kind ?? ""}`,
            onclick: () => {
              sheet.close();
              run();
            },
          },
          text,
        ),
      ),
    ),
  );
}

/** @param {string} tableId @param {string|null} code */
export async function inviteSheet(tableId, code) {
  try {
    const { url, qr_svg } = await shareTable(tableId);
    openSheet(
      "Invite",
      h(
        "div",
        { class: "share" },
        code ? h("p", { class: "figure code-figure" }, code) : null,
        h(
          "div",
          { class: "qr", role: "img", "aria-label": "QR code of the table" },
          parseSvg(qr_svg),
        ),
        h("input", { class: "share-link", readonly: true, value: url, "aria-label": "Link" }),
        h("p", { class: "note" }, "Scan it, or send the link."),
      ),
    );
  } catch {
    toast("The invitation couldn't be made. Try again.");
  }
}

/** @param {string[]} lines */
export function explainSheet(lines) {
  openSheet(
    "How the pot was paid",
    h("ul", { class: "explain" }, ...lines.map((l) => h("li", null, l))),
  );
}
