/**
 * The table: one view from the server, drawn whole by its components.
 * @module
 */

import { Refused } from "../socket.js";
import { recall, remember } from "../storage.js";
import { cue, stayAwake } from "../ui/cues.js";
import { fill, setText } from "../ui/dom.js";
import { notice } from "../ui/notice.js";
import { toast } from "../ui/toast.js";
import { missedResults } from "./away.js";
import { mountBoards } from "./boards.js";
import { deadlineOf, mountClock } from "./clock.js";
import { Draft } from "./draft.js";
import { frame } from "./frame.js";
import { mountLog } from "./log.js";
import { mountOpponents } from "./opponents.js";
import { mountPanel } from "./panel.js";
import { mountReveal } from "./result.js";
import { seatMenu } from "./seat_menu.js";
import { explainSheet } from "./sheets.js";
import { mountVeil } from "./veil.js";
import { choices, explain, potText, scoopWords } from "./words.js";

/**
 * @typedef {import("../main.js").Context & {tableId: string, code: string|null}} TableContext
 * @typedef {import("../socket.js").Frame} Frame
 */

const BOARDS = 3;
const PER_BOARD = 4;
/** Enough to have seen a whole result. */
const SEEN_MS = 2_500;
const REBUY_MS = 60_000;
const SEAT_LOST = /** @type {Record<string, string>} */ ({
  busted: "Your seat was freed: you had no chips for a minute.",
  sat_out: "Your seat was freed: you sat out for long. Your chips are home.",
  closed: "The table closes. Your chips are home.",
});

/**
 * @param {HTMLElement} root
 * @param {TableContext} context
 * @returns {{destroy: () => void}}
 */
