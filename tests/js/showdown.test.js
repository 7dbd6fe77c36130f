// What a board paid, and whose cards are lifted for it (C5, A9).
import assert from "node:assert/strict";
import { test } from "node:test";
import { boardPayments, winningCards } from "../../static/js/table/showdown.js";

const RESULT = {
  awards: [
    {
      shares: [
        {
          board: 1,
          winners: [
            { seat: 0, chips: 45 },
            { seat: 2, chips: 45 },
          ],
        },
      ],
    },
    {
      shares: [
        { board: 1, winners: [{ seat: 0, chips: 193 }] },
        { board: 2, winners: [] },
      ],
    },
    { shares: [{ board: null, winners: [{ seat: 1, chips: 7 }] }] },
  ],
  shown: [
    { seat: 2, made: [{}, { cards: ["2c"] }] },
    { seat: 0, made: [{}, { cards: ["Ah"] }] },
    { seat: 1, made: [{}, { cards: ["9d"] }] },
  ],
};

test("a board's payments are summed over all pots, unsplit pots left out", () => {
  assert.deepEqual(
    [...boardPayments(RESULT, 1)],
    [
      [0, 238],
      [2, 45],
    ],
  );
  assert.deepEqual([...boardPayments(RESULT, 0)], []);
});

test("the winner's cards are lifted, the own ones when the board is shared", () => {
  assert.deepEqual(winningCards(RESULT, 1, 0), ["Ah"]);
  assert.deepEqual(winningCards(RESULT, 1, 1), ["2c"]);
  assert.equal(winningCards({ ...RESULT, shown: [] }, 1, 0), null);
});
