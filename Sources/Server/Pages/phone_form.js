"use strict";

import { codeForm } from "./code_form.js";
import { byId, element } from "./dom.js";
import { inboxLink } from "./sent_hint.js";

/**
 * Puts a form with two steps into the element with the id `place`: first for a phone number, then for the code that was
 * sent to it. Ids begin with `place`.
 *
 * @param send called with the button and the number. Returns the session of the code, or null.
 * @param finish called with the button, the session and the code. Returns true if it was successful.
 */
export function setUpPhoneForm(place, { action, send, finish }) {
  let sessionInfo = null;
  const number = element("input", {
    id: `${place}-number`,
    type: "tel",
    autocomplete: "tel",
    placeholder: "+1 555 123 4567",
  });
  const button = element("button", { className: "button", id: `${place}-send` }, "Send the code");
  const first = element(
    "form",
    {
      className: "stack",
      noValidate: true,
      onsubmit: async (event) => {
        event.preventDefault();
        const recipient = number.value.replaceAll(/[\s()./-]/g, "");
        sessionInfo = await send(button, recipient);
        if (sessionInfo) ask(recipient);
      },
    },
    element("div", { className: "field" }, element("label", { htmlFor: number.id }, "Phone number"), number),
    element("div", { className: "button-row" }, button),
  );
  const hint = element("p", { className: "muted", role: "status" });
  const again = element(
    "button",
    { type: "button", className: "button", onclick: () => ask(null) },
    "Use another number",
  );
  const second = codeForm(
    {
      prefix: place,
      action,
      submit: async (confirm, code) => {
        const isDone = await finish(confirm, sessionInfo, code);
        if (isDone) {
          number.value = "";
          ask(null);
        }
        return isDone;
      },
    },
    again,
  );

  /** Shows the next step. */
  function ask(recipient) {
    first.hidden = Boolean(recipient);
    second.hidden = hint.hidden = !recipient;
    hint.replaceChildren(...(recipient ? [`A code was sent to ${recipient}. `, inboxLink(recipient)] : []));
    if (recipient) byId(`${place}-code`).focus();
  }

  byId(place).replaceChildren(first, hint, second);
  ask(null);
}
