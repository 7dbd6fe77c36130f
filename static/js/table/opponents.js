/**
 * The other seats: who, how many chips, what they do; a ring round the avatar is their clock.
 * @module
 */

import { chips, shortChips } from "../ui/chips.js";
import { fill, h, setText } from "../ui/dom.js";

/**
 * @typedef {object} SeatModel
 * @property {any} view the PublicView
 * @property {number|null} seat the own seat
 * @property {(seat: number) => void} sit taps on a free seat
 */

/** @param {HTMLElement} root */
export function mountOpponents(root) {
  /** @type {ReturnType<typeof opponent>[]} */
  let places = [];
  let shape = "";
  return {
    /**
     * @param {SeatModel} model
     * @returns {HTMLElement[]} the rings of those who owe a decision
     */
    update({ view, seat, sit }) {
      const seats = seatsSeenFrom(view.seat_count, seat);
      if (shape !== seats.join()) {
        shape = seats.join();
        places = seats.map((number) => opponent(number, sit));
        fill(root, ...places.map((place) => place.element));
      }
      return places.flatMap((place) => place.update(view, seat === null));
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
    h("div", { class: "seat-text" }, h("div", { class: "seat-line" }, name, stack), state),
    h("div", { class: "seat-side" }, bet, backs),
  );
  const free = h(
    "button",
    { class: "free-seat", type: "button", onclick: () => sit(number) },
    "Sit here",
  );
  const closed = h("span", { class: "free-seat closed" }, "Free seat");
  const element = h("div", { class: "opponent" }, person, free, closed);

  /** @param {any} view @param {boolean} canSit @returns {HTMLElement[]} */
  function update(view, canSit) {
    const seat = view.seats[number];
    person.hidden = seat === null;
    free.hidden = seat !== null || !canSit;
    closed.hidden = seat !== null || canSit;
    if (seat === null) {
      element.className = "opponent is-free";
      return [];
    }
    const awaited = view.hand?.awaiting.includes(number) ?? false;
    element.className = `opponent is-${seat.state}${awaited ? " is-awaited" : ""}${seat.ready ? " is-ready" : ""}`;
    setText(ring, seat.name.charAt(0).toUpperCase());
    setText(name, seat.name);
    setText(stack, shortChips(seat.stack));
    setText(state, stateText(seat, awaited));
    setText(bet, seat.bet > 0 ? shortChips(seat.bet) : "");
    bet.hidden = seat.bet === 0;
    button.hidden = view.hand?.button !== number;
    backs.hidden = seat.card_count === 0 || seat.hands !== null;
    element.setAttribute(
      "aria-label",
      `${seat.name}, ${chips(seat.stack)} chips, ${stateText(seat, awaited) || "in the hand"}`,
    );
    return awaited ? [ring] : [];
  }
  return { element, update };
}

/** @param {any} seat @param {boolean} awaited */
function stateText(seat, awaited) {
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
  if (seat.ready !== null) return seat.ready ? "ready" : "arranging…";
  if (seat.state === "all_in") return "all-in";
  if (awaited) return "to act";
  return seat.last_action ?? "";
}
