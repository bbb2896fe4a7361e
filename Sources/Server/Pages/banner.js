"use strict";

import { byId, setText } from "./dom.js";

/** What the wire's codes mean to a person. Those that are not here are shown as they are. */
const sentences = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "This needs a recent sign-in. Reauthenticate, then try again.",
  EMAIL_EXISTS: "Another account has this e-mail address.",
  EMAIL_NOT_FOUND: "No account has this e-mail address.",
  FEDERATED_USER_ID_ALREADY_LINKED: "This provider account belongs to a user already.",
  INVALID_EMAIL: "This is not an e-mail address.",
  INVALID_IDP_RESPONSE: "The server did not accept what the provider answered.",
  INVALID_LOGIN_CREDENTIALS: "The e-mail address or the password is wrong.",
  INVALID_PASSWORD: "The password is wrong.",
  LAB_TOKEN_FAILED: "The provider lab issued no token.",
  MISSING_EMAIL: "Enter an e-mail address.",
  MISSING_OR_INVALID_NONCE: "The provider’s token is not bound to this request, or was used before.",
  MISSING_PASSWORD: "Enter a password.",
  NETWORK_REQUEST_FAILED: "The server cannot be reached.",
  OPERATION_NOT_ALLOWED: "This way to sign in is not enabled in the project.",
  TOKEN_EXPIRED: "The session ended. Sign in again.",
  TOO_MANY_ATTEMPTS_TRY_LATER: "Too many attempts. Wait a little, then try again.",
  USER_CANCELLED: "The sign-in was cancelled at the provider.",
  USER_CHANGED: "Somebody else is signed in by now, so nothing was changed.",
  USER_DISABLED: "This account is disabled.",
  USER_MISMATCH: "That is not the account that is signed in. Nothing was changed.",
  USER_NOT_FOUND: "The account does not exist any more.",
  WEAK_PASSWORD: "The password is too weak.",
};

const outcomes = {
  created: "Welcome. An account was created.",
  deleted: "The account was deleted.",
  linked: "The provider was linked.",
  reauthenticated: "Reauthenticated: it is you.",
  refreshed: "The ID token was refreshed.",
  signedIn: "Signed in.",
  signedInAsAnother: "Signed in, but to another account than the one in conflict. Nothing was linked.",
  signedOut: "Signed out.",
  unlinked: "The provider was unlinked.",
};

byId("banner-close").addEventListener("click", hideBanner);

/** Says how an operation ended well. */
export function showOutcome(done) {
  show("notice-success", outcomes[done] ?? "Done.", null, done);
}

/** Says what went wrong, with the wire's own words beside it. */
export function showError(error) {
  if (!error.code) console.error(error);
  show("notice-danger", sentences[error.code] ?? "That did not work.", error.message, error.code ?? "unexpected");
}

export function hideBanner() {
  byId("banner").hidden = true;
}

function show(kind, text, code, result) {
  const banner = byId("banner");
  banner.className = `notice ${kind}`;
  banner.dataset.result = result;
  setText("banner-text", text);
  setText("banner-code", code);
  banner.hidden = false;
  banner.scrollIntoView({ block: "nearest" });
}
