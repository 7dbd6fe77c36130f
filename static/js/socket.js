/**
 * The connection to the server: comes back by itself, resends what wasn't answered.
 *
 * Every command has an id of its own, so that a resend after a reconnect gets the first answer.
 * iOS lets sockets die in sleep without a word: whenever the page wakes, a pong must come within a
 * second, or the socket is made anew.
 * @module
 */

export const PROTOCOL = 1;
const HELLO_MS = 6_000;
const PONG_MS = 1_000;
const PING_EVERY_MS = 20_000;
/** Soon, so that nobody waits when the network is back; spread, for the server's sake. */
const RETRY_MS = { least: 200, spread: 600 };
/** After a long time without any, and when the server has turned us away. */
const SLOW_RETRY_MS = { least: 2_000, spread: 3_000 };
const PATIENT_AFTER_MS = 300_000;
const TURNED_AWAY = [1008, 1013];
/** The close code of a socket whose session has ended. */
const SIGNED_OUT = 4401;

/** @typedef {"connecting"|"open"|"restarting"|"closed"} Status */
/** @typedef {{type: string, [key: string]: any}} Frame */

/** A refused command, with the server's code. */
export class Refused extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

let lastId = 0;
/** An id that no other tab or visit uses; needs no secure context. */
function newId() {
  lastId += 1;
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${random[0]?.toString(36)}${random[1]?.toString(36)}-${lastId}`;
}

/** The build that this page was served with. */
export const BUILD =
  document.querySelector('meta[name="patchpoker-build"]')?.getAttribute("content") ?? "";

export class Socket {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {Status} */
  #status = "connecting";
  /** @type {Set<(frame: Frame) => void>} */
  #listeners = new Set();
  /** @type {Set<(status: Status) => void>} */
  #watchers = new Set();
  /** Commands that wait for their answer. @type {Map<string, {frame: Frame, done: (frame: Frame) => void, fail: (error: Refused) => void}>} */
  #waiting = new Map();
  /** What to watch after every connect. @type {{table: string, code: string|null}|null} */
  #watched = null;
  #lastHeard = 0;
  /** @type {number|undefined} */
  #retry;
  /** @type {number|undefined} */
  #alive;
  #ended = new AbortController();
  /** The build that the server runs now. */
  serverBuild = BUILD;
  /** Whether this page is of another build. */
  outdated = false;

  constructor() {
    const { signal } = this.#ended;
    const wake = () => this.#wake();
    addEventListener("online", wake, { signal });
    addEventListener("pageshow", wake, { signal });
    document.addEventListener("visibilitychange", wake, { signal });
    const beat = setInterval(() => this.#ping(), PING_EVERY_MS);
    signal.addEventListener("abort", () => clearInterval(beat));
    this.#connect();
  }

  get status() {
    return this.#status;
  }

  /** Milliseconds since the server was last heard. */
  get silence() {
    return this.#lastHeard === 0 ? 0 : performance.now() - this.#lastHeard;
  }

  /** @param {(frame: Frame) => void} listener @returns {() => void} stop listening */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {(status: Status) => void} watcher @returns {() => void} stop */
  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** @param {string} table @param {string|null} code */
  subscribe(table, code) {
    this.#watched = { table, code };
    this.#sendNow({ type: "subscribe", table, code });
  }

  /** @param {string} table */
  unsubscribe(table) {
    this.#watched = null;
    this.#sendNow({ type: "unsubscribe", table });
  }

  /**
   * Ask for something; resent after a reconnect until it is answered.
   * @param {Frame} frame without its id
   * @returns {Promise<Frame>} the answer; rejects with Refused
   */
  command(frame) {
    const id = newId();
    const full = { ...frame, id };
    return new Promise((done, fail) => {
      this.#waiting.set(id, { frame: full, done, fail });
      this.#sendNow(full);
    });
  }

  close() {
    this.#ended.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#alive);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#become("closed");
  }

  #connect() {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#expect(HELLO_MS);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, build: BUILD }));
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#received(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#lost(event.code);
    });
  }

  /** Unless something is heard within `ms`, the socket counts as dead. @param {number} ms */
  #expect(ms) {
    clearTimeout(this.#alive);
    this.#alive = setTimeout(() => this.#renew(), ms);
  }

  #renew() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#become("connecting");
    this.#connect();
  }

  /** @param {number} code why the socket closed */
  #lost(code) {
    clearTimeout(this.#alive);
    this.#socket = null;
    if (this.#ended.signal.aborted) return;
    if (code === SIGNED_OUT) {
      this.close();
      for (const listener of this.#listeners) listener({ type: "signed_out" });
      return;
    }
    if (code === 1012) this.#become("restarting");
    else if (this.#status !== "restarting") this.#become("connecting");
    const slow = TURNED_AWAY.includes(code) || this.silence > PATIENT_AFTER_MS;
    const { least, spread } = slow ? SLOW_RETRY_MS : RETRY_MS;
    this.#retry = setTimeout(() => this.#connect(), least + Math.random() * spread);
  }

  #wake() {
    if (document.visibilityState === "hidden") return;
    if (this.#ended.signal.aborted) return;
    if (this.#socket === null) this.#connect();
    else {
      // Also one that is still connecting: it may have been begun on a network that is gone.
      this.#ping();
      this.#expect(PONG_MS);
    }
  }

  #ping() {
    this.#sendNow({ type: "ping", id: newId() });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#expect(HELLO_MS);
  }

  /** @param {Frame} frame */
  #sendNow(frame) {
    if (this.#status === "open" && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  /** @param {Frame} frame */
  #received(frame) {
    clearTimeout(this.#alive);
    this.#lastHeard = performance.now();
    if (frame.type === "hello") this.#greeted(frame);
    const waiting = "id" in frame ? this.#waiting.get(frame.id) : undefined;
    if (waiting && (frame.type === "ack" || frame.type === "result")) {
      this.#waiting.delete(frame.id);
      waiting.done(frame);
    } else if (waiting && frame.type === "error") {
      this.#waiting.delete(frame.id);
      waiting.fail(new Refused(frame.code, frame.message));
    }
    for (const listener of this.#listeners) listener(frame);
  }

  /** @param {Frame} hello */
  #greeted(hello) {
    this.serverBuild = hello.build;
    this.outdated = hello.build !== BUILD || hello.protocol !== PROTOCOL;
    this.#become("open");
    if (this.#watched) this.#sendNow({ type: "subscribe", ...this.#watched });
    for (const { frame } of this.#waiting.values()) this.#sendNow(frame);
  }

  /** @param {Status} status */
  #become(status) {
    if (this.#status === status) return;
    this.#status = status;
    for (const watcher of this.#watchers) watcher(status);
  }
}
