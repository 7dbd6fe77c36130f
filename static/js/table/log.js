/**
 * The hand's log: beside the table on a desktop, and what a screen reader hears everywhere.
 * @module
 */

import { h } from "../ui/dom.js";
import { sentence } from "./words.js";

const KEPT = 120;
const KEPT_SPOKEN = 12;

/** @param {HTMLElement} root @param {HTMLElement} spoken a live region */
export function mountLog(root, spoken) {
  const list = h("ol", { class: "log-lines" });
  root.append(h("h2", null, "Hand log"), list);

  /** Only to be heard. @param {string} text */
  function say(text) {
    spoken.append(h("p", null, text));
    while (spoken.children.length > KEPT_SPOKEN) spoken.firstElementChild?.remove();
  }

  return {
    say,
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
        say(text);
      }
      while (list.children.length > KEPT) list.firstElementChild?.remove();
      if (events.length) list.scrollTop = list.scrollHeight;
    },
  };
}
