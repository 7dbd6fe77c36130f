/**
 * Opening a one-time link: asks before it takes this browser over.
 * @module
 */

import { ApiError, useLink } from "../api.js";
import { fill, h } from "../ui/dom.js";

/**
 * @param {HTMLElement} root
 * @param {string} token
 * @param {(me: import("../api.js").Me) => void} done
 * @param {string|null} current the name of who is signed in here now
 * @returns {{destroy: () => void}}
 */
export function mountLink(root, token, done, current) {
  const problem = h("p", { class: "form-problem", role: "alert" });
  const go = h("button", { class: "button jade wide", type: "button" }, "Continue here");
  go.addEventListener("click", async () => {
    go.disabled = true;
    try {
      done(await useLink(token));
    } catch (error) {
      problem.textContent =
        error instanceof ApiError ? error.message : "The link couldn't be opened.";
      go.disabled = false;
    }
  });
  fill(
    root,
    h(
      "main",
      { class: "welcome" },
      h("h1", null, "Move your seat to this phone"),
      h("p", null, "Your chips and tables come along. The link works once."),
      current
        ? h("p", { class: "note" }, `${current} is signed in here and will be signed out.`)
        : null,
      problem,
      go,
      h("a", { class: "button quiet", href: "#/" }, "Not now"),
    ),
  );
  return { destroy() {} };
}
