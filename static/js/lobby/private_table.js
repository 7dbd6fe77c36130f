/**
 * The sheet that opens a private table, with all its options in plain words (A30).
 * @module
 */

import { ApiError, openPrivate } from "../api.js";
import { h } from "../ui/dom.js";
import { field } from "../ui/form.js";
import { openSheet } from "../ui/sheet.js";
import { toast } from "../ui/toast.js";

/** @typedef {import("../main.js").Context} Context */

/** @param {Context} context */
export function openPrivateSheet(context) {
  const number = (/** @type {string} */ name, /** @type {number} */ value) =>
    h("input", {
      name,
      value,
      type: "number",
      inputmode: "numeric",
      min: 1,
      step: 1,
      required: true,
    });
  const choice = (/** @type {string} */ name, /** @type {[string, string][]} */ values) =>
    h(
      "select",
      { name },
      ...values.map(([value, text]) => h("option", { value, selected: value === "mid" }, text)),
    );
  const small = number("small_blind", 5);
  const big = number("big_blind", 10);
  const least = number("min_buy_in", 200);
  const most = number("max_buy_in", 1500);
  // Buy-ins follow the big blind until the host sets them.
  let followed = true;
  for (const input of [least, most]) {
    input.addEventListener("input", () => {
      followed = false;
    });
  }
  small.addEventListener("input", () => {
    big.value = String(Number(small.value) * 2);
    follow();
  });
  big.addEventListener("input", follow);
  function follow() {
    if (!followed) return;
    least.value = String(Number(big.value) * 20);
    most.value = String(Number(big.value) * 150);
  }
  const seats = choice("seats", [
    ["3", "Three players"],
    ["2", "Heads-up, two players"],
  ]);
  const speed = choice("speed", [
    ["slow", "Slow: 37.5 s a decision, 3 min to arrange"],
    ["mid", "Mid: 25 s a decision, 2 min to arrange"],
    ["fast", "Fast: 12 s a decision, 100 s to arrange"],
  ]);
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
    h("button", { class: "button jade wide", type: "submit" }, "Open the table"),
  );
  const sheet = openSheet("New private table", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { table_id, code } = await openPrivate({
        game: "patch-patch",
        seats: Number(seats.value),
        small_blind: Number(small.value),
        big_blind: Number(big.value),
        speed: speed.value,
        min_buy_in: Number(least.value),
        max_buy_in: Number(most.value),
      });
      sheet.close();
      context.navigate(`#/t/${table_id}/${code}`);
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "The table couldn't be opened.");
    }
  });
}
