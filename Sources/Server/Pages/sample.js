"use strict";

import { showAccount } from "./account_view.js";
import { hideBanner, showError, showOutcome } from "./banner.js";
import { showChallenge } from "./challenge_view.js";
import { showConflict } from "./conflict_view.js";
import { byId, whileDisabled } from "./dom.js";
import { setUpMailLink, takeSignInLink } from "./mail_link_view.js";
import { pageData } from "./page_data.js";
import { offerPasskeys, passkeyError, setUpPasskeys, showPasskeys } from "./passkey_view.js";
import { setUpPhoneForm } from "./phone_form.js";
import { showProviderResponse } from "./provider_response_view.js";
import { startRedirect, takeRedirectResult } from "./redirect_flow.js";
import { SampleAuth } from "./sample_auth.js";
import { sendChallengeCode } from "./second_factors.js";
import { hideSecret, setUpSecondFactors, showSecondFactors } from "./second_factors_view.js";
import { session } from "./session.js";
import { askForPassword, setUpNative, setUpSignIn } from "./sign_in_view.js";
import { showToken } from "./token_view.js";

const { providers } = pageData;
const auth = new SampleAuth();

/** Runs one operation, shows its outcome, and updates the page. */
async function run(button, operation) {
  showConflict(null);
  showChallenge(null);
  const result = await attempt(button, operation);
  render();
  if (result) show(result);
  return Boolean(result?.done);
}

function show({ done, sentTo, conflict, challenge }) {
  if (conflict) showConflict(conflict, providers, conflictActions);
  else if (challenge) showChallenge(challenge, challengeActions(challenge));
  else showOutcome(done, sentTo);
}

/** Runs one step of an operation. Returns its result, or null after an error, which is shown. */
async function attempt(button, step) {
  hideBanner();
  try {
    return await (button ? whileDisabled(button, step) : step());
  } catch (error) {
    showError(error);
    if (error.code === "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" && auth.user) offerRecentSignIn(error);
    return null;
  }
}

/** Asks the user to sign in again in a way that the account has. The user can then repeat the refused operation. */
function offerRecentSignIn({ code }) {
  const ways = (auth.user.providerUserInfo ?? []).map(({ providerId }) => providerId);
  showConflict({ code, owners: [], ways }, providers, conflictActions);
}

function render() {
  const { user } = auth;
  byId("loading").hidden = true;
  byId("signed-out").hidden = Boolean(user);
  byId("signed-in").hidden = !user;
  if (user) {
    showAccount(user, providers, accountActions);
    showPasskeys(user, accountActions.removePasskey);
    showSecondFactors(user, accountActions.unenrol);
  } else {
    hideSecret();
  }
  offerPasskey(!user);
  showToken(user ? session.tokens.idToken : null);
  showProviderResponse(user ? session.providerResponse : null);
  document.documentElement.dataset.ready = "true";
}

/** The password form's request for a passkey. Null while a user is signed in. */
let offer = null;

function offerPasskey(isWanted) {
  if (isWanted === Boolean(offer)) return;
  offer?.abort();
  offer = isWanted ? new AbortController() : null;
  const options = { mediation: "conditional", signal: offer?.signal };
  // Shows no error if the user does not select a passkey.
  if (offer) offerPasskeys(async () => takePasskeyOffer(await auth.signInWithPasskey(options)));
}

async function takePasskeyOffer(result) {
  offer = null;
  await run(null, () => result);
}

/** Runs an operation that asks the browser for a passkey. */
const withPasskey = (operation) => async () => {
  try {
    return await operation();
  } catch (error) {
    throw passkeyError(error);
  }
};

