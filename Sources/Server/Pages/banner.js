"use strict";

import { byId, setText } from "./dom.js";
import { inboxAddress } from "./sent_hint.js";

/** The sentences for the protocol's error codes. A code without a sentence is shown unchanged. */
const sentences = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "This needs a recent sign-in. Reauthenticate, then try again.",
  EMAIL_EXISTS: "Another account has this e-mail address.",
  EMAIL_NOT_FOUND: "No account has this e-mail address.",
  EXPIRED_OOB_CODE: "The link has expired. Request a new link.",
  FEDERATED_USER_ID_ALREADY_LINKED: "This provider account already belongs to a user.",
  INVALID_AUTHENTICATOR_RESPONSE: "The server did not accept the passkey’s response.",
  INVALID_CODE: "The code is wrong or was already used.",
  INVALID_EMAIL: "This is not an e-mail address, or not the one that the link was sent to.",
  INVALID_IDP_RESPONSE: "The server did not accept the provider’s response.",
  INVALID_LOGIN_CREDENTIALS: "The e-mail address or the password is wrong.",
  INVALID_MFA_PENDING_CREDENTIAL: "The sign-in took too long. Start again.",
  INVALID_OOB_CODE: "The link is not valid or was already used. Request a new link.",
  INVALID_PASSWORD: "The password is wrong.",
  INVALID_PHONE_NUMBER: "This is not a phone number. Begin with + and the country code.",
  INVALID_SESSION_INFO: "The code belongs to another request. Request a new code.",
  LAB_TOKEN_FAILED: "The provider lab issued no token.",
  MISSING_CODE: "Enter the code.",
  MISSING_EMAIL: "Enter an e-mail address.",
  MISSING_OR_INVALID_NONCE: "The provider’s token is not bound to this request, or was used before.",
  MISSING_PASSWORD: "Enter a password.",
  NETWORK_REQUEST_FAILED: "The server cannot be reached.",
  OPERATION_NOT_ALLOWED: "This way to sign in is not enabled in the project.",
  PASSKEY_CANCELLED: "No passkey was used: you closed the browser’s dialog, or no passkey matches.",
  PASSKEY_CHALLENGE_TIMEOUT: "The request took too long. Try again.",
  PASSKEY_DOMAIN_MISMATCH: "The browser does not accept passkeys of this RP ID on this page.",
  PASSKEY_ENROLLMENT_NOT_FOUND: "No account has this passkey any more.",
  PASSKEY_EXISTS: "This device already has a passkey for the account.",
  PASSKEY_LIMIT_EXCEEDED: "The account has the maximum number of passkeys.",
  PASSKEY_NOT_ENABLED: "Passkeys are not enabled in the project.",
  PHONE_NUMBER_EXISTS: "Another account has this phone number.",
  SECOND_FACTOR_EXISTS: "This phone number is already a second factor of the account.",
  SECOND_FACTOR_LIMIT_EXCEEDED: "The account has the maximum number of second factors.",
  SESSION_EXPIRED: "The code has expired. Request a new code.",
  TOKEN_EXPIRED: "The session ended. Sign in again.",
  TOO_MANY_ATTEMPTS_TRY_LATER: "Too many attempts. Wait a little, then try again.",
  UNSUPPORTED_FIRST_FACTOR: "Accounts with this sign-in method cannot have a second factor.",
  UNVERIFIED_EMAIL: "Verify the e-mail address first.",
  USER_CANCELLED: "The sign-in was cancelled at the provider.",
  USER_CHANGED: "Another user is signed in now, so nothing was changed.",
  USER_DISABLED: "This account is disabled.",
  USER_MISMATCH: "This is not the signed-in account. Nothing was changed.",
  USER_NOT_FOUND: "The account does not exist any more.",
  WEAK_PASSWORD: "The password is too weak.",
};

const outcomes = {
  created: "Welcome. An account was created.",
  deleted: "The account was deleted.",
  enrolled: "The second factor was added. The next sign-in asks for it.",
  linked: "The provider was linked.",
  passkeyAdded: "The passkey was added. You can now sign in with it.",
  passkeyRemoved: "The passkey was removed.",
  reauthenticated: "You confirmed that it is you.",
  refreshed: "The ID token was refreshed.",
  resetSent: "If an account has this address, a mail with a link was sent to it.",
  signInLinkSent: "A mail with a sign-in link was sent.",
  signedIn: "Signed in.",
  signedInAsAnother: "You signed in to an account other than the one in conflict. Nothing was linked.",
  signedOut: "Signed out.",
  unenrolled: "The second factor was removed.",
  unlinked: "The provider was unlinked.",
  verificationSent: "A mail with a link was sent. Follow it, then refresh the ID token.",
};

byId("banner-close").addEventListener("click", hideBanner);

/** Shows the success of an operation, with a link to the message that it sent. */
export function showOutcome(done, sentTo) {
  show("notice-success", outcomes[done] ?? "Done.", null, done, sentTo);
}

/** Shows an error, together with the protocol's own text. */
export function showError(error) {
  if (!error.code) console.error(error);
  show("notice-danger", sentences[error.code] ?? "The request failed.", error.message, error.code ?? "unexpected");
}

export function hideBanner() {
  byId("banner").hidden = true;
}

function show(kind, text, code, result, sentTo) {
  const banner = byId("banner");
  banner.className = `notice ${kind}`;
  banner.dataset.result = result;
  setText("banner-text", text);
  setText("banner-code", code);
  const link = byId("banner-inbox");
  link.hidden = !sentTo;
  link.href = inboxAddress(sentTo);
  banner.hidden = false;
  banner.scrollIntoView({ block: "nearest" });
}
