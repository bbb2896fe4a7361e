"use strict";

/** An app as its developer writes it: everything that it does with Latchkey the official SDK does. */

import * as firebase from "/firebase.js";

const { options, emulator } = JSON.parse(document.getElementById("configuration").textContent);
const auth = firebase.getAuth(firebase.initializeApp(options));
auth.tenantId = new URLSearchParams(location.search).get("tenant");
if (emulator) firebase.connectAuthEmulator(auth, emulator, { disableWarnings: true });

const providers = {
  "facebook.com": firebase.FacebookAuthProvider,
  "github.com": firebase.GithubAuthProvider,
  "google.com": firebase.GoogleAuthProvider,
  "twitter.com": firebase.TwitterAuthProvider,
};

function provider() {
  const id = document.getElementById("provider").value;
  if (id.startsWith("saml.")) return new firebase.SAMLAuthProvider(id);
  return providers[id] ? new providers[id]() : new firebase.OAuthProvider(id);
}

/** The credential of the last operation that failed, for another try with it. */
let lastCredential = null;

/** Of a sign-in that began at the provider: the server leads here with a pending credential. */
function credentialFromAddress() {
  const { providerId, pendingToken } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  return firebase.SAMLAuthProvider.credentialFromJSON({ providerId, signInMethod: providerId, pendingToken });
}

const operations = {
  signInWithPopup: () => firebase.signInWithPopup(auth, provider()),
  linkWithPopup: () => firebase.linkWithPopup(auth.currentUser, provider()),
  reauthenticateWithPopup: () => firebase.reauthenticateWithPopup(auth.currentUser, provider()),
  signInWithRedirect: () => firebase.signInWithRedirect(auth, provider()),
  linkWithRedirect: () => firebase.linkWithRedirect(auth.currentUser, provider()),
  reauthenticateWithRedirect: () => firebase.reauthenticateWithRedirect(auth.currentUser, provider()),
  signInWithLastCredential: () => firebase.signInWithCredential(auth, lastCredential),
  signInFromAddress: () => firebase.signInWithCredential(auth, credentialFromAddress()),
  signOut: () => auth.signOut(),
  deleteUser: () => auth.currentUser.delete(),
};

/** Shows what came of something: the SDK's result, or the code of its error. */
async function show(work) {
  const outcome = document.getElementById("outcome");
  outcome.textContent = "";
  const shown = await work().then(describe, describeError);
  document.getElementById("user").textContent = JSON.stringify(await describeUser());
  outcome.textContent = JSON.stringify(shown);
}

function describe(result) {
  if (!result) return { operation: null };
  const token = result._tokenResponse;
  return {
    operation: result.operationType,
    provider: result.providerId,
    isNew: token?.isNewUser ?? false,
    accessToken: Boolean(token?.oauthAccessToken),
  };
}

function describeError(error) {
  lastCredential = firebase.SAMLAuthProvider.credentialFromError(error) ?? lastCredential;
  return { code: error.code, message: error.message, provider: error.customData?._tokenResponse?.providerId };
}

async function describeUser() {
  const user = auth.currentUser;
  if (!user) return null;
  const { claims, signInProvider } = await user.getIdTokenResult();
  const linked = user.providerData.map((each) => each.providerId).sort();
  return { uid: user.uid, email: user.email, name: user.displayName, linked, signInProvider, claims };
}

for (const [name, operation] of Object.entries(operations)) {
  const button = document.createElement("button");
  button.id = name;
  button.textContent = name;
  button.addEventListener("click", () => show(operation));
  document.getElementById("operations").append(button);
}
await show(() => firebase.getRedirectResult(auth));
document.documentElement.dataset.ready = "";
