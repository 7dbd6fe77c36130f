// A countdown that doesn't trust the phone's time of day (CLK-05, CLK-06).
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, deadlineOf } from "../../static/js/table/clock.js";

test("CLK-05: what is left is the server's difference, on a monotonic clock", () => {
  const server = Date.UTC(2031, 0, 1);
  const deadline = deadlineOf({ deadline_ms: server + 25_000, total_ms: 25_000 }, server, 400);
  assert.deepEqual(deadline, { at: 25_400, total: 25_000 });
});

test("no clock, no deadline", () => {
  assert.equal(deadlineOf(null, 1, 2), null);
});

test("seconds below a minute, minutes above, never below zero", () => {
  assert.equal(clockText(180_000), "3:00");
  assert.equal(clockText(60_500), "1:01");
  assert.equal(clockText(59_001), "1:00");
  assert.equal(clockText(12_000), "12");
  assert.equal(clockText(1), "1");
  assert.equal(clockText(-4_000), "0");
});
