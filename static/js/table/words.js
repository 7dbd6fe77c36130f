/**
 * What happened, in sentences: for the log, the screen reader and "explain this pot". Pure.
 * @module
 */

import { chips } from "../ui/chips.js";

/** @typedef {import("./view.js").Names} Names */
/** @typedef {{type: string, [key: string]: any}} PublicEvent */

const STREETS = /** @type {Record<string, string>} */ ({
  flop: "The flops",
  turn: "The turns",
  river: "The rivers",
});

/** "You" takes another verb. @param {string} who @param {string} verb with -s @param {string} [own] */
function does(who, verb, own) {
  return who === "You" ? `You ${own ?? verb.replace(/e?s$/, "")}` : `${who} ${verb}`;
}

/**
 * A sentence for an event, null for what needs none.
 * @param {PublicEvent} event
 * @param {Names} nameOf
 * @returns {string|null}
 */
export function sentence(event, nameOf) {
  const who = "seat" in event ? nameOf(event.seat) : "";
  switch (event.type) {
    case "seat_taken":
      return `${event.name} sits down with ${chips(event.chips)}.`;
    case "seat_freed":
      return `Seat ${event.seat + 1} is free.`;
    case "sat_out":
      return `${does(who, "sits", "sit")} out.`;
    case "sat_in":
      return `${who === "You" ? "You are" : `${who} is`} back.`;
    case "hand_started":
      return `Hand ${event.hand_no}.`;
    case "blind_posted": {
      const post = event.post === "small_blind" ? "the small blind" : "the big blind";
      return `${does(who, "posts", "post")} ${post}, ${chips(event.chips)}.`;
    }
    case "action":
      return `${acted(who, event)}${event.all_in ? ", all-in" : ""}${event.timed_out ? " (time ran out)" : ""}.`;
    case "seat_left_hand":
      return `${does(who, "leaves", "leave")} the hand.`;
    case "street_dealt":
      return `${STREETS[event.street] ?? event.street}.`;
    case "arrangement_started":
      return "Arrange your three hands.";
    case "ready_set":
      return event.ready ? `${who === "You" ? "You are" : `${who} is`} ready.` : null;
    case "arrangement_ended":
      return "The hands are set.";
    case "uncalled_returned":
      return `${chips(event.chips)} uncalled go back to ${who === "You" ? "you" : who}.`;
    case "pot_awarded":
      return awardSentence(event.award, nameOf);
    case "hand_voided":
      return "The hand is void: everybody has their chips back.";
    case "table_closing":
      return "This table closes after the hand.";
    default:
      return null;
  }
}

/** @param {string} who @param {PublicEvent} event */
function acted(who, event) {
  switch (event.action) {
    case "fold":
      return does(who, "folds", "fold");
    case "check":
      return does(who, "checks", "check");
    case "call":
      return `${does(who, "calls", "call")} ${chips(event.chips)}`;
    case "bet":
      return `${does(who, "bets", "bet")} ${chips(event.bet)}`;
    default:
      return `${does(who, "raises", "raise")} to ${chips(event.bet)}`;
  }
}

/** @param {import("./view.js").Award} award @param {Names} nameOf */
function awardSentence(award, nameOf) {
  if (award.scoop !== null) {
    const paid = award.chips - award.rake;
    return `${does(nameOf(award.scoop), "scoops", "scoop")} ${thePot(award.name)}: ${chips(paid)}.`;
  }
  /** @type {Map<number, number>} */
  const won = new Map();
  for (const share of award.shares) {
    for (const win of share.winners) won.set(win.seat, (won.get(win.seat) ?? 0) + win.chips);
  }
  const parts = [...won].map(([seat, count]) => `${nameOf(seat)} ${chips(count)}`);
  return `${award.name}: ${parts.join(", ")}.`;
}

/**
 * How a result came about, line by line.
 * @param {import("./view.js").Result} result
 * @param {Names} nameOf
 * @returns {string[]}
 */
