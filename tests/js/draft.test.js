// The own arrangement while its swaps travel (C4, ARR-05).
import assert from "node:assert/strict";
import { test } from "node:test";
import { Draft, swapped } from "../../static/js/table/draft.js";

const DEALT = ["a", "b", "c", "d"];
const FIRST = { first: 0, second: 3 };
const SECOND = { first: 1, second: 2 };

function draft() {
  const made = new Draft();
  made.serve(DEALT, 5, "7.3");
  return made;
}

test("a swap changes two positions and nothing else", () => {
  assert.deepEqual(swapped(DEALT, FIRST), ["d", "b", "c", "a"]);
  assert.deepEqual(DEALT, ["a", "b", "c", "d"]);
});

test("a swap is seen at once, before any answer", () => {
  const own = draft();
  own.begin(FIRST, false);
  assert.deepEqual(own.cards, ["d", "b", "c", "a"]);
});

test("a view that comes between swap and answer doesn't play it back", () => {
  const own = draft();
  own.begin(FIRST, false);
  own.begin(SECOND, false);
  own.serve(swapped(DEALT, FIRST), 6, "7.3");
  assert.deepEqual(own.cards, ["d", "c", "b", "a"]);
  own.taken(6);
  own.taken(7);
  assert.deepEqual(own.cards, ["d", "c", "b", "a"], "the view of version 7 is still to come");
  own.serve(["d", "c", "b", "a"], 7, "7.3");
  assert.deepEqual(own.cards, ["d", "c", "b", "a"]);
});

test("a refusal brings back what the server holds, and nothing to undo", () => {
  const own = draft();
  own.begin(FIRST, false);
  own.refused(FIRST, false);
  assert.deepEqual(own.cards, DEALT);
  assert.deepEqual(own.done, []);
});

test("undo takes the last swap back, a refused undo keeps it", () => {
  const own = draft();
  own.begin(FIRST, false);
  own.taken(6);
  own.serve(swapped(DEALT, FIRST), 6, "7.3");
  own.begin(FIRST, true);
  assert.deepEqual(own.cards, DEALT);
  assert.deepEqual(own.done, []);
  own.refused(FIRST, true);
  assert.deepEqual(own.done, [FIRST]);
  assert.deepEqual(own.cards, swapped(DEALT, FIRST));
});

test("the next hand has nothing to undo", () => {
  const own = draft();
  own.begin(FIRST, false);
  own.taken(6);
  own.serve(["w", "x", "y", "z"], 9, "8.1");
  assert.deepEqual(own.done, []);
  assert.deepEqual(own.cards, ["w", "x", "y", "z"]);
});

test("after a reconnect versions start again", () => {
  const own = draft();
  own.begin(FIRST, false);
  own.taken(60);
  own.reset();
  own.serve(swapped(DEALT, FIRST), 1, "7.3");
  assert.deepEqual(own.cards, swapped(DEALT, FIRST));
});
