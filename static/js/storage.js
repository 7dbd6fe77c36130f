/**
 * What this browser remembers. Private modes may refuse storage: then nothing is remembered.
 * @module
 */

/** @param {string} key @returns {string|null} */
export function recall(key) {
  try {
    return localStorage.getItem(`patchpoker.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`patchpoker.${key}`, value);
  } catch {
    // Storage is off or full: the page works without it.
  }
}
