"use strict";

import { byId, element, providerMark } from "./dom.js";
import { nativeProviders } from "./native_credential.js";

/** Adds the buttons of the signed-out page and calls the actions for them. */
export function setUpSignIn(providers, actions) {
  byId("provider-buttons").replaceChildren(
    ...providers.map((provider) =>
      element(
        "button",
        {
          type: "button",
          className: "button provider-button",
          id: `sign-in-${provider.id}`,
          onclick: () => actions.startRedirect("signIn", provider.id),
        },
        providerMark(provider),
        `Continue with ${provider.name}`,
      ),
    ),
  );
  byId("sign-in-anonymous").addEventListener("click", (event) => actions.signInAnonymously(event.currentTarget));

  const form = byId("password-form");
  const values = () => [form.elements.email.value.trim(), form.elements.password.value];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    actions.signInWithPassword(byId("password-sign-in"), ...values());
  });
  byId("password-sign-up").addEventListener("click", (event) => actions.signUp(event.currentTarget, ...values()));
  byId("password-forgot").addEventListener("click", (event) =>
    actions.sendPasswordReset(event.currentTarget, values()[0]),
  );
}

/** Adds the buttons for native credentials of the enabled providers. */
export function setUpNative(providers, use) {
  const enabled = nativeProviders.filter((native) => providers.some((provider) => provider.id === native.id));
  byId("native-buttons").replaceChildren(
    ...enabled.map((provider) =>
      element(
        "button",
        {
          type: "button",
          className: "button",
          id: `native-${provider.id}`,
          onclick: (event) => use(event.currentTarget, provider.id, byId("native-person").value.trim()),
        },
        providerMark(provider),
        provider.label,
      ),
    ),
  );
  byId("native").hidden = enabled.length === 0;
}

/** Puts an address into the password form and moves the cursor to the next field. */
export function askForPassword(email) {
  byId("password-email").value = email ?? "";
  byId(email ? "password-password" : "password-email").focus();
}
