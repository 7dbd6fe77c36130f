/**
 * A sentence that comes and goes by itself.
 * @module
 */

import { h } from "./dom.js";

const SHOWN_MS = 4_000;
/** @type {HTMLElement|null} */
let holder = null;

/** @param {string} text */
export function toast(text) {
  if (holder === null) {
    holder = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(holder);
  }
  for (const old of holder.children) if (old.textContent === text) old.remove();
  const item = h("div", { class: "toast" }, text);
  holder.append(item);
  setTimeout(() => item.remove(), SHOWN_MS);
}
