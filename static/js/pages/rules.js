/**
 * The rules, in our own words.
 * @module
 */

import { fill, h } from "../ui/dom.js";

/** @type {[string, string[]][]} */
const PATCH_PATCH = [
  [
    "The idea",
    [
      "Two or three players, twelve cards each, three boards, one pot. You divide your cards into three hands of four, and every hand fights on its own board for a third of the pot.",
      "Whoever wins all three boards alone scoops the lot.",
    ],
  ],
  [
    "A hand",
    [
      "The blinds go in and twelve cards come to each player. There is one round of betting on the twelve as they lie.",
      "Then three flops open at once, and everyone arranges in secret: tap two cards to swap them, or drag one onto the other. When the three hands suit you, press I'm Ready. If the clock gets there first, what is on your screen counts.",
      "After that nothing moves any more. A round of betting, three turns, a round, three rivers, a last round, and all hands are turned up together.",
    ],
  ],
  [
    "What counts",
    [
      "On each board you use exactly two of the four cards beside it and exactly three of its five. Four hearts on the table are worth nothing with one heart in the hand.",
    ],
  ],
  [
    "Pot-only betting",
    [
      "A bet is always the size of the pot. A raise first calls and then adds the pot as it then is. The buttons carry the figure, so there is nothing to work out.",
      "With fewer chips than that you go all-in for what you have. With more, the pot is still the only size.",
      "An all-in that falls short of a full pot raise doesn't let those who have already acted raise again.",
    ],
  ],
  [
    "The pot",
    [
      "Board 1 pays a third, rounded down; board 2 half of what is left, rounded down; board 3 the rest. Equal hands share, and an odd chip goes to the first of them clockwise from the button.",
      "Side pots are split over the boards in the same way, among those who are in them.",
      "If all others fold, the last player takes everything and shows nothing.",
    ],
  ],
  [
    "Clock and rake",
    [
      "A decision takes at most 37.5, 25 or 12 seconds at slow, mid and fast tables, an arrangement 180, 120 or 100. When a decision's time is up you check if that is free, else fold, and sit out until you say that you're back.",
      "Public tables from 10-20 up keep 3% of each pot that saw a flop, at most three big blinds a hand. Private tables keep nothing. All chips are play chips without any cash value.",
    ],
  ],
];

/**
 * @param {HTMLElement} root
 * @param {string} _game the only game so far
 * @returns {{destroy: () => void}}
 */
export function mountRules(root, _game) {
  fill(
    root,
    h(
      "main",
      { class: "page rules" },
      h(
        "header",
        { class: "page-top" },
        h("a", { class: "back", href: "#/", "aria-label": "Back to the lobby" }, "‹"),
        h("h1", null, "Patch-Patch"),
      ),
      ...PATCH_PATCH.map(([title, paragraphs]) =>
        h(
          "section",
          { class: "panel" },
          h("h2", null, title),
          ...paragraphs.map((text) => h("p", null, text)),
        ),
      ),
    ),
  );
  return { destroy() {} };
}