/** Returns the answer of a dialog: the value of the button that closed it, or an empty text for Escape. */
function ask(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/** Completes a sign-in by mail. If the link was opened in another browser, the user must enter the address. */
async function finishSignInLink(oobCode) {
  const field = byId("link-owner-email");
  const isKnown = Boolean(session.linkEmail);
  const answer = isKnown || (await ask(byId("link-owner-dialog")));
  const email = session.linkEmail ?? field.value.trim();
  if (answer) await run(null, () => auth.signInWithLink(email, oobCode));
}

async function reauthenticateWithPassword() {
  const field = byId("reauth-password");
  field.value = "";
  const answer = await ask(byId("password-dialog"));
  const password = field.value;
  field.value = "";
  if (answer) await run(null, () => auth.reauthenticateWithPassword(password));
}

const accountActions = {
  startRedirect: (operation, providerId) => startRedirect(operation, providerId, auth.user.localId),
  reauthenticate: (providerId) =>
    providerId === "password"
      ? reauthenticateWithPassword()
      : startRedirect("reauthenticate", providerId, auth.user.localId),
  unlink: (button, providerId) => run(button, () => auth.unlink(providerId)),
  unenrol: (button, id) => run(button, () => auth.unenrol(id)),
  removePasskey: (button, id) => run(button, () => auth.removePasskey(id)),
};

/** After a wrong code, the card stays open for another try. */
const challengeActions = (challenge) => ({
  sendCode: (button, factor) => attempt(button, () => sendChallengeCode(challenge, factor)),
  answer: async (button, factor, code, sessionInfo) => {
    const result = await attempt(button, () => auth.answerChallenge(challenge, factor, code, sessionInfo));
    return Boolean(result) && run(null, () => result);
  },
  dismiss: () => {
    session.pendingLink = null;
    showChallenge(null);
  },
});

const conflictActions = {
  useReturned: (button, conflict) => run(button, () => auth.signInWithPending(conflict.pendingToken)),
  signInThenLink: (providerId, { pendingToken, localId, email, providerId: waiting }) => {
    session.pendingLink = { pendingToken, localId, providerId: waiting };
    showConflict(null);
    if (providerId) startRedirect("signIn", providerId);
    else askForPassword(email);
  },
  reauthenticate: (providerId) => accountActions.reauthenticate(providerId),
  dismiss: () => {
    session.pendingLink = null;
    showConflict(null);
  },
};

setUpSignIn(providers, {
  startRedirect,
  signInAnonymously: (button) => run(button, () => auth.signInAnonymously()),
  signInWithPassword: (button, email, password) => run(button, () => auth.signInWithPassword(email, password)),
  signUp: (button, email, password) => run(button, () => auth.signUp(email, password)),
  sendPasswordReset: (button, email) => run(button, () => auth.sendPasswordReset(email)),
});
setUpPasskeys({
  signIn: (button) => run(button, withPasskey(() => auth.signInWithPasskey())),
  add: (button, name) => run(button, withPasskey(() => auth.addPasskey(name))),
});
setUpMailLink((button, email) => run(button, () => auth.sendSignInLink(email)));
for (const [place, action] of [["sign-in-phone", "Sign in"], ["link-phone", "Add the phone number"]]) {
  setUpPhoneForm(place, {
    action,
    send: (button, number) => attempt(button, () => auth.sendCode(number)),
    finish: (button, sessionInfo, code) => run(button, () => auth.usePhone(sessionInfo, code)),
  });
}
setUpSecondFactors({
  startPhone: (button, number) => attempt(button, () => auth.startPhoneEnrollment(number)),
  startTOTP: (button) => attempt(button, () => auth.startTOTPEnrollment()),
  finish: (button, kind, sessionInfo, code) =>
    run(button, () => auth.finishEnrollment(kind, sessionInfo, code)),
});
if (pageData.labURL) {
  setUpNative(providers, (button, providerId, person) => run(button, () => auth.useNative(providerId, person)));
}

byId("link-password-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { email, password } = event.currentTarget.elements;
  run(byId("link-password-submit"), () => auth.addPassword(email.value.trim(), password.value));
});
byId("verify-email").addEventListener("click", (event) => run(event.currentTarget, () => auth.sendVerification()));
byId("token-refresh").addEventListener("click", (event) => run(event.currentTarget, () => auth.refresh()));
byId("sign-out").addEventListener("click", () => run(null, () => auth.signOut()));
byId("delete-account").addEventListener("click", async (event) => {
  const button = event.currentTarget;
  if (await ask(byId("delete-dialog"))) run(button, () => auth.deleteAccount());
});

try {
  await auth.restore();
  render();
} catch (error) {
  render();
  showError(error);
}
const redirect = takeRedirectResult();
const signInLink = takeSignInLink();
if (redirect) await run(null, () => auth.finishRedirect(redirect));
else if (signInLink) await finishSignInLink(signInLink);
