/**
 * The three boards: five community cards above the own four, and what they make.
 * @module
 */

import { omahaHand } from "../evaluator.js";
import { cardElement, drawCard } from "../ui/card.js";
import { fill, h, setText } from "../ui/dom.js";
import { swapGestures } from "./gestures.js";
import { boardPayments, mountShowdown, winningCards } from "./showdown.js";

const SLOTS = 5;
const SLIDE_MS = 120;

/**
 * @typedef {object} BoardsModel
 * @property {string[][]} boards community cards
 * @property {string[]} own all own cards by position, [] when there are none
 * @property {boolean} arranging swaps are possible now
 * @property {boolean} folded the own cards are dead
 * @property {import("./view.js").Result|null} result what to show, else null
 * @property {number} revealed how many boards of the result are turned over
 * @property {number|null} seat the own seat
 * @property {import("./view.js").Names} nameOf
 */

/**
 * @param {HTMLElement} root
 * @param {number} count how many boards
 * @param {number} perBoard own cards on each
 * @param {(first: number, second: number) => void} swap
 */
export function mountBoards(root, count, perBoard, swap) {
  let arranging = false;
  /** The card that a finger has just put down: it is where it belongs already. */
  let dropped = -1;
  const blocks = Array.from({ length: count }, (_, number) => boardBlock(number, perBoard));
  const own = blocks.flatMap((block) => block.own);
  const gestures = swapGestures(own, {
    enabled: () => arranging,
    swap: (first, second, dragged) => {
      dropped = dragged ? second : -1;
      swap(first, second);
    },
  });
  fill(root, ...blocks.map((block) => block.element));

  return {
    /** @param {BoardsModel} model */
    update(model) {
      if (arranging && !model.arranging) gestures.clear();
      arranging = model.arranging;
      root.classList.toggle("is-arranging", arranging);
      root.classList.toggle("is-result", model.result !== null);
      const before = own.map((card) => card.dataset.card ?? "");
      for (const block of blocks) block.update(model);
      slide(own, before, dropped);
      dropped = -1;
    },
  };
}

/** @param {number} number @param {number} perBoard */
function boardBlock(number, perBoard) {
  const community = Array.from({ length: SLOTS }, () => cardElement(null));
  const own = Array.from({ length: perBoard }, () =>
    h("button", { type: "button", class: "card own-card", "aria-pressed": "false" }),
  );
  const label = h("p", { class: "board-label", "aria-hidden": "true" }, `Board ${number + 1}`);
  const made = h("p", { class: "made" });
  const showdownRoot = h("div", { class: "showdown" });
  const showdown = mountShowdown(showdownRoot, number);
  const element = h(
    "section",
    { class: "board", "aria-label": `Board ${number + 1}` },
    h(
      "div",
      { class: "board-cards" },
      h("div", { class: "community" }, ...community),
      h("div", { class: "own" }, ...own),
    ),
    h("div", { class: "board-side" }, label, made, showdownRoot),
  );

  /** @param {BoardsModel} model */
  function update(model) {
    const cards = model.boards[number] ?? [];
    const mine = model.own.slice(number * perBoard, (number + 1) * perBoard);
    const result = number < model.revealed ? model.result : null;
    const hand = mine.length && cards.length >= 3 && !model.folded ? omahaHand(mine, cards) : null;
    community.forEach((slot, at) => {
      const card = cards[at] ?? null;
      if (slot.dataset.card === "none" && card !== null) slot.classList.add("dealt");
      if (card === null) slot.classList.remove("dealt");
      drawCard(slot, card);
    });
    own.forEach((card, at) => {
      drawCard(card, mine[at] ?? null);
      card.disabled = !model.arranging;
      card.hidden = mine.length === 0;
    });
    const winners = result && winningCards(result, number, model.seat);
    light([...community, ...own], winners ?? hand?.cards ?? null);
    const open = result !== null && result.shown.length > 0;
    label.hidden = open;
    made.hidden = open;
    setText(made, hand?.name ?? "");
    showdown.update(open ? result : null, model.seat, model.nameOf);
    mark(result, model.seat);
    element.classList.toggle("is-folded", model.folded);
    element.classList.toggle("is-dark", model.result !== null && result === null);
  }

  /** @param {import("./view.js").Result|null} result @param {number|null} seat */
  function mark(result, seat) {
    const paid = result === null ? new Map() : boardPayments(result, number);
    const mine = seat !== null && paid.has(seat);
    element.classList.toggle("won", mine && paid.size === 1);
    element.classList.toggle("tied", mine && paid.size > 1);
    element.classList.toggle("lost", paid.size > 0 && !mine);
  }

  return { element, own, update };
}

/**
 * Lift the cards that play and dim the others; leave all as they are when nothing plays yet.
 * @param {HTMLElement[]} cards
 * @param {string[]|null} playing
 */
function light(cards, playing) {
  for (const card of cards) {
    const face = card.dataset.card ?? "none";
    const plays = playing?.includes(face) ?? false;
    card.classList.toggle("in-hand", plays);
    card.classList.toggle("out-of-hand", playing !== null && !plays && face !== "none");
  }
}

/**
 * Cards that changed places slide there.
 * @param {HTMLElement[]} cards
 * @param {string[]} before what each showed until now
 * @param {number} still the one that doesn't need to
 */
function slide(cards, before, still) {
  const moved = cards.flatMap((card, at) => {
    const from = before.indexOf(card.dataset.card ?? "");
    return from >= 0 && from !== at && before[from] !== "none" && at !== still
      ? [{ card, from: cards[from] }]
      : [];
  });
  if (moved.length === 0 || moved.length > 2) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { card, from } of moved) {
    if (from === undefined) continue;
    const [there, here] = [from.getBoundingClientRect(), card.getBoundingClientRect()];
    const start = `translate(${there.left - here.left}px, ${there.top - here.top}px)`;
    card.animate([{ transform: start, zIndex: 4 }, { zIndex: 4 }], {
      duration: SLIDE_MS,
      easing: "ease-out",
    });
  }
}
