/**
 * The lobby: play now, the list of offers, private tables.
 * @module
 */

import { ApiError, bestSeat, findByCode, getLobby, refill } from "../api.js";
import { recall, remember } from "../storage.js";
import { chips } from "../ui/chips.js";
import { fill, h } from "../ui/dom.js";
import { brandMark } from "../ui/notice.js";
import { toast } from "../ui/toast.js";
import { choices, filtered, suggested, usualBuyIn } from "./offers.js";
import { openPrivateSheet } from "./private_table.js";

/** @typedef {import("../main.js").Context} Context */
/** @typedef {import("../api.js").Offer} Offer */
/** @typedef {import("../api.js").Lobby} Lobby */

const REFRESH_MS = 5_000;
export const SPEEDS = /** @type {Record<string, string>} */ ({
  slow: "Slow",
  mid: "Mid",
  fast: "Fast",
});

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {{destroy: () => void}}
 */
export function mountLobby(root, context) {
  /** @type {Lobby|null} */
  let lobby = null;
  const filter = {
    game: "patch-patch",
    seats: Number(recall("lobby.seats")) || 3,
    speed: recall("lobby.speed") ?? "mid",
  };
  const header = h("header", { class: "lobby-top" });
  const seated = h("section", { class: "lobby-seated", "aria-label": "Your tables" });
  const hero = h("section", { class: "hero", "aria-label": "Patch-Patch" });
  const codeForm = joinByCode(context);
  const list = h("section", { class: "offers", "aria-label": "Tables" });
  fill(
    root,
    h(
      "main",
      { class: "lobby" },
      header,
      seated,
      hero,
      codeForm,
      list,
      h(
        "footer",
        { class: "lobby-foot" },
        h("p", null, "Play chips only: nothing to buy, no prizes, no cash value."),
        h("a", { href: "#/rules/patch-patch" }, "How Patch-Patch is played"),
      ),
    ),
  );

  /** @param {Partial<typeof filter>} change */
  function choose(change) {
    Object.assign(filter, change);
    remember("lobby.seats", String(filter.seats));
    remember("lobby.speed", filter.speed);
    draw();
  }

  /** @param {Offer} offer @param {number|null} buyIn null: ask at the table */
  async function seat(offer, buyIn) {
    remember("lobby.offer", offer.offer);
    try {
      const { table_id } = await bestSeat(offer.offer);
      context.arrival = { table: table_id, chips: buyIn };
      context.navigate(`#/t/${table_id}`);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "That table couldn't be opened.");
    }
  }

  function draw() {
    const { me } = context;
    fill(header, brand(), walletLine(context, draw));
    fill(seated, ...me.at_tables.map((table) => backToTable(table)));
    if (!lobby) return;
    const offers = lobby.offers.filter((offer) => offer.game === filter.game);
    if (!choices(offers, "seats").includes(filter.seats)) filter.seats = offers[0]?.seats ?? 3;
    const rows = filtered(offers, filter);
    const now = suggested(rows, me.wallet, recall("lobby.offer"));
    const buyIn =
      now && usualBuyIn(now.min_buy_in, Math.min(now.max_buy_in, me.wallet), now.big_blind);
    fill(hero, ...heroParts(now, buyIn, () => now && seat(now, buyIn)));
    fill(
      list,
      h(
        "div",
        { class: "filters" },
        segmented("Seats", choices(offers, "seats"), filter.seats, String, (seats) =>
          choose({ seats }),
        ),
        segmented("Speed", choices(offers, "speed"), filter.speed, speedName, (speed) =>
          choose({ speed }),
        ),
      ),
      h(
        "ul",
        { class: "offer-list" },
        ...rows.map((offer) => offerRow(offer, me.wallet, (chosen) => seat(chosen, null))),
      ),
    );
  }

  async function load() {
    try {
      lobby = await getLobby();
      root.classList.remove("is-offline");
    } catch {
      root.classList.add("is-offline");
    }
    draw();
  }

  draw();
  void load();
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") void load();
  }, REFRESH_MS);
  return { destroy: () => clearInterval(timer) };
}

/** @param {string} speed */
const speedName = (speed) => SPEEDS[speed] ?? speed;

/** The name of the house. */
function brand() {
  return h(
    "a",
    { class: "brand", href: "#/", "aria-label": "PatchPoker, lobby" },
    brandMark(),
    h("span", { class: "brand-name" }, "PatchPoker"),
  );
}

