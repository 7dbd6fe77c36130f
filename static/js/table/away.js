/**
 * How the last hand ended, for a player who wasn't there when it did.
 * @module
 */

import { recall, remember } from "../storage.js";
import { signedChips } from "../ui/chips.js";
import { toast } from "../ui/toast.js";
import { explainSheet } from "./sheets.js";
import { explain } from "./words.js";

const SHOWN_MS = 12_000;

/**
 * @param {string} tableId
 * @param {string} player
 * @param {() => Promise<import("../socket.js").Frame>} ask for the last result
 */
export function missedResults(tableId, player, ask) {
  const key = `seen.${tableId}`;
  let seen = Number(recall(key) ?? 0);

  /** @param {number} hand */
  function saw(hand) {
    if (hand === seen) return;
    seen = hand;
    remember(key, String(hand));
  }

  /** @param {import("./view.js").Result} result */
  function tell(result) {
    const mine = result.totals.find((total) => total.player === player);
    if (!mine) return;
    const text = `Hand ${result.hand_no} ended while you were away: ${signedChips(mine.net)}.`;
    const names = (/** @type {number} */ seat) =>
      seat === mine.seat
        ? "You"
        : (result.totals.find((total) => total.seat === seat)?.name ?? `Seat ${seat + 1}`);
    const see = () => explainSheet([text, ...explain(result, names)]);
    toast(text, { text: "How?", run: see }, SHOWN_MS);
  }

  return {
    /** Look at a view. @param {import("./view.js").PublicView} view @param {boolean} seated */
    async look(view, seated) {
      const missed = seated && view.result === null && view.last_hand_no > seen;
      saw(Math.max(seen, view.last_hand_no));
      if (!missed) return;
      try {
        const { result } = await ask();
        if (result) tell(result);
      } catch {
        // Nothing to tell: the next result comes by itself.
      }
    },
  };
}
