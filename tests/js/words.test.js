// What happened, in words (A22, C6, UI-05).
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choices,
  explain,
  potText,
  scoopWords,
  sentence,
  shortHand,
} from "../../static/js/table/words.js";

const nameOf = (seat) => ["You", "Dana", "Okan"][seat];

test("UI-05: raise to is a total for the street", () => {
  const raise = { type: "action", seat: 1, action: "raise", chips: 25, bet: 30 };
  assert.equal(sentence(raise, nameOf), "Dana raises to 30.");
  assert.equal(sentence({ ...raise, seat: 0, all_in: true }, nameOf), "You raise to 30, all-in.");
});

test("you and others take their own verbs", () => {
  const action = (seat, word) =>
    sentence({ type: "action", seat, action: word, chips: 10, bet: 10 }, nameOf);
  assert.deepEqual(
    [action(0, "check"), action(1, "check"), action(0, "call"), action(2, "fold")],
    ["You check.", "Dana checks.", "You call 10.", "Okan folds."],
  );
  assert.equal(
    sentence({ type: "action", seat: 1, action: "fold", timed_out: true }, nameOf),
    "Dana folds (time ran out).",
  );
});

test("an event that says nothing to people is no sentence", () => {
  assert.equal(sentence({ type: "hand_finished" }, nameOf), null);
  assert.equal(sentence({ type: "ready_set", seat: 1, ready: false }, nameOf), null);
});

test("short names of hands keep what tells them apart", () => {
  const short = {
    "Two pair, kings and 5s": "Two pair K-5",
    "Full house, 5s over kings": "Full house 5/K",
    "Straight, queen high": "Straight, Q",
    "Set of aces": "Set of As",
    "Four of a kind, 7s": "Quads 7",
    "Ace high": "A high",
    "Royal flush": "Royal flush",
  };
  for (const [name, expected] of Object.entries(short)) assert.equal(shortHand(name), expected);
});

test("the choices are said as they are offered", () => {
  const legal = { fold: true, check: false, call: 180, call_all_in: false, bet: null };
  assert.equal(
    choices({ ...legal, raise_to: { min_to: 780, max_to: 780 } }),
    "Your turn: call 180, or raise to 780, or fold.",
  );
});

test("the pot and a board's share of it", () => {
  const pot = (chips, shares) => ({ name: "Main pot", chips, board_shares: shares });
  const view = (pots) => ({ hand: { pot_chips: 105, pots }, result: null });
  assert.equal(potText(view([pot(105, [35, 35, 35])])), "Pot 105 · 35 a board");
  assert.equal(potText(view([pot(105, [105])])), "Pot 105");
  const side = { name: "Side pot 1", chips: 15, board_shares: [5, 5, 5] };
  assert.equal(potText(view([pot(90, [30, 30, 30]), side])), "Pot 105 · main 90 · side 1 15");
  assert.equal(potText({ hand: null }), "");
});

const award = (name, scoop, winner, board = 0) => ({
  name,
  chips: 90,
  rake: 0,
  scoop,
  shares: [{ board, chips: 90, winners: [{ seat: winner, chips: 90 }] }],
});

test("C6: Scoop is for the whole pot; a pot of several is named; an uncontested one is none", () => {
  const words = (awards, seat = 0) => scoopWords({ awards }, seat, nameOf);
  assert.equal(words([award("Main pot", 0, 0)]), "Scoop!");
  assert.equal(words([award("Main pot", 1, 1)]), "Dana scoops");
  assert.equal(words([award("Main pot", null, 0)]), null);
  assert.equal(
    words([award("Main pot", null, 1), award("Side pot 1", 0, 0)]),
    "You scoop side pot 1",
  );
  const uncontested = award("Side pot 1", null, 0, null);
  assert.equal(words([award("Main pot", 0, 0), uncontested]), "Scoop!");
});

test("a pot is explained with its rake, shares and hands", () => {
  const result = {
    ending: "showdown",
    returned: [{ seat: 2, chips: 40 }],
    awards: [{ ...award("Main pot", null, 1), chips: 93, rake: 3 }],
    shown: [{ seat: 1, made: [{ name: "Set of 6s" }] }],
  };
  assert.deepEqual(explain(result, nameOf), [
    "40 that nobody called went back to Okan.",
    "Main pot: 93, less 3 rake.",
    "Board 1 pays 90: Dana 90 with set of 6s.",
  ]);
  assert.deepEqual(explain({ ...result, ending: "void" }, nameOf), [
    "The hand was void: everybody has their chips back.",
  ]);
});
