/**
 * The table: one view from the server, drawn whole by its components.
 * @module
 */

import { getMe } from "../api.js";
import { optionsSheet } from "../lobby/private_table.js";
import { Refused } from "../socket.js";
import { recall, remember } from "../storage.js";
import { chips } from "../ui/chips.js";
import { fill, h, setText } from "../ui/dom.js";
import { toast } from "../ui/toast.js";
import { mountBoards } from "./boards.js";
import { deadlineOf, mountClock } from "./clock.js";
import { Draft } from "./draft.js";
import { mountLog } from "./log.js";
import { mountOpponents } from "./opponents.js";
import { mountPanel } from "./panel.js";
import { mountReveal } from "./result.js";
import { amountSheet, explainSheet, inviteSheet, menuSheet } from "./sheets.js";
import { explain } from "./words.js";

/**
 * @typedef {import("../main.js").Context & {tableId: string, code: string|null}} TableContext
 */

const BOARDS = 3;
const PER_BOARD = 4;

/**
 * @param {HTMLElement} root
 * @param {TableContext} context
 * @returns {{destroy: () => void}}
 */
export function mountTable(root, context) {
  const { socket, tableId, navigate } = context;
  /** @type {any|null} */
  let view = null;
  /** @type {any|null} */
  let you = null;
  let version = -1;
  /** @type {import("./clock.js").Deadline|null} */
  let deadline = null;
  let pending = 0;
  const draft = new Draft();

  const stakes = h("span", { class: "table-stakes" });
  const dot = h("span", { class: "dot", role: "img" });
  const opponentsRoot = h("section", { class: "opponents", "aria-label": "Players" });
  const pot = h("span", { class: "pot-text" });
  const self = h("span", { class: "self-text" });
  const boardsRoot = h("section", { class: "boards", "aria-label": "Boards" });
  const panelRoot = h("section", { class: "panel-row", "aria-label": "Your actions" });
  const logRoot = h("aside", { class: "log", "aria-label": "Hand log" });
  const veil = h("div", { class: "veil", role: "status" });
  const scoop = h("div", { class: "scoop", "aria-hidden": "true" }, h("span", null, "Scoop!"));
  const main = h(
    "main",
    { class: "table" },
    h(
      "header",
      { class: "table-top" },
      h("a", { class: "back", href: "#/", "aria-label": "To the lobby" }, "‹"),
      stakes,
      dot,
      h(
        "button",
        { class: "menu-button", type: "button", "aria-label": "Menu", onclick: openMenu },
        "☰",
      ),
    ),
    opponentsRoot,
    h("div", { class: "pot-row" }, pot, self),
    boardsRoot,
    panelRoot,
    veil,
    scoop,
  );
  fill(root, h("div", { class: "table-page" }, main, logRoot));

  const boards = mountBoards(boardsRoot, BOARDS, PER_BOARD, (first, second) =>
    sendSwap({ first, second }, false),
  );
  const opponents = mountOpponents(opponentsRoot);
  const log = mountLog(logRoot);
  const clock = mountClock();
  const reveal = mountReveal(draw, showEnd);
  const panel = mountPanel(panelRoot, {
    act: (action, raiseTo) =>
      send({ type: "act", decision: you?.decision, action, raise_to: raiseTo }),
    ready: (ready) => send({ type: "ready", decision: view?.hand?.decision, ready }),
    undo: () => {
      const last = draft.done.at(-1);
      if (last) sendSwap(last, true);
    },
    sit: () => openBuyIn(null),
    sitIn: (postNow) => send({ type: "sit_in", post_now: postNow }),
    rebuy: () => openTopUp(),
    explain: () => explainSheet(explain(view?.result, nameOf)),
    share: () => void inviteSheet(tableId, view?.code ?? null),
  });

  /** @param {number} seat */
  function nameOf(seat) {
    if (you?.seat === seat) return "You";
    const total = view?.result?.totals.find((/** @type {any} */ t) => t.seat === seat);
    return total?.name ?? view?.seats[seat]?.name ?? `Seat ${seat + 1}`;
  }

  /**
   * Send a command; whatever comes of it is shown by the next view, a refusal by a toast.
   * @param {import("../socket.js").Frame} frame
   */
  async function send(frame) {
    pending += 1;
    draw();
    try {
      await socket.command({ ...frame, table: tableId });
    } catch (error) {
      if (error instanceof Refused && error.code !== "stale_decision") toast(error.message);
    }
    pending -= 1;
    draw();
  }

  /** @param {import("./draft.js").Swap} swap @param {boolean} undoing */
  async function sendSwap(swap, undoing) {
    draft.begin(swap, undoing);
    draw();
    try {
      const decision = view.hand.decision;
      const answer = await socket.command({ type: "swap", table: tableId, decision, ...swap });
      draft.taken(answer.version);
    } catch (error) {
      draft.refused(swap, undoing);
      if (error instanceof Refused) toast(error.message);
    }
    draw();
  }

  /** @param {import("../socket.js").Frame} frame */
  function received(frame) {
    if (frame.type === "hello") {
      version = -1;
      draft.reset();
      if (socket.outdated) renewPage();
    } else if (frame.type === "view" && frame.table === tableId) {
      if (frame.version < version) return;
      take(frame);
    } else if (frame.type === "closed" && frame.table === tableId) {
      gone("This table has closed.");
    } else if (frame.type === "wallet") {
      context.me.wallet = frame.chips;
    } else if (frame.type === "error" && frame.id === null && view === null) {
      gone(frame.message);
    } else if (frame.type === "bye") {
      toast(frame.message);
    }
  }

  /** @param {import("../socket.js").Frame} frame */
  function take(frame) {
    const first = view === null;
    version = frame.version;
    view = frame.public;
    you = frame.you;
    deadline = deadlineOf(view.clock, frame.now_ms, performance.now());
    draft.serve((you?.hands ?? []).flat(), version, view.hand?.decision ?? "");
    log.add(frame.events, nameOf);
    if (view.result) {
      remember(`seen.${tableId}`, String(view.last_hand_no));
      reveal.show(view.result, first);
    } else {
      reveal.clear();
      scoop.classList.remove("is-on");
    }
    if (first) missedResult();
    draw();
  }

  /** One who was away when a hand ended gets to see how. */
  async function missedResult() {
    const seen = Number(recall(`seen.${tableId}`) ?? 0);
    if (!you || view.result || view.last_hand_no <= seen) return;
    try {
      const { result } = await socket.command({ type: "last_result", table: tableId });
      remember(`seen.${tableId}`, String(view.last_hand_no));
      const mine = result?.totals.find((/** @type {any} */ t) => t.player === context.me.id);
      if (!mine) return;
      const names = (/** @type {number} */ seat) => {
        const total = result.totals.find((/** @type {any} */ t) => t.seat === seat);
        return total?.player === context.me.id ? "You" : (total?.name ?? `Seat ${seat + 1}`);
      };
      const text = mine.net >= 0 ? `won ${chips(mine.net)}` : `lost ${chips(-mine.net)}`;
      explainSheet([
        `While you were away hand ${result.hand_no} ended: you ${text}.`,
        ...explain(result, names),
      ]);
    } catch {
      // Nothing to show: the next result comes by itself.
    }
  }

  function showEnd() {
    const scooped = view?.result?.awards.find((/** @type {any} */ award) => award.scoop !== null);
    if (scooped) {
      setText(
        /** @type {Element} */ (scoop.firstElementChild),
        scooped.scoop === you?.seat ? "Scoop!" : `${nameOf(scooped.scoop)} scoops`,
      );
      scoop.classList.add("is-on");
    }
    draw();
  }

  function draw() {
    if (view === null) return;
    const seat = you?.seat ?? null;
    const result = view.phase === "result" ? view.result : null;
    const mine = result?.totals.find((/** @type {any} */ total) => total.seat === seat);
    setText(
      stakes,
      `${view.game_name} ${view.small_blind}-${view.big_blind}${view.code ? ` · ${view.code}` : ""}`,
    );
    drawPot(result);
    drawSelf(seat);
    const rings = opponents.update({ view, seat, sit: openBuyIn });
    boards.update({
      boards: view.hand?.boards ?? [],
      own: draft.cards,
      arranging: Boolean(you?.can_arrange) && socket.status === "open",
      folded: seat !== null && view.seats[seat]?.state === "folded",
      result,
      revealed: reveal.revealed,
      seat,
      nameOf,
    });
    panel.update({
      view,
      you,
      result: result && reveal.revealed >= BOARDS ? result : null,
      net: mine ? mine.net : null,
      canUndo: draft.done.length > 0,
      pending: pending > 0,
      freeSeat: view.seats.includes(null) && !view.closing,
    });
    const timed = you?.decision || you?.ready === false || you?.ready === true;
    clock.set(
      view.phase === "playing" ? deadline : null,
      [...rings, panelRoot],
      timed ? [panel.clock] : [],
    );
  }

  /** @param {any|null} result */
  function drawPot(result) {
    if (view.hand === null) {
      setText(pot, view.phase === "waiting" ? "Waiting for players" : "");
      return;
    }
    const [first] = view.hand.pots;
    const parts = [`Pot ${chips(view.hand.pot_chips)}`];
    if (first && first.board_shares.length > 1 && view.hand.pots.length === 1) {
      parts.push(`${chips(first.board_shares[0])} a board`);
    } else if (view.hand.pots.length > 1) {
      parts.push(
        ...view.hand.pots.map(
          (/** @type {any} */ p) => `${p.name.toLowerCase().replace(" pot", "")} ${chips(p.chips)}`,
        ),
      );
    }
    setText(pot, result?.ending === "void" ? "Hand void" : parts.join(" · "));
  }

  /** @param {number|null} seat */
  function drawSelf(seat) {
    const own = seat === null ? null : view.seats[seat];
    self.classList.toggle("is-button", seat !== null && view.hand?.button === seat);
    if (!own) {
      setText(self, "");
      return;
    }
    const bet = own.bet > 0 ? ` · bet ${chips(own.bet)}` : "";
    setText(self, `${own.state === "all_in" ? "All-in" : chips(own.stack)}${bet}`);
  }

  function drawConnection() {
    const { status } = socket;
    dot.className = `dot is-${status}`;
    dot.setAttribute("aria-label", status === "open" ? "connected" : "reconnecting");
    veil.classList.toggle("is-on", status !== "open" && view !== null);
    const age = Math.round(socket.silence / 1000);
    const why =
      status === "restarting"
        ? "The server restarts"
        : navigator.onLine
          ? "Reconnecting"
          : "You're offline";
    setText(
      veil,
      status === "open" ? "" : `${why}… What you see is ${age} s old. Your seat is safe.`,
    );
    draw();
  }

  /** A new build is out: take it between hands, once. */
  function renewPage() {
    const playing = you?.hands.length && view?.phase === "playing";
    if (playing) toast("A new version is out: the page reloads after this hand.");
    else if (recall("renewed") !== socketBuild()) {
      remember("renewed", socketBuild());
      location.reload();
    }
  }
  const socketBuild = () => `${Math.floor(Date.now() / 60_000)}`;

  /** @param {number|null} seat */
  async function openBuyIn(seat) {
    try {
      context.me = (await getMe()) ?? context.me;
    } catch {
      // The last known wallet will do; the server decides anyway.
    }
    const { min_buy_in: least, max_buy_in: top, big_blind: step } = view;
    const most = Math.min(top, context.me.wallet);
    if (most < least) {
      toast(`The least buy-in is ${chips(least)}; your wallet has ${chips(context.me.wallet)}.`);
      return;
    }
    amountSheet({
      title: "Buy in",
      note: `Your wallet has ${chips(context.me.wallet)}. You can leave with your chips at any time.`,
      least,
      most,
      start: Math.max(least, Math.min(most, step * 100)),
      step,
      confirm: "Sit down",
      done: (count) => send({ type: "sit", seat, chips: count, code: context.code }),
    });
  }

  async function openTopUp() {
    const me = (await getMe().catch(() => null)) ?? context.me;
    context.me = me;
    const most = Math.min(you.max_top_up, me.wallet);
    const stack = view.seats[you.seat]?.stack ?? 0;
    const least = stack === 0 ? view.min_buy_in : 1;
    if (most < least) {
      toast(
        you.max_top_up < 1
          ? "You have the most that this table allows."
          : "Your wallet can't pay that.",
      );
      return;
    }
    amountSheet({
      title: stack === 0 ? "Rebuy" : "Add chips",
      note: `Your wallet has ${chips(me.wallet)}. Added between hands.`,
      least,
      most,
      start: most,
      step: view.big_blind,
      confirm: stack === 0 ? "Rebuy" : "Add them",
      done: (count) => send({ type: "top_up", chips: count }),
    });
  }

  function openMenu() {
    if (view === null) return;
    const items = [];
    if (you) {
      const out = you.sitting_out || you.sit_out_next;
      items.push(
        out
          ? {
              text: "I'm back",
              kind: "jade",
              run: () => void send({ type: "sit_in", post_now: false }),
            }
          : { text: "Sit out next hand", run: () => void send({ type: "sit_out" }) },
        { text: "Add chips", run: () => void openTopUp() },
      );
    }
    items.push({ text: "Invite", run: () => void inviteSheet(tableId, view.code) });
    if (view.code && view.host === context.me.id) {
      items.push({ text: "Table options", run: openOptions });
    }
    items.push({ text: "Rules", run: () => navigate("#/rules/patch-patch") });
    if (you) items.push({ text: "Leave the table", kind: "coral-quiet", run: confirmLeave });
    const rake = view.rake_bps ? `rake ${view.rake_bps / 100}%` : "no rake";
    menuSheet(`${view.small_blind}-${view.big_blind} · ${view.speed} · ${rake}`, items);
  }

  /** The host's, between hands. */
  function openOptions() {
    const { game, seat_count, small_blind, big_blind, speed, min_buy_in, max_buy_in } = view;
    const now = { game, seats: seat_count, small_blind, big_blind, speed, min_buy_in, max_buy_in };
    optionsSheet("Table options", now, "Change them", async (options) => {
      try {
        await socket.command({ type: "options", table: tableId, ...options });
        toast("The next hand is dealt under these.");
        return true;
      } catch (error) {
        if (error instanceof Refused) toast(error.message);
        return false;
      }
    });
  }

  function confirmLeave() {
    const inHand =
      you.hands.length > 0 && view.phase === "playing" && view.seats[you.seat]?.state === "playing";
    const go = () => void send({ type: "leave" });
    if (!inHand) go();
    else
      menuSheet("Leaving now folds your hand.", [
        { text: "Fold and leave", kind: "coral", run: go },
      ]);
  }

  /** @param {string} text */
  function gone(text) {
    fill(
      root,
      h(
        "main",
        { class: "welcome" },
        h("h1", null, "No table here"),
        h("p", null, text),
        h("a", { class: "button jade wide", href: "#/" }, "To the lobby"),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
    const legal = you?.legal;
    if (event.key === " " && you?.ready === false) {
      event.preventDefault();
      void send({ type: "ready", decision: view.hand.decision, ready: true });
    } else if (legal && event.key === "c") {
      void send({
        type: "act",
        decision: you.decision,
        action: legal.check ? "check" : "call",
        raise_to: null,
      });
    } else if (legal && event.key === "f" && !legal.check) {
      void send({ type: "act", decision: you.decision, action: "fold", raise_to: null });
    } else if (legal && event.key === "r") {
      const sizes = legal.bet ?? legal.raise_to;
      const action = legal.bet ? "bet" : "raise";
      if (sizes) void send({ type: "act", decision: you.decision, action, raise_to: sizes.max_to });
    }
  }

  boardsRoot.addEventListener("click", () => view?.result && reveal.skip());
  document.addEventListener("keydown", key);
  const stops = [socket.listen(received), socket.watch(drawConnection)];
  const ageing = setInterval(() => socket.status !== "open" && drawConnection(), 1_000);
  drawConnection();
  socket.subscribe(tableId, context.code);

  return {
    destroy() {
      for (const stop of stops) stop();
      clearInterval(ageing);
      clock.destroy();
      reveal.clear();
      document.removeEventListener("keydown", key);
      socket.unsubscribe(tableId);
    },
  };
}
