/**
 * Everything about the own seat that isn't a decision: sit, add chips, sit out, leave, invite.
 * @module
 */

import { getMe } from "../api.js";
import { usualBuyIn } from "../lobby/offers.js";
import { optionsSheet } from "../lobby/private_table.js";
import { chips } from "../ui/chips.js";
import { cuesOn, switchCues } from "../ui/cues.js";
import { toast } from "../ui/toast.js";
import { amountSheet, inviteSheet, menuSheet } from "./sheets.js";

/** @typedef {import("./view.js").PublicView} PublicView */
/** @typedef {import("./view.js").PrivateView} PrivateView */

/**
 * @param {import("./table.js").TableContext} context
 * @param {() => {view: PublicView, you: PrivateView|null}} current
 * @param {(frame: import("../socket.js").Frame) => Promise<boolean>} send whether it was accepted
 */
export function seatMenu(context, current, send) {
  async function wallet() {
    try {
      context.me = (await getMe()) ?? context.me;
    } catch {
      // The last known wallet will do; the server decides anyway.
    }
    return context.me.wallet;
  }

  /** @param {number|null} seat */
  async function openBuyIn(seat) {
    const purse = await wallet();
    const { min_buy_in: least, max_buy_in: top, big_blind: step } = current().view;
    const most = Math.min(top, purse);
    if (most < least) {
      toast(`The least buy-in is ${chips(least)}; your wallet has ${chips(purse)}.`);
      return;
    }
    amountSheet({
      title: "Buy in",
      note: `Your wallet has ${chips(purse)}. Take your chips home whenever you like.`,
      least,
      most,
      start: usualBuyIn(least, most, step),
      step,
      confirm: "Sit down with",
      done: (count) => send({ type: "sit", seat, chips: count, code: context.code }),
    });
  }

  /** Came here to play: sit down with what the lobby promised, or ask with how much. */
  function arrive() {
    const { view, you } = current();
    const { arrival, tableId, code } = context;
    if (you !== null || view.closing || !view.seats.includes(null)) return;
    if (arrival?.table === tableId && arrival.chips !== null) {
      send({ type: "sit", seat: null, chips: arrival.chips, code });
    } else if (arrival?.table === tableId || code !== null) void openBuyIn(null);
  }

  async function openTopUp() {
    const purse = await wallet();
    const { view, you } = current();
    if (you === null) return;
    const broke = (view.seats[you.seat]?.stack ?? 0) === 0;
    const most = Math.min(you.max_top_up, purse);
    const least = broke ? view.min_buy_in : 1;
    if (most < least) {
      toast(
        you.max_top_up < 1
          ? "You have the most that this table allows."
          : `Your wallet has ${chips(purse)}; you need ${chips(least)}.`,
      );
      return;
    }
    amountSheet({
      title: broke ? "Rebuy" : "Add chips",
      note: `Your wallet has ${chips(purse)}. Chips come to the table between hands.`,
      least,
      most,
      start: broke ? usualBuyIn(least, most, view.big_blind) : most,
      step: view.big_blind,
      confirm: broke ? "Rebuy for" : "Add",
      done: (count) => send({ type: "top_up", chips: count }),
    });
  }

  const invite = () => void inviteSheet(context.tableId, current().view.code);

  function openMenu() {
    const { view, you } = current();
    const cues = cuesOn();
    const items = [
      ...(you ? seatItems(you) : []),
      { text: "Invite", run: invite },
      ...(view.code && view.host === context.me.id
        ? [{ text: "Table options", run: openOptions }]
        : []),
      { text: "Rules", run: () => context.navigate("#/rules/patch-patch") },
      {
        text: `Sounds and vibration: ${cues ? "on" : "off"}`,
        run: () => switchCues(!cues),
      },
    ];
    if (you && !you.leaving)
      items.push({ text: "Leave the table", kind: "coral-quiet", run: leave });
    menuSheet(
      `${chips(view.small_blind)}-${chips(view.big_blind)} · ${view.speed}`,
      items,
      facts(view),
    );
  }

  /** @param {PrivateView} you @returns {import("./sheets.js").MenuItem[]} */
  function seatItems(you) {
    const toggle =
      you.sitting_out || you.sit_out_next
        ? { text: "I'm back", kind: "jade", run: () => send({ type: "sit_in", post_now: false }) }
        : { text: "Sit out next hand", run: () => send({ type: "sit_out" }) };
    const add = you.queued_top_up
      ? `Add chips (${chips(you.queued_top_up)} on their way)`
      : "Add chips";
    return [toggle, { text: add, run: () => void openTopUp() }];
  }

  /** The host's, between hands (A30). */
  function openOptions() {
    const { game, seat_count: seats, small_blind, big_blind, speed } = current().view;
    const { min_buy_in, max_buy_in } = current().view;
    const now = { game, seats, small_blind, big_blind, speed, min_buy_in, max_buy_in };
    optionsSheet("Table options", now, "Change them", async (options) => {
      const accepted = await send({ type: "options", ...options });
      if (accepted) toast("The next hand is dealt under these.");
      return accepted;
    });
  }

  function leave() {
    const { view, you } = current();
    const dealtIn = you !== null && you.hands.length > 0 && view.phase === "playing";
    const folds = dealtIn && view.seats[you.seat]?.state === "playing";
    const go = () => send({ type: "leave" });
    if (folds) {
      menuSheet(
        "Leave now?",
        [{ text: "Fold and leave", kind: "coral", run: go }],
        ["Your hand folds; what you bet stays in the pot."],
      );
    } else go();
  }

  return { arrive, openBuyIn, openTopUp, openMenu, invite };
}

/** What a table is, in a line or two. @param {PublicView} view */
function facts(view) {
  const clocks = `${view.decision_ms / 1000} s a decision, ${view.arrangement_ms / 1000} s to arrange`;
  const rake = view.rake_bps
    ? `rake ${view.rake_bps / 100}%, at most ${chips(view.rake_cap_chips)} a hand`
    : "no rake";
  return [
    `${view.game_name} · buy-in ${chips(view.min_buy_in)} to ${chips(view.max_buy_in)}`,
    `${clocks} · ${rake}`,
  ];
}
