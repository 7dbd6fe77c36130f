// Chips as text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chips, shortChips, signedChips } from "../../static/js/ui/chips.js";

test("whole chips with separators", () => {
  assert.equal(chips(9_007_199_254_740_991), "9,007,199,254,740,991");
});

test("short figures never show more than there is", () => {
  assert.equal(shortChips(99_999), "99,999");
  assert.equal(shortChips(999_999), "999k");
  assert.equal(shortChips(1_239_999), "1.23M");
  assert.equal(shortChips(5_000_000_000), "5B");
});

test("a result has its sign, zero has none", () => {
  assert.deepEqual([signedChips(120), signedChips(-4500), signedChips(0)], ["+120", "−4,500", "0"]);
});
