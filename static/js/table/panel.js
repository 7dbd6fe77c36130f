/**
 * The foot of the table: whatever is yours to do now, in fixed places.
 * @module
 */

import { chips, signedChips } from "../ui/chips.js";
import { fill, h } from "../ui/dom.js";

/** Taps within this time after the buttons changed are not meant for the new ones (NET-03). */
const LOCK_MS = 400;

/**
 * @typedef {object} PanelModel
 * @property {any} view
 * @property {any|null} you
 * @property {any|null} result
 * @property {number|null} net the own result of the hand
 * @property {boolean} canUndo
 * @property {boolean} pending an answer is under way
 * @property {boolean} freeSeat
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
 * @property {() => void} share
 */

/** @param {HTMLElement} root @param {PanelActions} actions */
export function mountPanel(root, actions) {
  let shown = "";
  let lockedUntil = 0;
  const clock = h("span", { class: "panel-clock", "aria-hidden": "true" });

  /**
   * @param {string} kind class of the button
   * @param {string} text
   * @param {() => void} run
   * @param {HTMLElement|null} [extra]
   */
  function button(kind, text, run, extra = null) {
    const element = h("button", { type: "button", class: `button ${kind}` }, text, extra);
    element.addEventListener("click", () => {
      if (performance.now() >= lockedUntil) run();
    });
    return element;
  }

  /** @param {PanelModel} model @returns {(Node|null)[]} */
  function contents(model) {
    const { view, you } = model;
    if (you === null) return watching(model);
    if (you.leaving) return [line("You leave after this hand.")];
    if (model.result !== null && view.phase === "result") return outcome(model);
    if (you.ready !== null) return arranging(model);
    if (you.legal !== null) return deciding(you.legal);
    if (you.sitting_out || you.sit_out_next) {
      return [
        line(you.sitting_out ? "You sit out." : "You sit out from the next hand."),
        back(you),
      ];
    }
    if (you.rebuy_deadline_ms !== null) {
      return [line("You're out of chips."), button("amber", "Rebuy", actions.rebuy)];
    }
    if (you.post_choice && you.waiting_for === "big_blind") {
      return [
        line("You wait for the big blind."),
        button("", "Post it now", () => actions.sitIn(true)),
      ];
    }
    if (view.phase === "waiting") {
      return [line("Waiting for another player."), button("", "Invite", actions.share)];
    }
    if (you.hands.length === 0) return [line("You're in from the next hand.")];
    return [line(waitingLine(view, you))];
  }

  /** @param {any} you */
  const back = (you) =>
    button("jade", "I'm back", () => actions.sitIn(you.owes_blind && you.post_choice));

  /** @param {PanelModel} model */
  function watching(model) {
    if (!model.freeSeat) return [line("All seats are taken. You're watching.")];
    return [line("You're watching."), button("jade", "Take a seat", actions.sit)];
  }

  /** @param {PanelModel} model */
  function arranging({ you, canUndo }) {
    if (you.ready) {
      return [
        line("Ready. Waiting for the others."),
        button("", "Change", () => actions.ready(false), clock),
      ];
    }
    const undo = button("undo", "Undo", actions.undo);
    undo.disabled = !canUndo;
    return [undo, button("jade grow", "I'm Ready", () => actions.ready(true), clock)];
  }

  /** @param {any} legal */
  function deciding(legal) {
    const fold = button("fold", "Fold", () => {
      const sure = !legal.check || root.classList.contains("asks-fold");
      if (sure) actions.act("fold", null);
      else {
        root.classList.add("asks-fold");
        fold.textContent = "Fold anyway?";
      }
    });
    const middle = legal.check
      ? button("grow", "Check", () => actions.act("check", null))
      : button(
          `grow${legal.call_all_in ? " coral" : ""}`,
          `Call ${chips(legal.call)}`,
          () => actions.act("call", null),
          legal.call_all_in ? h("small", null, "all-in") : null,
        );
    const sizes = legal.bet ?? legal.raise_to;
    const action = legal.bet ? "bet" : "raise";
    const aggressive =
      sizes === null
        ? h("span", { class: "panel-gap" })
        : button("amber grow", betText(action, sizes.max_to), () =>
            actions.act(action, sizes.max_to),
          );
    return [fold, middle, aggressive];
  }

  /** @param {PanelModel} model */
  function outcome({ net, result }) {
    const figure =
      net === null
        ? line(result.ending === "void" ? "The hand is void." : "You weren't in this hand.")
        : h(
            "p",
            { class: `outcome ${net > 0 ? "won" : net < 0 ? "lost" : ""}` },
            h("strong", null, signedChips(net)),
            h("span", null, net > 0 ? "won this hand" : net < 0 ? "lost this hand" : "even"),
          );
    return [figure, button("", "Explain", actions.explain)];
  }

  return {
    clock,
    /** @param {PanelModel} model */
    update(model) {
      const key = JSON.stringify([
        model.view.phase,
        model.view.hand?.decision,
        model.you?.legal,
        model.you?.ready,
        model.you?.waiting_for,
        model.you?.sitting_out,
        model.you?.sit_out_next,
        model.you?.leaving,
        model.you?.rebuy_deadline_ms,
        model.you?.hands.length,
        model.result?.hand_no,
        model.net,
        model.canUndo,
        model.freeSeat,
        model.you === null,
        waitingLine(model.view, model.you),
      ]);
      root.classList.toggle("is-pending", model.pending);
      root.inert = model.pending;
      if (key === shown) return;
      const wasPrice = root.dataset.price;
      const price = JSON.stringify([model.view.hand?.decision, model.you?.legal ?? null]);
      root.dataset.price = price;
      if (shown !== "" && wasPrice !== price) lockedUntil = performance.now() + LOCK_MS;
      shown = key;
      root.classList.remove("asks-fold");
      root.classList.toggle(
        "is-your-turn",
        Boolean(model.you?.legal) || model.you?.ready === false,
      );
      fill(root, ...contents(model));
    },
  };
}

/** @param {string} text */
const line = (text) => h("p", { class: "panel-line" }, text);

/** @param {string} action @param {number} to */
function betText(action, to) {
  return action === "bet" ? `Bet pot ${chips(to)}` : `Raise pot to ${chips(to)}`;
}

/** Whom the table waits for. @param {any} view @param {any|null} you */
function waitingLine(view, you) {
  const awaited = (view.hand?.awaiting ?? []).map((/** @type {number} */ n) => view.seats[n]?.name);
  if (view.hand?.phase === "run_out") return "All-in. The cards decide.";
  if (view.hand?.phase === "arranging") return "The others arrange their hands.";
  if (you?.hands.length && view.seats[you.seat]?.state === "folded") return "You folded this hand.";
  if (awaited.length === 1) return `${awaited[0]} to act.`;
  return view.phase === "result" ? "The next hand comes in a moment." : "";
}
