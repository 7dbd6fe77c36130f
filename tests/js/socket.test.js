// The connection: resends with the same id, comes back by itself (NET-08, UI-03).
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** The browser's socket, as far as ours uses it; the test is the server. */
class Wire extends EventTarget {
  static OPEN = 1;
  static made = [];
  readyState = 0;
  sent = [];

  constructor() {
    super();
    Wire.made.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  greet(build = "b1") {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
    this.say({ type: "hello", protocol: 1, build, player: null, now_ms: 0, boot: "x" });
  }

  say(frame) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(frame) }));
  }

  drop(code) {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

const page = new EventTarget();
const visible = Object.assign(new EventTarget(), {
  visibilityState: "visible",
  querySelector: () => ({ getAttribute: () => "b1" }),
});
Object.assign(globalThis, {
  WebSocket: Wire,
  document: visible,
  location: { protocol: "http:", host: "table.test" },
  addEventListener: page.addEventListener.bind(page),
});
const { Refused, Socket } = await import("../../static/js/socket.js");

beforeEach(() => {
  Wire.made.length = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
});

const last = () => Wire.made.at(-1);
const ofType = (wire, type) => wire.sent.filter((frame) => frame.type === type);

test("says hello first, then asks for the table, then sends what waits", () => {
  const socket = new Socket();
  socket.subscribe("t_1", "WXYZ");
  void socket.command({ type: "ready", table: "t_1", decision: "1.2", ready: true });
  assert.deepEqual(last().sent, []);
  last().greet();
  assert.deepEqual(
    last().sent.map((frame) => frame.type),
    ["hello", "subscribe", "ready"],
  );
  socket.close();
});

test("a command without an answer is sent again with the same id, an answered one is not", async () => {
  const socket = new Socket();
  last().greet();
  const answered = socket.command({ type: "leave", table: "t_1" });
  void socket.command({ type: "sit_out", table: "t_1" });
  const [, leave, sitOut] = last().sent;
  last().say({ type: "ack", id: leave.id, version: 4 });
  assert.equal((await answered).version, 4);
  last().drop(1006);
  mock.timers.tick(1_000);
  assert.equal(Wire.made.length, 2);
  last().greet();
  assert.deepEqual(ofType(last(), "sit_out"), [sitOut]);
  assert.deepEqual(ofType(last(), "leave"), []);
  socket.close();
});

test("a refusal rejects with the server's code", async () => {
  const socket = new Socket();
  last().greet();
  const asked = socket.command({ type: "leave", table: "t_1" });
  last().say({ type: "error", id: last().sent[1].id, code: "illegal_now", message: "No." });
  await assert.rejects(asked, (error) => error instanceof Refused && error.code === "illegal_now");
  socket.close();
});

test("however long the network is gone, the next try is less than a second away", () => {
  const socket = new Socket();
  last().greet();
  for (let tries = 1; tries < 40; tries += 1) {
    last().drop(1006);
    mock.timers.tick(801);
    assert.equal(Wire.made.length, tries + 1);
  }
  assert.equal(socket.status, "connecting");
  socket.close();
});

test("who was turned away for asking too much comes back later", () => {
  const socket = new Socket();
  last().greet();
  last().drop(1008);
  mock.timers.tick(1_900);
  assert.equal(Wire.made.length, 1);
  mock.timers.tick(3_200);
  assert.equal(Wire.made.length, 2);
  socket.close();
});

test("a page that wakes makes a new socket unless a pong comes within a second", () => {
  const socket = new Socket();
  last().greet();
  page.dispatchEvent(new Event("online"));
  const [ping] = ofType(last(), "ping");
  last().say({ type: "pong", id: ping.id, now_ms: 1 });
  mock.timers.tick(1_500);
  assert.equal(Wire.made.length, 1, "it answered");
  visible.dispatchEvent(new Event("visibilitychange"));
  mock.timers.tick(1_001);
  assert.equal(Wire.made.length, 2, "it didn't");
  socket.close();
});

test("a restart of the server is told apart, and stays said until it is back", () => {
  const socket = new Socket();
  const seen = [];
  socket.watch((status) => seen.push(status));
  last().greet();
  last().drop(1012);
  mock.timers.tick(900);
  last().drop(1006);
  mock.timers.tick(900);
  last().greet();
  assert.deepEqual(seen, ["open", "restarting", "open"]);
  socket.close();
});

test("UI-03: another build is noticed", () => {
  const socket = new Socket();
  last().greet("b1");
  assert.equal(socket.outdated, false);
  last().drop(1012);
  mock.timers.tick(900);
  last().greet("b2");
  assert.deepEqual([socket.outdated, socket.serverBuild], [true, "b2"]);
  socket.close();
});

test("a closed socket stays closed", () => {
  const socket = new Socket();
  last().greet();
  socket.close();
  page.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(Wire.made.length, 1);
});
