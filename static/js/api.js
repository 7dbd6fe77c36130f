/**
 * The REST side of the server: one function a call, typed errors out.
 * @module
 */

/** A refusal or failure, with the server's stable code ("offline" when nothing answered). */
export class ApiError extends Error {
  /**
   * @param {number} status 0 when the network gave no answer
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * @typedef {{table_id: string, game: string, code: string|null, small_blind: number,
 *   big_blind: number, stack: number}} SeatedAt
 * @typedef {{to: number, available_at_ms: number|null, eligible: boolean}} Refill
 * @typedef {{id: string, name: string, guest: boolean, wallet: number, at_tables: SeatedAt[],
 *   refill: Refill, settings: Record<string, unknown>}} Me
 * @typedef {{table_id: string, seated: number, seats: number}} OfferTable
 * @typedef {{offer: string, game: string, seats: number, small_blind: number, big_blind: number,
 *   speed: string, min_buy_in: number, max_buy_in: number, decision_ms: number,
 *   arrangement_ms: number, players: number, rake_bps: number, tables: OfferTable[]}} Offer
 * @typedef {{games: {key: string, name: string}[], offers: Offer[]}} Lobby
 * @typedef {{game: string, seats: number, small_blind: number, big_blind: number, speed: string,
 *   min_buy_in: number, max_buy_in: number}} PrivateOptions
 */

/**
 * @param {string} method
 * @param {string} path under /api
 * @param {unknown} [body]
 * @returns {Promise<any>} the answer's JSON, null when it has none
 */
async function call(method, path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new ApiError(0, "offline", "No answer from the server. Check your connection.");
  }
  const text = await response.text();
  /** @type {any} */
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    json = null;
  }
  if (response.ok) return json;
  const error = json?.error ?? {};
  const fallback = "The server couldn't do that. Try again in a moment.";
  throw new ApiError(response.status, error.code ?? "failed", error.message ?? fallback);
}

/** @returns {Promise<Me|null>} null when nobody is signed in */
export async function getMe() {
  try {
    return await call("GET", "/me");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** @param {string} name @returns {Promise<Me>} */
export const playAsGuest = (name) => call("POST", "/session/guest", { name });
/** @param {string} name @param {string} password @returns {Promise<Me>} */
export const signIn = (name, password) => call("POST", "/session", { name, password });
/** @returns {Promise<null>} */
export const signOut = () => call("DELETE", "/session");
/** @param {{name?: string, settings?: Record<string, unknown>}} change @returns {Promise<Me>} */
export const changeMe = (change) => call("PATCH", "/me", change);
/** @param {string} password @param {string} [current] @returns {Promise<Me>} */
export const setPassword = (password, current) =>
  call("POST", "/me/password", current === undefined ? { password } : { password, current });
/** @returns {Promise<Me>} */
export const refill = () => call("POST", "/me/refill");
/** @param {string} confirm the account's own name @returns {Promise<null>} */
export const deleteMe = (confirm) => call("DELETE", "/me", { confirm });
/** @returns {Promise<{url: string, expires_at_ms: number, qr_svg: string}>} */
export const makeLink = () => call("POST", "/me/link");
/** @param {string} token @returns {Promise<Me>} */
export const useLink = (token) => call("POST", "/session/link", { token });
/** @returns {Promise<Lobby>} */
export const getLobby = () => call("GET", "/lobby");
/** @param {string} offer @returns {Promise<{table_id: string}>} */
export const bestSeat = (offer) => call("POST", "/lobby/seat", { offer });
/** @param {PrivateOptions} options @returns {Promise<{table_id: string, code: string}>} */
export const openPrivate = (options) => call("POST", "/tables", options);
/** @param {string} code @returns {Promise<{table_id: string, code: string}>} */
export const findByCode = (code) => call("GET", `/tables/by-code/${encodeURIComponent(code)}`);
/** @param {string} tableId @returns {Promise<{url: string, qr_svg: string}>} */
export const shareTable = (tableId) => call("GET", `/tables/${encodeURIComponent(tableId)}/share`);
