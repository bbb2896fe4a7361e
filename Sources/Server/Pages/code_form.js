"use strict";

import { element } from "./dom.js";

/**
 * Makes a form for a code, with ids that begin with `prefix`.
 *
 * @param submit called with the button and the code. If it returns true, it was successful and the form is emptied.
 */
export function codeForm({ prefix, action, submit }, ...more) {
  const field = element("input", {
    id: `${prefix}-code`,
    inputMode: "numeric",
    autocomplete: "one-time-code",
    spellcheck: false,
    maxLength: 12,
  });
  const button = element("button", { className: "button button-primary", id: `${prefix}-confirm` }, action);
  return element(
    "form",
    {
      className: "stack",
      noValidate: true,
      onsubmit: async (event) => {
        event.preventDefault();
        if (await submit(button, field.value.replaceAll(/\s/g, ""))) field.value = "";
      },
    },
    element("div", { className: "field" }, element("label", { htmlFor: field.id }, "Code"), field),
    element("div", { className: "button-row" }, button, ...more),
  );
}
