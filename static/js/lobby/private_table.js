/**
 * The options of a private table in plain words: when it is opened, and for its host between
 * hands (A30).
 * @module
 */

import { ApiError, openPrivate } from "../api.js";
import { h } from "../ui/dom.js";
import { field } from "../ui/form.js";
import { openSheet } from "../ui/sheet.js";
import { toast } from "../ui/toast.js";

/** @typedef {import("../main.js").Context} Context */
/** @typedef {import("../api.js").PrivateOptions} PrivateOptions */

/** @type {PrivateOptions} */
const USUAL = {
  game: "patch-patch",
  seats: 3,
  small_blind: 5,
  big_blind: 10,
  speed: "mid",
  min_buy_in: 200,
  max_buy_in: 1500,
};

/** @param {Context} context */
export function openPrivateSheet(context) {
  optionsSheet("New private table", USUAL, "Open the table", async (options) => {
    try {
      const { table_id, code } = await openPrivate(options);
      context.navigate(`#/t/${table_id}/${code}`);
      return true;
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "The table couldn't be opened.");
      return false;
    }
  });
}

/**
 * @param {string} title
 * @param {PrivateOptions} start
 * @param {string} confirm
 * @param {(options: PrivateOptions) => Promise<boolean>} done closes the sheet when true
 */
export function optionsSheet(title, start, confirm, done) {
  const seats = select("seats", String(start.seats), [
    ["3", "Three players"],
    ["2", "Heads-up, two players"],
  ]);
  const speed = select("speed", start.speed, [
    ["slow", "Slow: 37.5 s, arrange 3 min"],
    ["mid", "Mid: 25 s, arrange 2 min"],
    ["fast", "Fast: 12 s, arrange 100 s"],
  ]);
  const small = number("small_blind", start.small_blind);
  const big = number("big_blind", start.big_blind);
  const least = number("min_buy_in", start.min_buy_in);
  const most = number("max_buy_in", start.max_buy_in);
  followBlinds(small, big, least, most);
  const form = h(
    "form",
    { class: "form" },
    h(
      "p",
      { class: "form-note" },
      "Friends join with a four-letter code. No rake at private tables.",
    ),
    field("Seats", seats),
    field("Speed", speed),
    h("div", { class: "form-pair" }, field("Small blind", small), field("Big blind", big)),
    h("div", { class: "form-pair" }, field("Least buy-in", least), field("Most", most)),
    h("button", { class: "button jade wide", type: "submit" }, confirm),
  );
  const sheet = openSheet(title, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fine = await done({
      game: start.game,
      seats: Number(seats.value),
      small_blind: Number(small.value),
      big_blind: Number(big.value),
      speed: speed.value,
      min_buy_in: Number(least.value),
      max_buy_in: Number(most.value),
    });
    if (fine) sheet.close();
  });
}

/**
 * The big blind follows the small one, and buy-ins the big blind until the host sets them.
 * @param {HTMLInputElement} small
 * @param {HTMLInputElement} big
 * @param {HTMLInputElement} least
 * @param {HTMLInputElement} most
 */
function followBlinds(small, big, least, most) {
  let followed = true;
  for (const input of [least, most]) {
    input.addEventListener("input", () => {
      followed = false;
    });
  }
  function follow() {
    if (!followed) return;
    least.value = String(Number(big.value) * 20);
    most.value = String(Number(big.value) * 150);
  }
  small.addEventListener("input", () => {
    big.value = String(Number(small.value) * 2);
    follow();
  });
  big.addEventListener("input", follow);
}

/** @param {string} name @param {number} value */
function number(name, value) {
  const bounds = { min: 1, step: 1, inputmode: "numeric", required: true };
  return h("input", { name, value, type: "number", ...bounds });
}

/** @param {string} name @param {string} chosen @param {[string, string][]} values */
function select(name, chosen, values) {
  const options = values.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  return h("select", { name }, ...options);
}
