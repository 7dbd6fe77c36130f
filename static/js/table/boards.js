/**
 * The three boards: five community cards, the own four beside them, what they make; at the
 * showdown everybody's, with the board's share and its winners.
 * @module
 */

import { omahaHand } from "../evaluator.js";
import { cardElement, drawCard } from "../ui/card.js";
import { chips } from "../ui/chips.js";
import { fill, h, setText } from "../ui/dom.js";
import { swapGestures } from "./gestures.js";

const SLOTS = 5;

/**
 * @typedef {object} BoardsModel
 * @property {string[][]} boards community cards
 * @property {string[]} own all own cards by position, [] when there are none
 * @property {boolean} arranging swaps are possible now
 * @property {boolean} folded the own cards are dead
 * @property {any|null} result a ResultView to show, else null
 * @property {number} revealed how many boards of the result are turned over
 * @property {number|null} seat the own seat
 * @property {(seat: number) => string} nameOf
 */

/**
 * @param {HTMLElement} root
 * @param {number} count how many boards
 * @param {number} perBoard own cards on each
 * @param {(first: number, second: number) => void} swap
 */
export function mountBoards(root, count, perBoard, swap) {
  let arranging = false;
  const blocks = Array.from({ length: count }, (_, number) => boardBlock(number, perBoard));
  const own = blocks.flatMap((block) => block.own);
  const gestures = swapGestures(own, { enabled: () => arranging, swap });
  fill(root, ...blocks.map((block) => block.element));

  return {
    /** @param {BoardsModel} model */
    update(model) {
      if (arranging && !model.arranging) gestures.clear();
      arranging = model.arranging;
      root.classList.toggle("is-arranging", arranging);
      root.classList.toggle("is-result", model.result !== null);
      for (const block of blocks) block.update(model);
    },
  };
}

/** @param {number} number @param {number} perBoard */
function boardBlock(number, perBoard) {
  const community = Array.from({ length: SLOTS }, () => cardElement(null));
  const own = Array.from({ length: perBoard }, () =>
    h("button", { type: "button", class: "card own-card", "aria-pressed": "false" }),
  );
  const name = h("p", { class: "made" });
  const share = h("p", { class: "share-line" });
  const others = h("div", { class: "others" });
  const element = h(
    "section",
    { class: "board", "aria-label": `Board ${number + 1}` },
    h(
      "div",
      { class: "board-cards" },
      h("div", { class: "community" }, ...community),
      h("div", { class: "own" }, ...own),
    ),
    h("div", { class: "board-side" }, share, name, others),
  );

  /** @param {BoardsModel} model */
  function update(model) {
    const cards = model.boards[number] ?? [];
    const mine = model.own.slice(number * perBoard, (number + 1) * perBoard);
    const result = model.result !== null && number < model.revealed ? model.result : null;
    const hand = mine.length && cards.length >= 3 ? omahaHand(mine, cards) : null;
    for (const [at, slot] of community.entries()) drawCard(slot, cards[at] ?? null);
    own.forEach((card, at) => {
      drawCard(card, mine[at] ?? null);
      card.disabled = !model.arranging;
      card.hidden = mine.length === 0;
    });
    const lit = litCards(result, number, hand, model);
    for (const card of [...community, ...own]) {
      const face = card.dataset.card ?? "";
      card.classList.toggle("in-hand", lit?.has(face) ?? false);
      card.classList.toggle("out-of-hand", lit !== null && !lit.has(face));
    }
    element.classList.toggle("is-folded", model.folded);
    setText(name, hand === null || model.folded ? "" : hand.name);
    drawShare(result, model);
    drawOthers(result, model);
  }

  /** @param {any|null} result @param {BoardsModel} model */
  function drawShare(result, model) {
    if (result === null) {
      setText(share, "");
      element.classList.remove("won", "lost", "tied");
      return;
    }
    const paid = boardPayments(result, number);
    const winners = [...paid.keys()];
    const mine = model.seat !== null && winners.includes(model.seat);
    element.classList.toggle("won", mine && winners.length === 1);
    element.classList.toggle("tied", mine && winners.length > 1);
    element.classList.toggle("lost", !mine);
    const total = [...paid.values()].reduce((sum, count) => sum + count, 0);
    const who = winners.map(model.nameOf).join(" & ");
    setText(share, winners.length ? `${chips(total)} · ${who}` : "");
  }

  /** @param {any|null} result @param {BoardsModel} model */
  function drawOthers(result, model) {
    const shown = (result?.shown ?? []).filter((/** @type {any} */ s) => s.seat !== model.seat);
    const key = result === null ? "" : `${result.hand_no}`;
    if (others.dataset.key === key) return;
    others.dataset.key = key;
    fill(others, ...shown.map((/** @type {any} */ hand) => otherHand(hand, number, model)));
  }

  return { element, own, update };
}

/**
 * @param {any} hand a ShownView
 * @param {number} number
 * @param {BoardsModel} model
 */
function otherHand(hand, number, model) {
  const made = hand.made[number];
  const row = h(
    "div",
    { class: "other-cards" },
    ...hand.hands[number].map((/** @type {string} */ card) => {
      const element = cardElement(card);
      element.classList.add(made.cards.includes(card) ? "in-hand" : "out-of-hand");
      return element;
    }),
  );
  return h(
    "div",
    { class: "other" },
    h("p", null, h("strong", null, model.nameOf(hand.seat)), ` ${made.name}`),
    row,
  );
}

/**
 * The cards to lift: the winner's at a showdown (mine if I share it), else those of my own hand.
 * @param {any|null} result
 * @param {number} number
 * @param {{cards: string[]}|null} hand
 * @param {BoardsModel} model
 * @returns {Set<string>|null} null: dim nothing
 */
function litCards(result, number, hand, model) {
  if (result?.shown.length) {
    const mine = result.shown.find((/** @type {any} */ shown) => shown.seat === model.seat);
    const winners = [...boardPayments(result, number).keys()];
    const best = result.shown.find((/** @type {any} */ shown) => winners.includes(shown.seat));
    const shown = mine && winners.includes(mine.seat) ? mine : best;
    if (shown) return new Set(shown.made[number].cards);
  }
  return hand === null || model.folded ? null : new Set(hand.cards);
}

/**
 * What a board paid over all pots, by seat.
 * @param {any} result
 * @param {number} board
 * @returns {Map<number, number>}
 */
export function boardPayments(result, board) {
  /** @type {Map<number, number>} */
  const paid = new Map();
  for (const award of result.awards) {
    for (const share of award.shares) {
      if (share.board !== board) continue;
      for (const win of share.winners) paid.set(win.seat, (paid.get(win.seat) ?? 0) + win.chips);
    }
  }
  return paid;
}