export function explain(result, nameOf) {
  const lines = [];
  if (result.ending === "void") return ["The hand was void: everybody has their chips back."];
  for (const back of result.returned) {
    lines.push(`${chips(back.chips)} that nobody called went back to ${nameOf(back.seat)}.`);
  }
  for (const award of result.awards) {
    const taken = award.rake > 0 ? `, less ${chips(award.rake)} rake` : "";
    lines.push(`${award.name}: ${chips(award.chips)}${taken}.`);
    for (const share of award.shares) {
      const winners = share.winners.map((win) => `${nameOf(win.seat)} ${chips(win.chips)}`);
      if (share.board === null) {
        lines.push(`Nobody else was in it: ${winners.join(", ")}.`);
        continue;
      }
      const shown = result.shown.find((hand) => hand.seat === share.winners[0]?.seat);
      const name = shown?.made[share.board]?.name ?? "";
      const tie = share.winners.length > 1 ? "shared, " : "";
      lines.push(
        `Board ${share.board + 1} pays ${chips(share.chips)}: ${tie}${winners.join(", ")} with ${lower(name)}.`,
      );
    }
    if (award.scoop !== null)
      lines.push(`All three boards alone: ${does(nameOf(award.scoop), "scoops", "scoop")} it.`);
  }
  if (result.ending === "uncontested") lines.push("Everyone else folded: no hand was shown.");
  return lines;
}

const FIGURES = /** @type {[RegExp, string][]} */ ([
  [/^Two pair, (\w+)s and (\w+)s$/, "Two pair $1-$2"],
  [/^Full house, (\w+)s over (\w+)s$/, "Full house $1/$2"],
  [/^Three of a kind, (\w+)s$/, "Trips $1"],
  [/^Four of a kind, (\w+)s$/, "Quads $1"],
  [/, (\w+) high$/, ", $1"],
  [/\bking(s?)\b/gi, "K$1"],
  [/\bqueen(s?)\b/i, "Q$1"],
  [/\bjack(s?)\b/i, "J$1"],
  [/\bace(s?)\b/i, "A$1"],
]);

/**
 * A hand's name where there is little room: "Two pair, kings and 5s" is "Two pair K-5".
 * @param {string} name
 */
export function shortHand(name) {
  return FIGURES.reduce((text, [long, short]) => text.replace(long, short), name);
}

/**
 * The word across the boards, null without a scoop. "Scoop!" is for one who took it all (C6).
 * @param {import("./view.js").Result} result
 * @param {number|null} seat own
 * @param {Names} nameOf
 */
export function scoopWords(result, seat, nameOf) {
  const scooped = result.awards.filter((award) => award.scoop !== null);
  const [first] = scooped;
  if (first === undefined || first.scoop === null) return null;
  const split = result.awards.filter((award) => award.shares.some((share) => share.board !== null));
  const whole = split.every((award) => award.scoop === first.scoop);
  const verb = first.scoop === seat ? "scoop" : "scoops";
  if (!whole) return `${nameOf(first.scoop)} ${verb} ${thePot(first.name)}`;
  return first.scoop === seat ? "Scoop!" : `${nameOf(first.scoop)} scoops`;
}

/** The pot and what a board would pay. @param {import("./view.js").PublicView} view */
export function potText({ hand, result }) {
  if (hand === null) return "";
  if (result?.ending === "void") return "The hand is void";
  const [first] = hand.pots;
  const whole = `Pot ${chips(hand.pot_chips)}`;
  if (hand.pots.length > 1) {
    const short = hand.pots.map(
      (pot) => `${pot.name.toLowerCase().replace(" pot", "")} ${chips(pot.chips)}`,
    );
    return [whole, ...short].join(" · ");
  }
  if (first === undefined || first.board_shares.length < 2) return whole;
  return `${whole} · ${chips(first.board_shares[0] ?? 0)} a board`;
}

/** What a player faces, for who can't see the panel. @param {import("./view.js").Legal} legal */
export function choices(legal) {
  const size = legal.bet ?? legal.raise_to;
  const parts = [
    legal.check ? "check" : null,
    legal.call === null ? null : `call ${chips(legal.call)}${legal.call_all_in ? ", all-in" : ""}`,
    size === null ? null : `${legal.bet ? "bet" : "raise to"} ${chips(size.max_to)}`,
    legal.fold ? "fold" : null,
  ];
  return `Your turn: ${parts.filter(Boolean).join(", or ")}.`;
}

/** "the main pot", "side pot 1". @param {string} name */
const thePot = (name) => (name === "Main pot" ? "the main pot" : lower(name));

/** @param {string} name */
const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);
