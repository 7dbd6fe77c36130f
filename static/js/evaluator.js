/**
 * Names the hand under each board while the player arranges: at once, and offline too. The one
 * piece of the rules that the client knows; it is tested against the server's own names.
 * @module
 */

const RANKS = "23456789TJQKA";
const NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"];

/**
 * The best hand of exactly two hole cards and three of the board.
 * @param {readonly string[]} hole cards such as "Ah"
 * @param {readonly string[]} board three to five cards
 * @returns {{rank: number, name: string, cards: string[]}|null} `rank` compares, higher wins;
 *   null while there are too few cards
 */
export function omahaHand(hole, board) {
  /** @type {{rank: number, cards: string[]}|null} */
  let best = null;
  for (const two of combinations(hole, 2)) {
    for (const three of combinations(board, 3)) {
      const cards = [...two, ...three];
      const rank = rankFive(cards);
      if (best === null || rank > best.rank) best = { rank, cards };
    }
  }
  return best && { ...best, name: describe(best.rank, hole) };
}

/**
 * @param {readonly string[]} items
 * @param {number} size
 * @returns {string[][]}
 */
function combinations(items, size) {
  if (size === 0) return [[]];
  return items.flatMap((item, at) =>
    combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/**
 * Five cards as a comparable number: the category, then five digits to base 16, most telling first.
 * @param {string[]} cards
 */
function rankFive(cards) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const card of cards) {
    const rank = RANKS.indexOf(card.charAt(0));
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  const telling = [...counts.keys()].sort(
    (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || other - one,
  );
  const suited = cards.every((card) => card.charAt(1) === cards[0]?.charAt(1));
  const high = straightHigh(telling);
  const shape = telling.map((rank) => counts.get(rank)).join("");
  let category = { 41: 7, 32: 6, 311: 3, 221: 2, 2111: 1 }[shape] ?? 0;
  if (suited) category = 5;
  if (high !== null) category = suited ? 8 : 4;
  const digits = high === null ? telling : [high];
  let rank = category;
  for (let digit = 0; digit < 5; digit += 1) rank = rank * 16 + (digits[digit] ?? 0);
  return rank;
}

/** @param {number[]} ranks distinct, highest first @returns {number|null} */
function straightHigh(ranks) {
  if (ranks.length !== 5) return null;
  const [top = 0, second = 0, , , last = 0] = ranks;
  if (top - last === 4) return top;
  return top === 12 && second === 3 && last === 0 ? 3 : null;
}

/** @param {number} rank @param {readonly string[]} hole */
function describe(rank, hole) {
  const digits = [4, 3, 2, 1, 0].map((digit) => Math.floor(rank / 16 ** digit) % 16);
  const [first = 0, second = 0] = digits;
  const high = NAMES[first] ?? "";
  const other = NAMES[second] ?? "";
  switch (Math.floor(rank / 16 ** 5)) {
    case 0:
      return `${high.charAt(0).toUpperCase()}${high.slice(1)} high`;
    case 1:
      return `Pair of ${high}s`;
    case 2:
      return `Two pair, ${high}s and ${other}s`;
    case 3: {
      const held = hole.filter((card) => RANKS.indexOf(card.charAt(0)) === first).length;
      return held >= 2 ? `Set of ${high}s` : `Three of a kind, ${high}s`;
    }
    case 4:
      return `Straight, ${high} high`;
    case 5:
      return `Flush, ${high} high`;
    case 6:
      return `Full house, ${high}s over ${other}s`;
    case 7:
      return `Four of a kind, ${high}s`;
    default:
      return first === 12 ? "Royal flush" : `Straight flush, ${high} high`;
  }
}
