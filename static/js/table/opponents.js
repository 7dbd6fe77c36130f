/**
 * The other seats: who, how many chips, what they do; a ring round the avatar is their clock.
 * @module
 */

import { chips, shortChips, signedChips } from "../ui/chips.js";
import { fill, h, setText } from "../ui/dom.js";

/**
 * @typedef {object} SeatsModel
 * @property {import("./view.js").PublicView} view
 * @property {number|null} seat the own seat
 * @property {import("./view.js").Result|null} result all of it turned over, else null
 * @property {(seat: number) => void} sit taps on a free seat
 */

/** @param {HTMLElement} root */
export function mountOpponents(root) {
  /** @type {ReturnType<typeof opponent>[]} */
  let places = [];
  let shape = "";
  return {
    /**
     * @param {SeatsModel} model
     * @returns {HTMLElement[]} the rings of those who owe a decision
     */
    update({ view, seat, result, sit }) {
      const seats = seatsSeenFrom(view.seat_count, seat);
      if (shape !== seats.join()) {
        shape = seats.join();
        places = seats.map((number) => opponent(number, sit));
        root.classList.toggle("is-crowded", seats.length > 2);
        fill(root, ...places.map((place) => place.element));
      }
      return places.flatMap((place) => place.update(view, seat === null, result));
    },
  };
}

/** Clockwise from the own seat; all for a spectator. @param {number} count @param {number|null} own */
export function seatsSeenFrom(count, own) {
  const seats = Array.from({ length: count }, (_, number) => number);
  if (own === null) return seats;
  return [...seats.slice(own + 1), ...seats.slice(0, own)];
}

/** @param {number} number @param {(seat: number) => void} sit */
function opponent(number, sit) {
  const ring = h("div", { class: "ring", "aria-hidden": "true" });
  const name = h("span", { class: "seat-name" });
  const stack = h("span", { class: "seat-stack" });
  const state = h("span", { class: "seat-state" });
  const bet = h("span", { class: "seat-bet" });
  const button = h("span", { class: "dealer", title: "Dealer button" }, "D");
  const backs = h("span", { class: "backs", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  const person = h(
    "div",
    { class: "seat-person" },
    h("div", { class: "avatar" }, ring, button),
    h(
      "div",
      { class: "seat-text" },
      h("div", { class: "seat-line" }, name, bet),
      h("div", { class: "seat-line" }, stack, state),
    ),
    backs,
  );
  const free = h(
    "button",
    { class: "free-seat", type: "button", onclick: () => sit(number) },
    "Sit here",
  );
  const closed = h("span", { class: "free-seat closed" }, "Free seat");
  const element = h("div", { class: "opponent", role: "group" }, person, free, closed);

  /**
   * @param {import("./view.js").PublicView} view
   * @param {boolean} canSit
   * @param {import("./view.js").Result|null} result
   * @returns {HTMLElement[]}
   */
  function update(view, canSit, result) {
    const seat = view.seats[number] ?? null;
    person.hidden = seat === null;
    free.hidden = seat !== null || !canSit || view.closing;
    closed.hidden = seat !== null || !free.hidden;
    if (seat === null) {
      element.className = "opponent is-free";
      element.setAttribute("aria-label", `Seat ${number + 1}, free`);
      return [];
    }
    const awaited = view.hand?.awaiting.includes(number) ?? false;
    const words = stateText(seat, awaited, result !== null);
    element.className = `opponent is-${seat.state}`;
    element.classList.toggle("is-awaited", awaited);
    element.classList.toggle("is-ready", seat.ready === true);
    setText(ring, initial(seat.name));
    setText(name, seat.name);
    setText(stack, shortChips(seat.stack));
    setText(state, words);
    drawBet(seat, result);
    button.hidden = view.hand?.button !== number;
    backs.classList.toggle("gone", seat.card_count === 0 || seat.hands !== null);
    const inFront = seat.bet > 0 ? `, ${chips(seat.bet)} bet` : "";
    const label = `${seat.name}, ${chips(seat.stack)} chips${inFront}, ${words || "in the hand"}`;
    element.setAttribute("aria-label", label);
    return awaited ? [ring] : [];
  }

  /** @param {import("./view.js").SeatView} seat @param {import("./view.js").Result|null} result */
  function drawBet(seat, result) {
    const total = result?.totals.find(
      (each) => each.seat === number && each.player === seat.player,
    );
    bet.hidden = total ? result?.ending === "void" : seat.bet === 0;
    bet.classList.toggle("is-won", Boolean(total && total.net > 0));
    bet.classList.toggle("is-lost", Boolean(total && total.net <= 0));
    setText(bet, total ? signedChips(total.net) : shortChips(seat.bet));
  }

  return { element, update };
}

/** The first letter as people count letters. @param {string} name */
const initial = (name) => (Array.from(name.trim())[0] ?? "?").toLocaleUpperCase();

/** @param {import("./view.js").SeatView} seat @param {boolean} awaited @param {boolean} over */
function stateText(seat, awaited, over) {
  if (seat.leaving) return "leaving";
  switch (seat.state) {
    case "folded":
      return "folded";
    case "sitting_out":
      return "sitting out";
    case "busted":
      return "out of chips";
    case "waiting":
      return "next hand";
    default:
  }
  if (over) return "";
  if (seat.ready !== null) return seat.ready ? "ready" : "arranging";
  if (seat.state === "all_in") return "all-in";
  if (awaited) return "to act";
  return lastAction(seat.last_action ?? "");
}

/** "raise to 115" is "raise": the chips are in the pill beside it. @param {string} action */
function lastAction(action) {
  if (action.startsWith("small blind")) return "SB";
  if (action.startsWith("big blind")) return "BB";
  return action.replace(/ (to )?\d+$/, "");
}
