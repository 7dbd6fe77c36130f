/**
 * The foot of the table: whatever is yours to do now, in fixed places.
 * @module
 */

import { chips, signedChips } from "../ui/chips.js";
import { fill, h } from "../ui/dom.js";

/** Taps within this time after the buttons changed are not meant for the new ones (NET-03). */
const LOCK_MS = 400;
const ASKS_MS = 4_000;

/**
 * @typedef {object} PanelModel
 * @property {import("./view.js").PublicView} view
 * @property {import("./view.js").PrivateView|null} you
 * @property {import("./view.js").Result|null} result all of it turned over, else null
 * @property {number|null} net the own result of the hand
 * @property {boolean} canUndo
 * @property {boolean} timedOut the own clock ran out in this hand
 * @property {boolean} pending an answer is under way
 */
/**
 * @typedef {object} PanelActions
 * @property {(action: string, raiseTo: number|null) => void} act
 * @property {(ready: boolean) => void} ready
 * @property {() => void} undo
 * @property {() => void} sit
 * @property {(postNow: boolean) => void} sitIn
 * @property {() => void} rebuy
 * @property {() => void} explain
 * @property {() => void} invite
 */
/** @typedef {{name: string, kind?: string, key?: string, main: string, sub?: string|Node}} Face */

/** @param {HTMLElement} root @param {PanelActions} actions */
export function mountPanel(root, actions) {
  let shown = "";
  let price = "";
  let lockedUntil = 0;
  /** @type {number|undefined} */
  let asking;
  root.tabIndex = -1;
  const clock = h("span", { class: "panel-clock", "aria-hidden": "true" });

  /** @param {Face} face @param {() => void} run */
  function button({ name, kind = "", key, main, sub }, run) {
    const small = sub === undefined ? null : h("span", { class: "button-sub" }, sub);
    const element = h(
      "button",
      { type: "button", class: `button ${name} ${kind}`, data: key ? { key } : {} },
      h("span", { class: "button-main" }, main),
      small && " ",
      small,
    );
    element.addEventListener("click", () => {
      if (performance.now() >= lockedUntil) run();
    });
    return element;
  }

  /** @param {PanelModel} model @returns {(Node|null)[]} */
  function contents(model) {
    const { view, you } = model;
    if (you === null) return watching(view);
    if (you.leaving) return [line("You leave after this hand.")];
    if (model.result !== null) return outcome(model.result, model.net);
    if (you.ready !== null) return arranging(you.ready, model.canUndo);
    if (you.legal !== null) return deciding(you.legal, view.seats[you.seat] ?? null);
    return notPlaying(model, you) ?? [line(waitingLine(view, you))];
  }

  /** @param {PanelModel} model @param {import("./view.js").PrivateView} you */
  function notPlaying({ view, timedOut }, you) {
    if (you.rebuy_deadline_ms !== null) {
      const face = { name: "rebuy", kind: "jade", main: "Rebuy", sub: clock };
      return [line("You're out of chips."), button(face, actions.rebuy)];
    }
    if (you.sitting_out || you.sit_out_next) {
      const why = timedOut ? "Your time ran out. " : "";
      const text = you.sitting_out
        ? `${why}You're sitting out.`
        : `${why}You sit out from the next hand.`;
      return [line(text), backButton(you)];
    }
    if (you.waiting_for === "big_blind") {
      return [
        line("You're dealt in when the big blind comes to you."),
        you.post_choice
          ? button({ name: "post", main: "Post now", sub: chips(view.big_blind) }, () =>
              actions.sitIn(true),
            )
          : null,
      ];
    }
    if (view.phase === "waiting") {
      return [
        line("Waiting for another player."),
        button({ name: "invite", main: "Invite" }, actions.invite),
      ];
    }
    return null;
  }

  /** @param {import("./view.js").PrivateView} you */
  const backButton = (you) =>
    button({ name: "back-in", kind: "jade", key: " ", main: "I'm back" }, () =>
      actions.sitIn(you.owes_blind && you.post_choice),
    );

  /** @param {import("./view.js").PublicView} view */
  function watching(view) {
    if (view.closing) return [line("This table closes after the hand.")];
    if (!view.seats.includes(null)) return [line("All seats are taken. You're watching.")];
    return [
      line("You're watching."),
      button({ name: "sit", kind: "jade", main: "Take a seat" }, actions.sit),
    ];
  }

  /** @param {boolean} ready @param {boolean} canUndo */
  function arranging(ready, canUndo) {
    if (ready) {
      const face = { name: "change", main: "Change", sub: clock };
      return [line("Ready. The others are arranging."), button(face, () => actions.ready(false))];
    }
    const undo = button({ name: "undo", main: "Undo" }, actions.undo);
    undo.disabled = !canUndo;
    const face = { name: "ready", kind: "jade", key: " ", main: "I'm Ready", sub: clock };
    return [undo, button(face, () => actions.ready(true))];
  }

  /** @param {import("./view.js").Legal} legal @param {import("./view.js").SeatView|null} self */
  function deciding(legal, self) {
    return [foldButton(legal), middleButton(legal), sizeButton(legal, self)];
  }

  /** Fold asks first when checking is free (A27). @param {import("./view.js").Legal} legal */
  function foldButton(legal) {
    const fold = button({ name: "fold", key: "f", main: "Fold" }, () => {
      if (!legal.check || root.classList.contains("asks-fold")) {
        actions.act("fold", null);
        return;
      }
      root.classList.add("asks-fold");
      fill(fold, h("span", { class: "button-main" }, "Fold?"), " ", sub("Check is free"));
      asking = setTimeout(() => {
        root.classList.remove("asks-fold");
        fill(fold, h("span", { class: "button-main" }, "Fold"));
      }, ASKS_MS);
    });
    return fold;
  }

  /** @param {import("./view.js").Legal} legal */
  function middleButton(legal) {
    if (legal.check) {
      const face = { name: "check", kind: "jade", key: "c", main: "Check" };
      return button(face, () => actions.act("check", null));
    }
    const kind = legal.call_all_in ? "coral" : "jade";
    const main = `Call ${chips(legal.call ?? 0)}`;
    const face = { name: "call", kind, key: "c", main };
    return button(legal.call_all_in ? { ...face, sub: "all-in" } : face, () =>
      actions.act("call", null),
    );
  }

  /** @param {import("./view.js").Legal} legal @param {import("./view.js").SeatView|null} self */
  function sizeButton(legal, self) {
    const sizes = legal.bet ?? legal.raise_to;
    if (sizes === null) return h("span", { class: "panel-gap" });
    const to = sizes.max_to;
    const action = legal.bet ? "bet" : "raise";
    const allIn = self !== null && to === self.stack + self.bet;
    const verb = legal.bet ? "Bet" : "Raise";
    const face = {
      name: "size",
      kind: allIn ? "coral" : "paper",
      key: "r",
      main: `${verb} ${allIn ? "all-in" : "pot"}`,
      sub: legal.bet ? chips(to) : `to ${chips(to)}`,
    };
    return button(face, () => actions.act(action, to));
  }

  /** @param {import("./view.js").Result} result @param {number|null} net */
  function outcome(result, net) {
    const explain = button({ name: "explain", main: "Explain", sub: "this pot" }, actions.explain);
    if (result.ending === "void") {
      return [line("The hand is void. Everybody has their chips back."), explain];
    }
    if (net === null) return [line("You weren't in this hand."), explain];
    const how = net > 0 ? "won this hand" : net < 0 ? "lost this hand" : "neither won nor lost";
    return [
      h(
        "p",
        { class: `outcome ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
        h("strong", null, signedChips(net)),
        " ",
        h("span", null, how),
      ),
      explain,
    ];
  }

  return {
    clock,
    /** The button that a key stands for, if it is there. @param {string} key */
    press(key) {
      if (root.inert) return false;
      const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (element instanceof HTMLElement) element.click();
      return element !== null;
    },
    /** @param {PanelModel} model */
    update(model) {
      const { pending, ...rest } = model;
      root.classList.toggle("is-pending", pending);
      root.inert = pending;
      const key = shownKey(rest);
      if (key === shown) return;
      const nextPrice = JSON.stringify([model.view.hand?.decision, model.you?.legal ?? null]);
      if (shown !== "" && price !== nextPrice) lockedUntil = performance.now() + LOCK_MS;
      price = nextPrice;
      shown = key;
      clearTimeout(asking);
      root.classList.remove("asks-fold");
      const mine = Boolean(model.you?.legal) || model.you?.ready === false;
      root.classList.toggle("is-your-turn", mine && model.result === null);
      const focused = root.contains(document.activeElement);
      fill(root, ...contents(model));
      // Not on a button: whoever presses Enter again must not fold.
      if (focused) root.focus({ preventScroll: true });
    },
  };
}

/** Everything that the buttons depend on. @param {Omit<PanelModel, "pending">} model */
function shownKey({ view, you, result, ...rest }) {
  const { hands, ...own } = you ?? { hands: [] };
  const seats = [view.closing, view.big_blind, view.seats.includes(null)];
  const self = you && [view.seats[you.seat]?.stack, view.seats[you.seat]?.bet];
  return JSON.stringify([
    view.phase,
    view.hand?.decision,
    seats,
    self,
    waitingLine(view, you),
    own,
    hands.length,
    result?.hand_no,
    rest,
  ]);
}

/** @param {string} text */
const line = (text) => h("p", { class: "panel-line" }, text);
/** @param {string} text */
const sub = (text) => h("span", { class: "button-sub" }, text);

/**
 * Whom or what the table waits for.
 * @param {import("./view.js").PublicView} view
 * @param {import("./view.js").PrivateView|null} you
 */
function waitingLine(view, you) {
  const { hand } = view;
  if (view.phase === "result") return "The next hand comes in a moment.";
  if (hand === null || you === null) return "";
  const self = view.seats[you.seat];
  if (self?.state === "folded") return "You folded. The hand goes on.";
  if (you.waiting_for === "button") return "You're dealt in when the button has passed you.";
  if (you.hands.length === 0) return "You're dealt in from the next hand.";
  if (hand.phase === "run_out") return "All-in. The cards decide.";
  if (hand.phase === "arranging") return "The others are arranging.";
  const names = hand.awaiting.map((seat) => view.seats[seat]?.name);
  return names.length === 1 ? `${names[0]} to act.` : "";
}
