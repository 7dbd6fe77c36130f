/**
 * Boot and routes: which page the address names, and who is looking.
 * @module
 */

import { mountAccount } from "./account/account.js";
import { mountLink } from "./account/link.js";
import { mountWelcome } from "./account/welcome.js";
import { findByCode, getMe } from "./api.js";
import { mountLobby } from "./lobby/lobby.js";
import { mountRules } from "./pages/rules.js";
import { Socket } from "./socket.js";
import { mountTable } from "./table/table.js";
import { h } from "./ui/dom.js";
import { notice } from "./ui/notice.js";
import { closeSheets } from "./ui/sheet.js";

/**
 * What the pages share. `me` is always the newest that the server told.
 * `arrival`: for whom the next table is opened to play at it: sit down with `chips`, null: ask.
 * @typedef {{table: string, chips: number|null}} Arrival
 * @typedef {{me: import("./api.js").Me, socket: Socket, navigate: (hash: string) => void,
 *   signedOut: () => void, arrival: Arrival|null}} Context
 * @typedef {{destroy: () => void}} Page
 */

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Context|null} */
let context = null;
/** @type {Page|null} */
let page = null;
/** Routes are asynchronous: only the newest may draw. */
let turn = 0;

/** @param {string} hash */
function navigate(hash) {
  if (location.hash === hash) void route();
  else location.hash = hash;
}

/** @param {import("./api.js").Me} me */
function signedIn(me) {
  context?.socket.close();
  const socket = new Socket();
  // The session has changed, here or elsewhere: find out who we are now.
  socket.listen((frame) => {
    if (frame.type !== "signed_out" || context?.socket !== socket) return;
    context = null;
    void route();
  });
  context = { me, socket, navigate, signedOut, arrival: null };
}

function signedOut() {
  context?.socket.close();
  context = null;
  navigate("#/");
}

async function route() {
  turn += 1;
  const mine = turn;
  const [, place = "", ...rest] = location.hash.split("/");
  let me;
  try {
    me = await getMe();
  } catch {
    if (mine === turn) offline();
    return;
  }
  if (mine !== turn) return;
  if (me === null) context = null;
  else if (context === null || context.me.id !== me.id) signedIn(me);
  else context.me = me;

  page?.destroy();
  closeSheets();
  page = await open(place, rest, mine);
}

/**
 * @param {string} place
 * @param {string[]} rest
 * @param {number} mine
 * @returns {Promise<Page|null>}
 */
async function open(place, rest, mine) {
  const [first = "", second = ""] = rest.map(decodeURIComponent);
  if (place === "rules") return mountRules(root, first);
  if (place === "link") {
    const name = context?.me.name ?? null;
    const done = (/** @type {import("./api.js").Me} */ me) => {
      signedIn(me);
      navigate("#/");
    };
    return mountLink(root, first, done, name);
  }
  if (context === null) {
    const reason =
      place === "t" || place === "c" ? "You're invited. Your name at the table?" : undefined;
    const done = (/** @type {import("./api.js").Me} */ me) => {
      signedIn(me);
      void route();
    };
    return mountWelcome(root, done, reason);
  }
  if (place === "me") return mountAccount(root, context);
  if (place === "c") {
    try {
      const { table_id } = await findByCode(first.toUpperCase());
      if (mine === turn) navigate(`#/t/${table_id}/${first.toUpperCase()}`);
      return null;
    } catch {
      return mine === turn ? missing("No open table has this code.") : null;
    }
  }
  if (place === "t") {
    const mounted = mountTable(root, { ...context, tableId: first, code: second || null });
    context.arrival = null;
    return mounted;
  }
  return mountLobby(root, context);
}

const AGAIN_MS = 1_500;

/** @param {string} text @returns {Page} */
function missing(text) {
  notice(root, "Not here", text);
  return { destroy() {} };
}

function offline() {
  const again = h("button", { class: "button jade wide", type: "button" }, "Try again");
  again.addEventListener("click", () => void route());
  notice(root, "No connection", "The server doesn't answer. Your chips are safe there.", again);
  const mine = turn;
  setTimeout(() => mine === turn && void route(), AGAIN_MS);
}

addEventListener("hashchange", () => void route());
void route();
