/**
 * How a result comes on stage: board by board, then the totals; a tap skips ahead.
 * @module
 */

const BEAT_MS = 1_100;

/**
 * @param {(revealed: number) => void} changed boards that are turned over so far
 * @param {() => void} ended
 */
export function mountReveal(changed, ended) {
  let hand = 0;
  let boards = 0;
  let revealed = 0;
  /** @type {number|undefined} */
  let timer;

  function finish() {
    clearTimeout(timer);
    revealed = boards;
    changed(revealed);
    ended();
  }

  function beat() {
    if (revealed + 1 >= boards) {
      finish();
      return;
    }
    revealed += 1;
    changed(revealed);
    timer = setTimeout(beat, BEAT_MS);
  }

  return {
    get revealed() {
      return revealed;
    },
    /** @param {any} result a ResultView @param {boolean} atOnce nothing to stage */
    show(result, atOnce) {
      if (result.hand_no === hand) return;
      clearTimeout(timer);
      hand = result.hand_no;
      boards = result.boards.length;
      revealed = 0;
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (atOnce || calm || result.shown.length === 0) finish();
      else timer = setTimeout(beat, BEAT_MS / 2);
    },
    skip() {
      if (revealed < boards) finish();
    },
    clear() {
      clearTimeout(timer);
      revealed = 0;
      boards = 0;
      hand = 0;
    },
  };
}