/** @param {Context} context @param {() => void} redraw */
function walletLine(context, redraw) {
  const { me } = context;
  const now = me.refill.eligible
    ? h(
        "button",
        { class: "button small amber", type: "button", onclick: () => void take() },
        "Refill",
      )
    : null;
  async function take() {
    try {
      context.me = await refill();
      toast(`Your wallet is back at ${chips(context.me.wallet)}.`);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "The refill didn't work.");
    }
    redraw();
  }
  return h(
    "div",
    { class: "wallet" },
    now,
    h(
      "a",
      { class: "wallet-link", href: "#/me", "aria-label": `Your account: ${me.name}` },
      h("span", { class: "wallet-name" }, me.name),
      h("span", { class: "wallet-chips" }, chips(me.wallet)),
    ),
  );
}

/** @param {import("../api.js").SeatedAt} table */
function backToTable(table) {
  return h(
    "a",
    { class: "back-to-table", href: `#/t/${table.table_id}` },
    h("span", null, `${table.small_blind}-${table.big_blind} · ${chips(table.stack)} chips`),
    h("strong", null, "Back to the table ›"),
  );
}

/** @param {Offer|null} offer @param {number|null} buyIn @param {() => void} play */
function heroParts(offer, buyIn, play) {
  const shape = h("div", { class: "hero-shape", "aria-hidden": "true" });
  for (let board = 0; board < 3; board += 1) {
    const row = h("div", { class: "hero-board" });
    for (let slot = 0; slot < 5; slot += 1) row.append(h("i"));
    shape.append(row);
  }
  const line = offer
    ? `${offer.small_blind}-${offer.big_blind} · ${speedName(offer.speed)} · ${seatsName(offer.seats)} · with ${chips(buyIn ?? 0)}`
    : "Your wallet can't pay a seat yet: take a refill.";
  return [
    h(
      "div",
      { class: "hero-text" },
      h("h1", null, "Patch-Patch"),
      h("p", null, "Twelve cards, three boards, one pot. Win all three and scoop it."),
    ),
    shape,
    h(
      "button",
      { class: "button jade wide", type: "button", disabled: offer === null, onclick: play },
      h("span", { class: "button-main" }, "Play now"),
      h("span", { class: "button-sub" }, line),
    ),
  ];
}

/** @param {number} seats */
const seatsName = (seats) => (seats === 2 ? "heads-up" : `${seats} seats`);

/**
 * @template T
 * @param {string} label
 * @param {T[]} values
 * @param {T} chosen
 * @param {(value: T) => string} name
 * @param {(value: T) => void} choose
 */
export function segmented(label, values, chosen, name, choose) {
  return h(
    "div",
    { class: "segmented", role: "group", "aria-label": label },
    ...values.map((value) =>
      h(
        "button",
        {
          type: "button",
          class: "segment",
          "aria-pressed": String(value === chosen),
          onclick: () => choose(value),
        },
        label === "Seats" ? (value === 2 ? "Heads-up" : `${name(value)} seats`) : name(value),
      ),
    ),
  );
}

/** @param {Offer} offer @param {number} wallet @param {(offer: Offer) => void} seat */
function offerRow(offer, wallet, seat) {
  const payable = offer.min_buy_in <= wallet;
  const players = offer.players === 0 ? "nobody yet" : `${offer.players} playing`;
  const stakes = `${offer.small_blind}-${offer.big_blind}`;
  return h(
    "li",
    null,
    h(
      "button",
      {
        class: "offer",
        type: "button",
        disabled: !payable,
        "aria-label": `Sit at ${stakes}, ${players}, buy-in ${offer.min_buy_in} to ${offer.max_buy_in}`,
        onclick: () => seat(offer),
      },
      h("span", { class: "offer-stakes" }, stakes),
      h(
        "span",
        { class: "offer-buy-in" },
        `${chips(offer.min_buy_in)} to ${chips(offer.max_buy_in)}`,
        h("small", null, offer.rake_bps === 0 ? "no rake" : `rake ${offer.rake_bps / 100}%`),
      ),
      h("span", { class: offer.players ? "offer-players live" : "offer-players" }, players),
    ),
  );
}

/** @param {Context} context */
function joinByCode(context) {
  const input = h("input", {
    class: "code-input",
    name: "code",
    placeholder: "CODE",
    maxlength: 4,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    "aria-label": "Four-letter table code",
  });
  const form = h(
    "form",
    { class: "join-code" },
    input,
    h("button", { class: "button", type: "submit" }, "Join"),
    h(
      "button",
      { class: "button", type: "button", onclick: () => openPrivateSheet(context) },
      "New private",
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void join(input.value.trim().toUpperCase());
  });
  /** @param {string} code */
  async function join(code) {
    if (!/^[A-Z]{4}$/.test(code)) {
      toast("A table's code is four letters.");
      input.focus();
      return;
    }
    try {
      const { table_id } = await findByCode(code);
      context.navigate(`#/t/${table_id}/${code}`);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "That code couldn't be looked up.");
    }
  }
  return form;
}
