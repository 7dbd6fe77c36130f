/**
 * A board's result beside it: what the board paid, each hand by name, the others' cards.
 * @module
 */

import { cardElement } from "../ui/card.js";
import { chips, signedChips } from "../ui/chips.js";
import { fill, h } from "../ui/dom.js";
import { shortHand } from "./words.js";

/** @typedef {import("./view.js").Result} Result */

/**
 * @param {HTMLElement} root
 * @param {number} board
 */
export function mountShowdown(root, board) {
  let drawn = "";
  return {
    /** @param {Result|null} result @param {number|null} seat own @param {import("./view.js").Names} nameOf */
    update(result, seat, nameOf) {
      const key = result === null ? "" : `${result.hand_no} ${seat}`;
      if (key === drawn) return;
      drawn = key;
      if (result === null) {
        fill(root);
        return;
      }
      const paid = boardPayments(result, board);
      const total = [...paid.values()].reduce((sum, count) => sum + count, 0);
      const rows = [...result.shown].sort((a) => (a.seat === seat ? -1 : 0));
      root.classList.toggle("is-full", rows.length > 2);
      fill(
        root,
        total > 0
          ? h(
              "p",
              { class: "board-paid" },
              `Board ${board + 1} · `,
              h("strong", null, chips(total)),
            )
          : null,
        ...rows.map((shown) => row(shown, shown.seat === seat, paid.get(shown.seat) ?? 0)),
      );

      /** @param {import("./view.js").Shown} shown @param {boolean} own @param {number} won */
      function row(shown, own, won) {
        const made = shown.made[board];
        const prize = won > 0 ? h("span", { class: "prize" }, signedChips(won)) : null;
        const label = h(
          "p",
          { class: "shown-name", title: made?.name },
          h("strong", null, nameOf(shown.seat)),
          " ",
          h("span", null, shortHand(made?.name ?? "")),
        );
        if (own) return h("div", { class: `shown own${won ? " won" : ""}` }, label, prize);
        const cards = (shown.hands[board] ?? []).map((card) => {
          const element = cardElement(card);
          element.classList.add(made?.cards.includes(card) ? "in-hand" : "out-of-hand");
          return element;
        });
        return h(
          "div",
          { class: `shown${won ? " won" : ""}` },
          label,
          h("div", { class: "shown-cards" }, ...cards, prize),
        );
      }
    },
  };
}

/**
 * What a board paid over all pots, by seat.
 * @param {Result} result
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

/**
 * The cards to lift at a showdown: the winner's, mine if I share it.
 * @param {Result} result
 * @param {number} board
 * @param {number|null} seat own
 * @returns {string[]|null} null when nobody showed
 */
export function winningCards(result, board, seat) {
  const winners = boardPayments(result, board);
  const shown = result.shown.filter((hand) => winners.has(hand.seat));
  const best = shown.find((hand) => hand.seat === seat) ?? shown[0];
  return best?.made[board]?.cards ?? null;
}
