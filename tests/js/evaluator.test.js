import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { omahaHand } from "../../static/js/evaluator.js";

const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url));
const cards = (text) => text.replaceAll(" ", "").match(/../g);

test("C1: every name is the server's", () => {
  const rows = JSON.parse(data("hand_names.json").toString());
  assert.ok(rows.length > 500);
  for (const { hole, board, name } of rows) {
    const hand = omahaHand(cards(hole), cards(board));
    assert.equal(hand?.name, name, `${hole} on ${board}`);
    assert.equal(hand?.cards.filter((card) => hole.includes(card)).length, 2);
  }
});

test("A26, C1: Omaha hands order as their standard ranks", () => {
  const vectors = gunzipSync(data("eval_vectors.jsonl.gz"))
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((vector) => vector.t === "omaha");
  assert.ok(vectors.length > 700);
  const ranked = vectors.map((vector) => ({
    standard: vector.rank,
    ours: omahaHand(cards(vector.hole), cards(vector.board))?.rank ?? 0,
  }));
  ranked.sort((one, other) => one.standard - other.standard);
  for (let at = 1; at < ranked.length; at += 1) {
    const [better, worse] = [ranked[at - 1], ranked[at]];
    const tie = better.standard === worse.standard;
    assert.ok(tie ? better.ours === worse.ours : better.ours > worse.ours);
  }
});

test("too few cards make no hand", () => {
  assert.equal(omahaHand(["Ah", "Kh", "Qh", "Jh"], ["2c", "3c"]), null);
});
