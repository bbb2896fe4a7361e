"use strict";

import { showAccount } from "./account_view.js";
import { hideBanner, showError, showOutcome } from "./banner.js";
import { showConflict } from "./conflict_view.js";
import { byId, whileDisabled } from "./dom.js";
import { pageData } from "./page_data.js";
import { showProviderResponse } from "./provider_response_view.js";
import { startRedirect, takeRedirectResult } from "./redirect_flow.js";
import { SampleAuth } from "./sample_auth.js";
import { session } from "./session.js";
import { askForPassword, setUpNative, setUpSignIn } from "./sign_in_view.js";
import { showToken } from "./token_view.js";

const { providers } = pageData;
const auth = new SampleAuth();

/** Does one operation, says how it ended and shows the page as it is then. */
async function run(button, operation) {
  hideBanner();
  showConflict(null);
  try {
    const { done, conflict } = await (button ? whileDisabled(button, operation) : operation());
    render();
    if (conflict) showConflict(conflict, providers, conflictActions);
    else showOutcome(done);
  } catch (error) {
    render();
    showError(error);
    if (error.code === "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" && auth.user) offerRecentSignIn(error);
  }
}

/** Has the user sign in again by a way that the account has, after which they repeat what was refused. */
function offerRecentSignIn({ code }) {
  const ways = (auth.user.providerUserInfo ?? []).map(({ providerId }) => providerId);
  showConflict({ code, owners: [], ways }, providers, conflictActions);
}

function render() {
  const { user } = auth;
  byId("loading").hidden = true;
  byId("signed-out").hidden = Boolean(user);
  byId("signed-in").hidden = !user;
  if (user) showAccount(user, providers, accountActions);
  showToken(user ? session.tokens.idToken : null);
  showProviderResponse(user ? session.providerResponse : null);
  document.documentElement.dataset.ready = "true";
}

/** The answer of a dialog: the value of the button that closed it, empty for Escape. */
function ask(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
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
};

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
});
if (pageData.labURL) {
  setUpNative(providers, (button, providerId, person) => run(button, () => auth.useNative(providerId, person)));
}

byId("link-password-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { email, password } = event.currentTarget.elements;
  run(byId("link-password-submit"), () => auth.addPassword(email.value.trim(), password.value));
});
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
if (redirect) await run(null, () => auth.finishRedirect(redirect));
