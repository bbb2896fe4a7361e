"use strict";

import { codeForm } from "./code_form.js";
import { byId, element } from "./dom.js";
import { isPhone, nameOfFactor } from "./second_factors.js";
import { inboxLink } from "./sent_hint.js";

/**
 * Asks for the second step of a sign-in. Null hides the card.
 *
 * @param actions `sendCode(button, factor)` returns the session of the sent code, or null. `answer(button, factor,
 *   code, sessionInfo)` completes the sign-in. `dismiss()` cancels it.
 */
export function showChallenge(challenge, actions) {
  const card = byId("challenge");
  card.hidden = !challenge;
  byId("challenge-step").replaceChildren();
  if (!challenge) return;
  const { factors } = challenge;
  byId("challenge-factors").replaceChildren(...factors.map((factor) => factorButton(factor, actions)));
  byId("challenge-cancel").onclick = actions.dismiss;
  card.focus();
  if (factors.length === 1 && !isPhone(factors[0])) askForCode(factors[0], actions);
}

function factorButton(factor, actions) {
  const id = `challenge-use-${factor.mfaEnrollmentId}`;
  const phone = isPhone(factor);
  return element(
    "button",
    {
      type: "button",
      className: "button",
      id,
      onclick: async (event) => {
        if (!phone) return askForCode(factor, actions);
        const sessionInfo = await actions.sendCode(event.currentTarget, factor);
        if (sessionInfo) askForCode(factor, actions, sessionInfo);
      },
    },
    phone ? `Send a code to ${factor.phoneInfo}` : `Use ${nameOfFactor(factor)}`,
  );
}

function askForCode(factor, actions, sessionInfo) {
  const hint = isPhone(factor)
    ? [`A code was sent to ${factor.phoneInfo}. `, inboxLink(null)]
    : ["Enter the code that the authenticator app shows."];
  byId("challenge-step").replaceChildren(
    element("p", { className: "muted", role: "status" }, ...hint),
    codeForm({
      prefix: "challenge",
      action: "Continue",
      submit: (button, code) => actions.answer(button, factor, code, sessionInfo),
    }),
  );
  byId("challenge-code").focus();
}
