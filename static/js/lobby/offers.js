/**
 * Choosing among the lobby's offers: pure, so that Node can test it.
 * @module
 */

/** @typedef {import("../api.js").Offer} Offer */
/** @typedef {{game: string, seats: number, speed: string}} Filter */

/**
 * The offers that a filter lets through, lowest stakes first.
 * @param {Offer[]} offers
 * @param {Filter} filter
 */
export function filtered(offers, filter) {
  return offers
    .filter(
      (offer) =>
        offer.game === filter.game && offer.seats === filter.seats && offer.speed === filter.speed,
    )
    .sort((one, other) => one.big_blind - other.big_blind);
}

/**
 * The offer that "Play now" takes: the last one played if it can still be paid, else the liveliest
 * that the wallet can pay comfortably (a twentieth of it as the least buy-in), else the cheapest.
 * @param {Offer[]} offers already filtered
 * @param {number} wallet
 * @param {string|null} last
 * @returns {Offer|null} null when the wallet can pay none
 */
export function suggested(offers, wallet, last) {
  const payable = offers.filter((offer) => offer.min_buy_in <= wallet);
  const again = payable.find((offer) => offer.offer === last);
  if (again) return again;
  const comfortable = payable.filter((offer) => offer.min_buy_in * 20 <= wallet);
  const lively = [...comfortable].sort((one, other) => other.players - one.players)[0];
  if (lively && lively.players > 0) return lively;
  return payable[0] ?? null;
}

/**
 * The value of each choice that the offers really have, in their own order.
 * @template {"seats"|"speed"} K
 * @param {Offer[]} offers
 * @param {K} key
 * @returns {Offer[K][]}
 */
export function choices(offers, key) {
  return [...new Set(offers.map((offer) => offer[key]))];
}

/**
 * A hundred big blinds, as far as the table and the wallet allow.
 * @param {number} least
 * @param {number} most the table's, or the wallet if that is less
 * @param {number} bigBlind
 */
export const usualBuyIn = (least, most, bigBlind) =>
  Math.max(least, Math.min(most, bigBlind * 100));
