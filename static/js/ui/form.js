/**
 * Form pieces shared by the pages.
 * @module
 */

import { h } from "./dom.js";

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", null, label), control);
}
