/**
 * What stands between the player and a live table: the connection, and its age.
 * @module
 */

import { h, setText } from "../ui/dom.js";

/** Shorter gaps are nobody's business. */
const PATIENCE_MS = 700;

/**
 * @param {HTMLElement} veil
 * @param {HTMLElement} dot
 * @param {import("../socket.js").Socket} socket
 * @param {() => void} changed the connection opened or was lost
 * @returns {{destroy: () => void}}
 */
export function mountVeil(veil, dot, socket, changed) {
  const text = h("p", { class: "veil-text" });
  veil.append(h("span", { class: "spinner", "aria-hidden": "true" }), text);

  function draw() {
    const { status, silence } = socket;
    const open = status === "open";
    dot.className = `dot is-${status}`;
    dot.setAttribute("aria-label", open ? "connected" : "reconnecting");
    veil.classList.toggle("is-on", !open && (silence > PATIENCE_MS || status === "restarting"));
    setText(text, open ? "" : `${reason(status)} ${ageText(silence)}`);
  }

  const ageing = setInterval(() => socket.status !== "open" && draw(), 500);
  const stop = socket.watch(() => {
    draw();
    changed();
  });
  addEventListener("offline", draw);
  draw();
  return {
    destroy() {
      clearInterval(ageing);
      stop();
      removeEventListener("offline", draw);
    },
  };
}

/** @param {import("../socket.js").Status} status */
function reason(status) {
  if (!navigator.onLine) return "You're offline.";
  return status === "restarting" ? "The server restarts." : "Reconnecting…";
}

/** @param {number} ms */
export function ageText(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds < 2) return "";
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return `What you see is ${age} old. Your seat and chips are safe.`;
}
