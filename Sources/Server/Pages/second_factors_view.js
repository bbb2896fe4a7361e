"use strict";

import { codeForm } from "./code_form.js";
import { byId, element, providerMark } from "./dom.js";
import { setUpPhoneForm } from "./phone_form.js";
import { qrCode } from "./qr_code.js";
import { isPhone, nameOfFactor } from "./second_factors.js";

/** Builds the forms that enrol a factor. */
export function setUpSecondFactors(actions) {
  setUpPhoneForm("enrol-phone", {
    action: "Add the phone number",
    send: actions.startPhone,
    finish: (button, sessionInfo, code) => actions.finish(button, "phone", sessionInfo, code),
  });
  byId("enrol-totp-start").addEventListener("click", async (event) => {
    const started = await actions.startTOTP(event.currentTarget);
    if (started) await showSecret(started, actions);
  });
}

/** Shows the user's second factors. */
export function showSecondFactors(user, remove) {
  const factors = user.mfaInfo ?? [];
  byId("second-factors").replaceChildren(
    ...(factors.length
      ? factors.map((factor) => row(factor, remove))
      : [element("li", { className: "empty-item" }, "None yet.")]),
  );
  byId("second-factors-hint").hidden = Boolean(user.emailVerified);
}

/** Removes the secret of an enrolment that was begun. */
export function hideSecret() {
  byId("enrol-totp-intro").hidden = false;
  byId("enrol-totp-step").replaceChildren();
}

async function showSecret({ secret, address, sessionInfo }, actions) {
  const image = await qrCode(address, "QR code for the authenticator app");
  byId("enrol-totp-intro").hidden = true;
  byId("enrol-totp-step").replaceChildren(
    element(
      "p",
      {},
      "Scan this code with an authenticator app, or type the secret into the app. " +
        "Then enter the code that the app shows.",
    ),
    ...(image ? [image] : []),
    element(
      "p",
      { className: "secret" },
      element("code", { id: "enrol-totp-secret" }, secret),
      " ",
      element(
        "button",
        {
          type: "button",
          className: "button button-small",
          "data-copy": "enrol-totp-secret",
          "aria-label": "Copy the secret",
        },
        "Copy",
      ),
    ),
    codeForm({
      prefix: "enrol-totp",
      action: "Add the authenticator app",
      submit: async (button, code) => {
        const isDone = await actions.finish(button, "totp", sessionInfo, code);
        if (isDone) hideSecret();
        return isDone;
      },
    }),
  );
  byId("enrol-totp-code").focus();
}

function row(factor, remove) {
  const name = nameOfFactor(factor);
  return element(
    "li",
    { id: `factor-${factor.mfaEnrollmentId}`, "data-kind": isPhone(factor) ? "phone" : "totp" },
    providerMark({ id: isPhone(factor) ? "phone" : "totp", name }),
    element(
      "div",
      { className: "provider-about" },
      name,
      element("span", {}, factor.phoneInfo ?? `Enrolled ${factor.enrolledAt?.slice(0, 10) ?? ""}`),
    ),
    element(
      "button",
      {
        type: "button",
        className: "button button-small",
        "aria-label": `Remove ${name} ${factor.phoneInfo ?? ""}`.trim(),
        onclick: (event) => remove(event.currentTarget, factor.mfaEnrollmentId),
      },
      "Remove",
    ),
  );
}
