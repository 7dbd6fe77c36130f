/**
 * The hand's log: beside the table on a desktop, and what a screen reader hears.
 * @module
 */

import { h } from "../ui/dom.js";
import { sentence } from "./words.js";

const KEPT = 120;

/** @param {HTMLElement} root */
export function mountLog(root) {
  const list = h("ol", { class: "log-lines" });
  const spoken = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite" });
  root.append(h("h2", null, "Hand log"), list, spoken);
  return {
    /**
     * @param {import("./words.js").PublicEvent[]} events
     * @param {import("./words.js").Names} nameOf
     */
    add(events, nameOf) {
      for (const event of events) {
        const text = sentence(event, nameOf);
        if (text === null) continue;
        const fresh = event.type === "hand_started";
        list.append(h("li", { class: fresh ? "log-hand" : "" }, text));
        spoken.append(h("p", null, text));
      }
      while (list.children.length > KEPT) list.firstElementChild?.remove();
      while (spoken.children.length > 12) spoken.firstElementChild?.remove();
      list.scrollTop = list.scrollHeight;
    },
  };
}
