/**
 * First visit: a name and one tap. Also the door for those who have an account already.
 * @module
 */

import { ApiError, playAsGuest, signIn } from "../api.js";
import { recall, remember } from "../storage.js";
import { fill, h, setText } from "../ui/dom.js";
import { field } from "../ui/form.js";
import { brandMark } from "../ui/notice.js";

/** @typedef {import("../api.js").Me} Me */

/**
 * @param {HTMLElement} root
 * @param {(me: Me) => void} done
 * @param {string} [reason] why we ask, for one who came by a link
 * @returns {{destroy: () => void}}
 */
export function mountWelcome(root, done, reason) {
  const problem = h("p", { class: "form-problem", role: "alert" });
  const name = h("input", {
    name: "name",
    required: true,
    maxlength: 20,
    autocomplete: "nickname",
    value: recall("name") ?? "",
  });
  const password = h("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
  });
  const passwordField = field("Password", password);
  passwordField.hidden = true;
  const question = reason ?? "What shall the table call you?";
  const nameLabel = h("span");
  const nameField = h("label", { class: "field" }, nameLabel, name);
  const submit = h("button", { class: "button jade wide", type: "submit" }, "Play");
  const other = h("button", { class: "button quiet", type: "button" });
  let signingIn = false;

  function draw() {
    setText(nameLabel, signingIn ? "Name" : question);
    passwordField.hidden = !signingIn;
    password.required = signingIn;
    submit.textContent = signingIn ? "Sign in" : "Play";
    other.textContent = signingIn ? "Play as a new guest" : "I have an account";
    problem.textContent = "";
  }
  other.addEventListener("click", () => {
    signingIn = !signingIn;
    draw();
    (signingIn && name.value ? password : name).focus();
  });

  const form = h(
    "form",
    { class: "form welcome-form" },
    nameField,
    passwordField,
    problem,
    submit,
    other,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const me = signingIn
        ? await signIn(name.value, password.value)
        : await playAsGuest(name.value.trim());
      remember("name", me.name);
      done(me);
    } catch (error) {
      problem.textContent =
        error instanceof ApiError ? error.message : "That didn't work. Try once more.";
    } finally {
      submit.disabled = false;
    }
  });

  draw();
  fill(
    root,
    h(
      "main",
      { class: "welcome" },
      h(
        "div",
        { class: "welcome-head" },
        brandMark("big"),
        h("h1", null, "PatchPoker"),
        h("p", null, "Three boards, one pot. 10,000 play chips are waiting for you."),
      ),
      form,
      h("p", { class: "welcome-foot" }, "Play chips: nothing to buy, no prizes, no cash value."),
    ),
  );
  return { destroy() {} };
}
