/**
 * Cards as elements: big index, the suit as an SVG shape in one of four colours.
 * @module
 */

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = /** @type {Record<string, string>} */ ({
  s: "M12 1C9 6 2 9.600 2 14.800 2 18 4.300 20 6.900 20c1.600 0 3-.7 3.900-1.900-.2 1.900-1 3.500-2.600 4.900h7.600c-1.600-1.400-2.400-3-2.600-4.900.9 1.200 2.300 1.900 3.900 1.900 2.600 0 4.900-2 4.900-5.200C22 9.600 15 6 12 1Z",
  h: "M12 22C8.500 18.400 1.500 13.600 1.500 8 1.500 4.600 4 2.200 7 2.200c2.100 0 4 1.200 5 3.100 1-1.900 2.900-3.100 5-3.100 3 0 5.500 2.400 5.500 5.800 0 5.600-7 10.400-10.500 14Z",
  d: "M12 1c2.500 4.300 5.300 7.900 8.500 11-3.200 3.100-6 6.700-8.500 11-2.500-4.300-5.300-7.900-8.500-11C6.700 8.900 9.500 5.300 12 1Z",
  c: "M12 1.500a4.700 4.700 0 0 0-3.600 7.700 4.700 4.700 0 1 0 2.500 7.700c-.2 2.300-1 4.100-2.700 5.600h7.600c-1.700-1.500-2.500-3.300-2.700-5.600a4.700 4.700 0 1 0 2.500-7.700A4.700 4.700 0 0 0 12 1.500Z",
});
const SUITS = /** @type {Record<string, string>} */ ({
  s: "spades",
  h: "hearts",
  d: "diamonds",
  c: "clubs",
});
const RANKS = /** @type {Record<string, string>} */ ({
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
});

/** "ten of hearts" for "Th". @param {string} card */
export const cardName = (card) =>
  `${RANKS[card.charAt(0)] ?? "?"} of ${SUITS[card.charAt(1)] ?? "?"}`;

/** @param {string} suit */
export function suitShape(suit) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("suit");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SHAPES[suit] ?? "");
  svg.append(path);
  return svg;
}

/**
 * Draw a card into an element, or a back (""), or an empty slot (null). Does nothing when it shows
 * that already; the element's other classes (selected, in-hand, …) are left alone.
 * @param {HTMLElement} element
 * @param {string|null} card
 */
export function drawCard(element, card) {
  const wanted = card ?? "none";
  if (element.dataset.card === wanted) return;
  element.dataset.card = wanted;
  element.classList.add("card");
  element.classList.toggle("card-slot", card === null);
  element.classList.toggle("card-back", card === "");
  element.classList.toggle("card-face", Boolean(card));
  for (const suit of Object.keys(SUITS)) {
    element.classList.toggle(`suit-${suit}`, card?.charAt(1) === suit);
  }
  element.replaceChildren();
  if (!card) {
    element.setAttribute("aria-label", card === "" ? "hidden card" : "no card yet");
    return;
  }
  const rank = card.charAt(0) === "T" ? "10" : card.charAt(0);
  element.setAttribute("aria-label", cardName(card));
  element.append(
    h("span", { class: "card-rank", "aria-hidden": "true" }, rank),
    suitShape(card.charAt(1)),
  );
}

/**
 * A card that is only looked at.
 * @param {string|null} card
 */
export function cardElement(card) {
  const element = h("div", { role: "img" });
  drawCard(element, card);
  return element;
}
