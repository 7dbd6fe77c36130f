/**
 * The account page: name, password, another phone, sign out, delete.
 * @module
 */

import { ApiError, changeMe, deleteMe, makeLink, setPassword, signOut } from "../api.js";
import { remember } from "../storage.js";
import { chips } from "../ui/chips.js";
import { fill, h, parseSvg } from "../ui/dom.js";
import { field } from "../ui/form.js";
import { openSheet } from "../ui/sheet.js";
import { toast } from "../ui/toast.js";

/** @typedef {import("../main.js").Context} Context */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {{destroy: () => void}}
 */
export function mountAccount(root, context) {
  const page = h("main", { class: "page account" });
  fill(root, page);

  /**
   * Run a request, say what came of it, and draw again.
   * @param {() => Promise<string|null>} work gives the sentence to show
   */
  async function attempt(work) {
    try {
      const said = await work();
      if (said) toast(said);
      draw();
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "That didn't work. Try once more.");
    }
  }

  function draw() {
    const { me } = context;
    fill(
      page,
      h(
        "header",
        { class: "page-top" },
        h("a", { class: "back", href: "#/", "aria-label": "Back to the lobby" }, "‹"),
        h("h1", null, me.name),
      ),
      h(
        "section",
        { class: "panel" },
        h("h2", null, "Chips"),
        h("p", { class: "figure" }, chips(me.wallet)),
        h("p", { class: "note" }, refillLine(me)),
      ),
      nameForm(),
      passwordForm(),
      otherPhone(),
      h(
        "section",
        { class: "panel danger-zone" },
        h("button", { class: "button", type: "button", onclick: leave }, "Sign out"),
        h(
          "button",
          { class: "button coral-quiet", type: "button", onclick: remove },
          "Delete account",
        ),
      ),
    );
  }

  function nameForm() {
    const name = h("input", {
      name: "name",
      value: context.me.name,
      maxlength: 20,
      required: true,
    });
    const form = h(
      "form",
      { class: "panel form" },
      field("Name at the table", name),
      h("button", { class: "button", type: "submit" }, "Rename"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void attempt(async () => {
        context.me = await changeMe({ name: name.value.trim() });
        remember("name", context.me.name);
        return `You're ${context.me.name} now.`;
      });
    });
    return form;
  }

  function passwordForm() {
    const { guest } = context.me;
    const current = h("input", {
      type: "password",
      autocomplete: "current-password",
      required: true,
    });
    const password = h("input", {
      type: "password",
      autocomplete: "new-password",
      minlength: 8,
      required: true,
    });
    const form = h(
      "form",
      { class: "panel form" },
      h("h2", null, guest ? "Keep this account" : "Change the password"),
      guest
        ? h(
            "p",
            { class: "note" },
            "With a password you can sign in again, here or on another phone.",
          )
        : field("Current password", current),
      field(guest ? "Password, at least 8 characters" : "New password", password),
      h("button", { class: "button", type: "submit" }, guest ? "Set the password" : "Change it"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void attempt(async () => {
        context.me = await setPassword(password.value, guest ? undefined : current.value);
        return guest ? "The account is yours to keep." : "The password is changed.";
      });
    });
    return form;
  }

  function otherPhone() {
    const show = async () => {
      const link = await makeLink();
      const minutes = Math.max(1, Math.round((link.expires_at_ms - Date.now()) / 60_000));
      const image = parseSvg(link.qr_svg);
      openSheet(
        "Open on another phone",
        h(
          "div",
          { class: "share" },
          h("div", { class: "qr", role: "img", "aria-label": "QR code of the link" }, image),
          h("input", {
            class: "share-link",
            readonly: true,
            value: link.url,
            "aria-label": "Link",
          }),
          h(
            "p",
            { class: "note" },
            `It works once, for ${minutes} minutes. Whoever opens it plays as you.`,
          ),
        ),
      );
      return null;
    };
    return h(
      "section",
      { class: "panel" },
      h("h2", null, "Another phone"),
      h("p", { class: "note" }, "A one-time link takes you and your chips along."),
      h(
        "button",
        { class: "button", type: "button", onclick: () => void attempt(show) },
        "Show link and QR code",
      ),
    );
  }

  function leave() {
    const goodbye = context.me.guest
      ? "A guest without a password can't come back after signing out. Sign out all the same?"
      : "Sign out of this phone?";
    confirmSheet("Sign out", goodbye, "Sign out", async () => {
      await signOut();
      context.signedOut();
    });
  }

  function remove() {
    const name = h("input", { autocomplete: "off", "aria-label": "Your name" });
    const sheet = openSheet(
      "Delete this account",
      h(
        "div",
        { class: "form" },
        h("p", null, "Name, password and chips are gone for good. Leave your tables first."),
        field(`Type ${context.me.name} to confirm`, name),
        h(
          "button",
          {
            class: "button coral wide",
            type: "button",
            onclick: () =>
              void attempt(async () => {
                await deleteMe(name.value);
                sheet.close();
                context.signedOut();
                return "The account is deleted.";
              }),
          },
          "Delete it",
        ),
      ),
    );
  }

  /**
   * @param {string} title
   * @param {string} question
   * @param {string} yes
   * @param {() => Promise<void>} work
   */
  function confirmSheet(title, question, yes, work) {
    const sheet = openSheet(
      title,
      h(
        "div",
        { class: "form" },
        h("p", null, question),
        h(
          "button",
          {
            class: "button coral wide",
            type: "button",
            onclick: () =>
              void attempt(async () => {
                await work();
                sheet.close();
                return null;
              }),
          },
          yes,
        ),
      ),
    );
  }

  draw();
  return { destroy() {} };
}

/** @param {import("../api.js").Me} me */
function refillLine(me) {
  const to = chips(me.refill.to);
  if (me.refill.eligible) return `You can refill to ${to} now, in the lobby.`;
  if (me.refill.available_at_ms === null) return `Below ${to} you can refill to ${to}.`;
  const at = new Date(me.refill.available_at_ms);
  const clock = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return `The next refill to ${to} is possible from ${clock}, when you have less.`;
}
