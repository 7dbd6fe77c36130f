/**
 * A deadline on this device's monotonic clock, and what shows it. The phone's own time of day may
 * be wrong (CLK-05); a page that comes back from the background is right at once (CLK-06).
 * @module
 */

import { setText } from "../ui/dom.js";

/**
 * @typedef {{at: number, total: number}} Deadline `at` on performance.now()'s scale, both in ms
 */

/**
 * @param {{deadline_ms: number, total_ms: number}|null} clock
 * @param {number} serverNow the frame's now_ms
 * @param {number} receivedAt performance.now() when it came
 * @returns {Deadline|null}
 */
export function deadlineOf(clock, serverNow, receivedAt) {
  if (clock === null) return null;
  return { at: receivedAt + (clock.deadline_ms - serverNow), total: clock.total_ms };
}

/** "1:05" from a minute on, else seconds. @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Paints a deadline into elements four times a second: rings by --left (1 full .. 0), texts.
 * @returns {{set: (deadline: Deadline|null, rings: HTMLElement[], texts: HTMLElement[]) => void,
 *   destroy: () => void}}
 */
export function mountClock() {
  /** @type {Deadline|null} */
  let deadline = null;
  /** @type {HTMLElement[]} */
  let rings = [];
  /** @type {HTMLElement[]} */
  let texts = [];

  function paint() {
    const left = deadline === null ? 0 : Math.max(0, deadline.at - performance.now());
    const share =
      deadline === null || deadline.total === 0 ? 0 : Math.min(1, left / deadline.total);
    for (const ring of rings) {
      ring.style.setProperty("--left", share.toFixed(3));
      ring.classList.toggle("is-late", deadline !== null && left < 6_000);
    }
    for (const text of texts) setText(text, deadline === null ? "" : clockText(left));
  }

  const timer = setInterval(paint, 250);
  document.addEventListener("visibilitychange", paint);
  return {
    set(next, nextRings, nextTexts) {
      for (const ring of rings) {
        if (!nextRings.includes(ring)) ring.style.removeProperty("--left");
      }
      for (const text of texts) if (!nextTexts.includes(text)) setText(text, "");
      deadline = next;
      rings = nextRings;
      texts = nextTexts;
      paint();
    },
    destroy() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", paint);
    },
  };
}
