/**
 * A sheet: a modal dialog from the foot of the screen.
 * @module
 */

import { h } from "./dom.js";

/**
 * @param {string} title
 * @param {HTMLElement} body
 * @param {() => void} [closed] called once, however it was closed
 * @returns {{close: () => void, element: HTMLDialogElement}}
 */
export function openSheet(title, body, closed) {
  const close = () => element.close();
  const element = h(
    "dialog",
    { class: "sheet", "aria-label": title },
    h(
      "div",
      { class: "sheet-top" },
      h("h2", null, title),
      h(
        "button",
        { class: "sheet-close", type: "button", "aria-label": "Close", onclick: close },
        "×",
      ),
    ),
    h("div", { class: "sheet-body" }, body),
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  element.addEventListener("close", () => {
    element.remove();
    closed?.();
  });
  document.body.append(element);
  element.showModal();
  return { close, element };
}

/** A sheet belongs to its page: Back and a swipe back take it along. */
export function closeSheets() {
  for (const sheet of document.querySelectorAll("dialog.sheet")) {
    if (sheet instanceof HTMLDialogElement) sheet.close();
  }
}