export function mountTable(root, context) {
  const { socket, tableId } = context;
  /** @type {import("./view.js").PublicView|null} */
  let view = null;
  /** @type {import("./view.js").PrivateView|null} */
  let you = null;
  let version = -1;
  /** @type {import("./clock.js").Deadline|null} */
  let deadline = null;
  /** @type {import("./clock.js").Deadline|null} */
  let rebuyBy = null;
  let pending = 0;
  /** The own clock ran out, and that is why the seat sits out. */
  let timedOut = false;
  let turn = "";
  const draft = new Draft();

  const parts = frame(() => view && menu.openMenu());
  fill(root, parts.page);
  const menu = seatMenu(context, () => ({ view: shownView(), you }), send);
  const boards = mountBoards(parts.boards, BOARDS, PER_BOARD, (first, second) =>
    sendSwap({ first, second }, false),
  );
  const opponents = mountOpponents(parts.opponents);
  const log = mountLog(parts.log, parts.spoken);
  const clock = mountClock();
  const reveal = mountReveal(draw, celebrate);
  const away = missedResults(tableId, context.me.id, () =>
    socket.command({ type: "last_result", table: tableId }),
  );
  const panel = mountPanel(parts.panel, {
    act: (action, raiseTo) =>
      send({ type: "act", decision: you?.decision, action, raise_to: raiseTo }),
    ready: (ready) => send({ type: "ready", decision: view?.hand?.decision, ready }),
    undo: () => {
      const last = draft.done.at(-1);
      if (last) sendSwap(last, true);
    },
    sit: () => void menu.openBuyIn(null),
    sitIn: (postNow) => send({ type: "sit_in", post_now: postNow }),
    rebuy: () => void menu.openTopUp(),
    explain: () => view?.result && explainSheet(explain(view.result, nameOf)),
    invite: menu.invite,
  });

  function shownView() {
    if (view === null) throw new Error("nothing is shown yet");
    return view;
  }

  /** @param {number} seat */
  function nameOf(seat) {
    if (you?.seat === seat) return "You";
    const total = view?.result?.totals.find((each) => each.seat === seat);
    return total?.name ?? view?.seats[seat]?.name ?? `Seat ${seat + 1}`;
  }

  /**
   * Send a command; whatever comes of it is shown by the next view, a refusal by a toast.
   * @param {Frame} command
   * @returns {Promise<boolean>} whether it was accepted
   */
  async function send(command) {
    let accepted = true;
    pending += 1;
    draw();
    try {
      await socket.command({ ...command, table: tableId });
    } catch (error) {
      accepted = false;
      if (error instanceof Refused && error.code !== "stale_decision") toast(error.message);
    }
    pending -= 1;
    draw();
    return accepted;
  }

  /** @param {import("./draft.js").Swap} swap @param {boolean} undoing */
  async function sendSwap(swap, undoing) {
    const decision = view?.hand?.decision;
    draft.begin(swap, undoing);
    draw();
    try {
      const answer = await socket.command({ type: "swap", table: tableId, decision, ...swap });
      draft.taken(answer.version);
    } catch (error) {
      draft.refused(swap, undoing);
      if (error instanceof Refused) toast(error.message);
    }
    draw();
  }

  /** @param {Frame} message */
  function received(message) {
    switch (message.type) {
      case "hello":
        version = -1;
        draft.reset();
        renewPage();
        break;
      case "view":
        if (message.table === tableId && message.version >= version) take(message);
        break;
      case "closed":
        if (message.table === tableId) gone("This table has closed.", "Your chips are home.");
        break;
      case "wallet":
        context.me.wallet = message.chips;
        break;
      case "error":
        // Also one that closed while the connection was away.
        if (message.id === null && (view === null || message.code === "no_such_table"))
          gone("No table here", message.message);
        break;
      case "bye":
        toast(message.message);
        break;
      default:
    }
  }

  /** @param {Frame} message a view */
  function take(message) {
    const first = view === null;
    version = message.version;
    view = /** @type {import("./view.js").PublicView} */ (message.public);
    you = message.you;
    deadline = deadlineOf(view.clock, message.now_ms, performance.now());
    const rebuy = you?.rebuy_deadline_ms ?? null;
    rebuyBy = deadlineOf(
      rebuy === null ? null : { deadline_ms: rebuy, total_ms: REBUY_MS },
      message.now_ms,
      performance.now(),
    );
    draft.serve((you?.hands ?? []).flat(), version, view.hand?.decision ?? "");
    log.add(message.events, nameOf);
    noteTimeOut(message.events);
    tellSeatLost(message.events);
    if (view.result) reveal.show(view.result, first);
    else {
      reveal.clear();
      parts.scoop.classList.remove("is-on");
    }
    void away.look(view, you !== null);
    if (first) menu.arrive();
    announceTurn();
    renewPage();
    draw();
  }

  /** @param {import("./words.js").PublicEvent[]} events */
  function noteTimeOut(events) {
    timedOut ||= events.some((event) => event.timed_out === true && event.seat === you?.seat);
    timedOut &&= Boolean(you?.sitting_out || you?.sit_out_next);
  }

  /** Nobody leaves a seat without being told why. @param {import("./words.js").PublicEvent[]} events */
  function tellSeatLost(events) {
    const freed = events.find(
      (event) => event.type === "seat_freed" && event.player === context.me.id,
    );
    if (freed) toast(SEAT_LOST[freed.reason] ?? "You left the table. Your chips are home.");
  }

  /** A sound, a buzz, a sentence: once for each decision. */
  function announceTurn() {
    const mine = you?.decision ?? (you?.ready === false ? (view?.hand?.decision ?? "") : "");
    document.title = mine ? "Your turn · PatchPoker" : "PatchPoker";
    if (mine === turn) return;
    turn = mine;
    if (!mine) return;
    cue("turn");
    if (you?.legal) log.say(choices(you.legal));
  }

  /** The whole result is turned over. */
  function celebrate() {
    const words = view?.result ? scoopWords(view.result, you?.seat ?? null, nameOf) : null;
    if (words !== null) {
      setText(parts.scoopWord, words);
      parts.scoop.classList.toggle("is-own", words === "Scoop!");
      parts.scoop.classList.add("is-on");
    }
    const net = ownNet();
    if (net !== null && net > 0) cue("won");
    setTimeout(renewPage, SEEN_MS);
    draw();
  }

  function ownNet() {
    return view?.result?.totals.find((total) => total.player === you?.player)?.net ?? null;
  }

  function draw() {
    if (view === null) return;
    const seat = you?.seat ?? null;
    const self = seat === null ? null : (view.seats[seat] ?? null);
    const result = view.phase === "result" ? view.result : null;
    const whole = result !== null && reveal.revealed >= result.boards.length ? result : null;
    parts.boards.dataset.version = String(version);
    parts.top(view);
    setText(parts.pot, potText(view));
    parts.drawSelf(self, seat !== null && view.hand?.button === seat);
    parts.drawIdle(view, you);
    const rings = opponents.update({ view, seat, result: whole, sit: menu.openBuyIn });
    boards.update({
      boards: view.hand?.boards ?? [],
      own: draft.cards,
      arranging: Boolean(you?.can_arrange) && socket.status === "open",
      folded: self?.state === "folded",
      result,
      revealed: reveal.revealed,
      seat,
      nameOf,
    });
    panel.update({
      view,
      you,
      result: whole,
      net: ownNet(),
      canUndo: draft.done.length > 0,
      timedOut,
      pending: pending > 0,
    });
    drawClock(rings);
  }

  /** @param {HTMLElement[]} rings of the others who are awaited */
  function drawClock(rings) {
    const acting = Boolean(you?.legal);
    const arranging = you?.ready !== null && you?.ready !== undefined;
    parts.turnClock.hidden = !acting;
    const texts = [acting ? parts.turnClock : null, arranging || rebuyBy ? panel.clock : null];
    const running = view?.phase === "playing" && !rebuyBy ? deadline : rebuyBy;
    clock.set(
      running,
      [...rings, parts.panel],
      texts.flatMap((text) => text ?? []),
    );
  }

  /** A new build is out: take it between hands, when the result has been seen, once for each. */
  function renewPage() {
    if (!socket.outdated) return;
    if (you?.hands.length && view?.phase === "playing") return;
    if (view?.result && reveal.revealed < view.result.boards.length) return;
    if (recall("renewed") === socket.serverBuild) return;
    remember("renewed", socket.serverBuild);
    location.reload();
  }

  /** @param {string} title @param {string} text */
  const gone = (title, text) => notice(root, title, text);

  /** F fold, C check or call, R bet or raise, Space ready or back. @param {KeyboardEvent} event */
  function key(event) {
    const busy = event.target instanceof HTMLInputElement || document.querySelector("dialog[open]");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    if (panel.press(event.key.toLowerCase())) event.preventDefault();
  }

  parts.boards.addEventListener("click", () => view?.result && reveal.skip());
  document.addEventListener("keydown", key);
  const veil = mountVeil(parts.veil, parts.dot, socket, draw);
  const sleep = stayAwake();
  const stop = socket.listen(received);
  socket.subscribe(tableId, context.code);

  return {
    destroy() {
      stop();
      sleep();
      veil.destroy();
      clock.destroy();
      reveal.clear();
      document.removeEventListener("keydown", key);
      document.title = "PatchPoker";
      socket.unsubscribe(tableId);
    },
  };
}
