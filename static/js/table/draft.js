/**
 * The own arrangement while its swaps travel: shown at once, settled by the server (C4). Pure.
 * @module
 */

/** @typedef {{first: number, second: number}} Swap */

/**
 * @param {readonly string[]} cards
 * @param {Swap} swap
 * @returns {string[]}
 */
export function swapped(cards, { first, second }) {
  const next = [...cards];
  [next[first], next[second]] = [next[second] ?? "", next[first] ?? ""];
  return next;
}

/**
 * Cards by position, optimistic. While swaps are under way the server's cards wait: a view may
 * already hold a swap whose answer is still to come, and playing it twice would undo it.
 */
export class Draft {
  /** @type {string[]} */
  cards = [];
  /** @type {string[]} */
  #served = [];
  /** The lowest version of a view that has all answered swaps. */
  #needed = 0;
  #version = 0;
  #underWay = 0;
  /** What can be undone. @type {Swap[]} */
  done = [];
  #decision = "";

  /**
   * The server's cards.
   * @param {string[]} cards
   * @param {number} version
   * @param {string} decision another arrangement forgets what could be undone
   */
  serve(cards, version, decision) {
    if (decision !== this.#decision) {
      this.#decision = decision;
      this.done = [];
    }
    this.#served = cards;
    this.#version = version;
    this.#settle();
  }

  /** Show a swap at once. @param {Swap} swap @param {boolean} undoing */
  begin(swap, undoing) {
    this.cards = swapped(this.cards, swap);
    this.#underWay += 1;
    if (undoing) this.done.pop();
    else this.done.push(swap);
  }

  /** The server took it. @param {number} version the first one that shows it */
  taken(version) {
    this.#underWay -= 1;
    this.#needed = Math.max(this.#needed, version);
    this.#settle();
  }

  /** The server refused it: what it holds is the truth. @param {Swap} swap @param {boolean} undoing */
  refused(swap, undoing) {
    this.#underWay -= 1;
    if (undoing) this.done.push(swap);
    else this.done = this.done.filter((made) => made !== swap);
    this.#settle();
  }

  /** A new connection counts its versions from anew. */
  reset() {
    this.#needed = 0;
    this.#version = 0;
  }

  #settle() {
    if (this.#underWay === 0 && this.#version >= this.#needed) this.cards = this.#served;
  }
}
