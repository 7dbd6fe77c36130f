/**
 * The table's fixed parts: top bar, pot and own chips, the places that the components fill.
 * @module
 */

import { chips, shortChips } from "../ui/chips.js";
import { h, setText } from "../ui/dom.js";

/** @typedef {import("./view.js").PublicView} PublicView */

/** @param {() => void} openMenu */
export function frame(openMenu) {
  const stakes = h("strong", { class: "table-stakes" });
  const meta = h("span", { class: "table-meta" });
  const dot = h("span", { class: "dot", role: "img" });
  const opponents = h("section", { class: "opponents", "aria-label": "Players" });
  const pot = h("span", { class: "pot-text" });
  const turnClock = h("span", { class: "turn-clock", "aria-hidden": "true", hidden: true });
  const self = h("span", { class: "self-text" });
  const boards = h("section", { class: "boards", "aria-label": "Boards" });
  const idleTitle = h("h2", null);
  const idleText = h("p", null);
  const idleCode = h("p", { class: "figure code-figure" });
  const idle = h("section", { class: "idle" }, idleTitle, idleCode, idleText);
  const panel = h("section", { class: "panel-row", "aria-label": "Your actions" });
  const log = h("aside", { class: "log", "aria-label": "Hand log" });
  const spoken = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite" });
  const veil = h("div", { class: "veil", role: "status" });
  const scoopWord = h("span", null);
  const scoop = h("div", { class: "scoop", "aria-hidden": "true" }, scoopWord);
  const main = h(
    "main",
    { class: "table" },
    h(
      "header",
      { class: "table-top" },
      h("a", { class: "back", href: "#/", "aria-label": "To the lobby" }, "‹"),
      h("div", { class: "table-title" }, stakes, meta),
      dot,
      h(
        "button",
        { class: "menu-button", type: "button", "aria-label": "Menu", onclick: openMenu },
        h("i"),
        h("i"),
        h("i"),
      ),
    ),
    opponents,
    h("div", { class: "pot-row" }, pot, h("span", { class: "self" }, turnClock, self)),
    h("div", { class: "felt" }, boards, idle),
    panel,
    veil,
    scoop,
    spoken,
  );
  const page = h("div", { class: "table-page" }, main, log);

  /** @param {PublicView} view */
  function top(view) {
    setText(stakes, `${chips(view.small_blind)}-${chips(view.big_blind)}`);
    const code = view.code ? ` · ${view.code}` : "";
    setText(meta, `${view.game_name}${code}${view.closing ? " · closing" : ""}`);
  }

  /**
   * The own chips beside the pot.
   * @param {import("./view.js").SeatView|null} seat
   * @param {boolean} onButton
   */
  function drawSelf(seat, onButton) {
    self.classList.toggle("is-button", onButton);
    self.classList.toggle("is-all-in", seat?.state === "all_in");
    const bet = seat && seat.bet > 0 ? ` · bet ${shortChips(seat.bet)}` : "";
    const stack = seat?.state === "all_in" ? "all-in" : chips(seat?.stack ?? 0);
    setText(self, seat === null ? "" : `${stack}${bet}`);
  }

  /**
   * What is shown in place of the boards while there are no cards.
   * @param {PublicView} view
   * @param {import("./view.js").PrivateView|null} you
   */
  function drawIdle(view, you) {
    const on = view.hand === null;
    idle.hidden = !on;
    boards.classList.toggle("is-idle", on);
    if (!on) return;
    const players = view.seats.filter((seat) => seat?.state === "waiting").length;
    setText(idleTitle, view.closing ? "This table is closing" : "Waiting for players");
    setText(idleCode, view.code ?? "");
    idleCode.hidden = view.code === null;
    setText(
      idleText,
      players >= 2
        ? "The next hand is dealt in a moment."
        : you
          ? "The cards are dealt as soon as a second player sits down."
          : "Take a seat: two players start a hand.",
    );
  }

  return {
    page,
    dot,
    opponents,
    pot,
    turnClock,
    boards,
    panel,
    log,
    spoken,
    veil,
    scoop,
    scoopWord,
    top,
    drawSelf,
    drawIdle,
  };
}
