/**
 * Chips as text: whole numbers with separators, shortened only where there is no room.
 * @module
 */

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** @param {number} count */
export const chips = (count) => whole.format(count);

/**
 * At most about five characters: 12,345 stays, 123,456 is 123k, 1,234,567 is 1.23M.
 * Rounds down, so that nobody seems to have what isn't there.
 * @param {number} count
 */
export function shortChips(count) {
  if (count < 100_000) return chips(count);
  if (count < 1_000_000) return `${Math.floor(count / 1_000)}k`;
  if (count < 1_000_000_000) return `${(Math.floor(count / 10_000) / 100).toString()}M`;
  return `${(Math.floor(count / 10_000_000) / 100).toString()}B`;
}

/**
 * With its sign: +120, −45, 0.
 * @param {number} count
 */
export function signedChips(count) {
  if (count === 0) return "0";
  return `${count > 0 ? "+" : "−"}${chips(Math.abs(count))}`;
}
