/**
 * A page that says one thing and offers one way on.
 * @module
 */

import { fill, h } from "./dom.js";

/** The three boards as the mark of the house. @param {string} [size] */
export const brandMark = (size = "") =>
  h("span", { class: `brand-mark ${size}`, "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement} [way] to the lobby if not given
 */
export function notice(root, title, text, way) {
  const lobby = () => h("a", { class: "button jade wide", href: "#/" }, "To the lobby");
  fill(
    root,
    h(
      "main",
      { class: "welcome" },
      brandMark("big"),
      h("h1", null, title),
      h("p", null, text),
      way ?? lobby(),
    ),
  );
}
