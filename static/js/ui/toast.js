/**
 * A sentence that comes and goes by itself, perhaps with a button.
 * @module
 */

import { h } from "./dom.js";

const SHOWN_MS = 4_000;
/** @type {HTMLElement|null} */
let holder = null;

/**
 * @param {string} text
 * @param {{text: string, run: () => void}} [action]
 * @param {number} [shownMs]
 */
export function toast(text, action, shownMs = SHOWN_MS) {
  if (holder === null) {
    holder = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(holder);
  }
  for (const old of holder.children) if (old.firstChild?.textContent === text) old.remove();
  const item = h("div", { class: "toast" }, h("span", null, text));
  if (action) {
    const run = () => {
      item.remove();
      action.run();
    };
    item.append(h("button", { class: "button small", type: "button", onclick: run }, action.text));
  }
  holder.append(item);
  setTimeout(() => item.remove(), shownMs);
}
