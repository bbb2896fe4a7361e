"use strict";

import { byId, element, providerMark } from "./dom.js";
import { WireError } from "./identity_toolkit.js";
import { passkeys } from "./passkeys.js";

/** Calls the actions for the page's buttons. If the page cannot use passkeys, shows the reason. */
export function setUpPasskeys(actions) {
  const isPossible = passkeys.isSupported() && !isAddress(location.hostname);
  byId("passkey-sign-in-part").hidden = byId("passkey-form").hidden = !isPossible;
  for (const id of ["passkey-elsewhere", "passkeys-elsewhere"]) {
    byId(id).hidden = isPossible;
    byId(id).replaceChildren(...elsewhere());
  }
  byId("passkey-sign-in").addEventListener("click", (event) => actions.signIn(event.currentTarget));
  byId("passkey-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("passkey-name");
    if (await actions.add(byId("passkey-add"), field.value.trim() || field.placeholder)) field.value = "";
  });
}

/** Shows the user's passkeys. */
export function showPasskeys(user, remove) {
  const known = user.passkeyInfo ?? [];
  byId("passkeys").replaceChildren(
    ...(known.length
      ? known.map((passkey) => row(passkey, remove))
      : [element("li", { className: "empty-item" }, "None yet.")]),
  );
}

/** Signs in with a passkey that the user selects in the password form, if the browser supports this. */
export async function offerPasskeys(signIn) {
  if (isAddress(location.hostname) || !(await passkeys.isConditionalSupported())) return;
  await signIn().catch(() => {});
}

/** Converts a browser's passkey error to an error that the banner can show. */
export function passkeyError(error) {
  if (error.name === "NotAllowedError") return new WireError("PASSKEY_CANCELLED", error.message);
  if (error.name === "SecurityError") return new WireError("PASSKEY_DOMAIN_MISMATCH", error.message);
  return String(error.code).startsWith("auth/") ? WireError.fromClient(error) : error;
}

function row({ credentialId, name }, remove) {
  return element(
    "li",
    { id: `passkey-${credentialId}` },
    providerMark({ id: "passkey", name: "Passkey" }),
    element("div", { className: "provider-about" }, name),
    element(
      "button",
      {
        type: "button",
        className: "button button-small",
        "aria-label": `Remove the passkey ${name}`,
        onclick: (event) => remove(event.currentTarget, credentialId),
      },
      "Remove",
    ),
  );
}

/** Browsers do not support passkeys on IP addresses. */
function isAddress(host) {
  return /^[\d.]+$/.test(host) || host.startsWith("[");
}

function elsewhere() {
  if (!isAddress(location.hostname)) return ["This browser cannot use passkeys on this page."];
  const address = `http://localhost:${location.port}${location.pathname}`;
  return ["Passkeys need a name in the address: ", element("a", { href: address }, address)];
}
