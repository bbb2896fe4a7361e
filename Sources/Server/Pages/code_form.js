"use strict";

import { element } from "./dom.js";

/**
 * A form for a code, with ids that begin with `prefix`.
 *
 * @param submit is called with the button and the code; true means that the form has done its work and is emptied.
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
