/**
 * Small signs for the ear and the hand, and a screen that stays awake: each where the browser
 * allows it (plain http has no wake lock), all of it to be switched off.
 * @module
 */

import { recall, remember } from "../storage.js";

/** Notes in hertz, one after the other. */
const TUNES = { turn: [660], won: [523, 659, 784] };
const NOTE_S = 0.11;

/** @type {AudioContext|null} */
let audio = null;

export const cuesOn = () => recall("cues") !== "off";
/** @param {boolean} on */
export const switchCues = (on) => remember("cues", on ? "on" : "off");

/** @param {keyof typeof TUNES} cue */
export function cue(cue) {
  // Before the first tap on the page a browser allows neither sound nor a buzz.
  if (!cuesOn() || !navigator.userActivation?.hasBeenActive) return;
  if (document.visibilityState === "visible")
    navigator.vibrate?.(cue === "turn" ? 40 : [30, 60, 30]);
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const { destination, currentTime } = audio;
  for (const [at, hertz] of TUNES[cue].entries()) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = currentTime + at * NOTE_S;
    tone.type = "sine";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.06, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + NOTE_S);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + NOTE_S);
  }
}

/** Keep the screen on while the page is seen. @returns {() => void} let it sleep again */
export function stayAwake() {
  /** @type {WakeLockSentinel|null} */
  let lock = null;
  let ended = false;
  async function ask() {
    if (ended || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (ended) await lock.release();
    } catch {
      // Low battery or not allowed: the screen may sleep.
    }
  }
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
