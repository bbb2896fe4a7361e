"use strict";

/** An app as its developer writes it, with the official SDK and passkeys.js. A test calls `app`. */

import * as firebase from "/firebase.js";

const { options, emulator, server, name } = JSON.parse(document.getElementById("configuration").textContent);
const { passkeys, requestPasskey } = await import(`${server}/__/latchkey/passkeys.js`);
const auth = firebase.getAuth(firebase.initializeApp(options));
if (emulator) firebase.connectAuthEmulator(auth, emulator, { disableWarnings: true });
else {
  const { host } = new URL(server);
  Object.assign(auth.config, { apiHost: host, tokenApiHost: host, apiScheme: "https" });
}
// As the compat layer wraps it.
const compat = {
  _delegate: auth,
  get currentUser() {
    return auth.currentUser && { wrapped: auth.currentUser.uid };
  },
};
let observed = [];
firebase.onAuthStateChanged(auth, (user) => observed.push(user?.uid ?? null));
let waiting = null;

async function about(user) {
  if (!user) return null;
  const { claims, signInProvider } = await user.getIdTokenResult();
  return { uid: user.uid, email: user.email, signInProvider, claims, isCurrent: user === auth.currentUser };
}

window.app = {
  signUp: async (email) => about((await firebase.createUserWithEmailAndPassword(auth, email, "correct horse")).user),
  signOut: () => auth.signOut(),
  user: () => about(auth.currentUser),
  observed: async () => observed,
  isSupported: async () => [passkeys.isSupported(), await passkeys.isConditionalSupported()],
  enroll: () => passkeys.enroll(auth, name ?? "A browser"),
  list: () => passkeys.list(auth),
  signIn: async () => about(await passkeys.signIn(auth)),
  signInCompat: () => passkeys.signIn(compat),
  credential: async () => {
    const result = await firebase.signInWithCredential(auth, passkeys.credential(auth));
    return { operation: result.operationType, ...(await about(result.user)) };
  },
  reauthenticate: async () => {
    const result = await firebase.reauthenticateWithCredential(auth.currentUser, passkeys.credential(auth));
    return { operation: result.operationType, ...(await about(result.user)) };
  },
  startWaiting: async () => {
    const controller = new AbortController();
    const options = { mediation: "conditional", signal: controller.signal };
    waiting = { controller, end: passkeys.signIn(auth, options).then(about, ({ name }) => ({ name })) };
  },
  /** Ends the wait while it asks the server for its challenge. */
  abortEarly: async () => {
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      waiting.controller.abort();
      return fetch(...request);
    };
    await app.startWaiting();
    return waiting.end;
  },
  abortWaiting: async () => {
    waiting.controller.abort();
    return waiting.end;
  },
  waitingEnd: () => waiting.end,
  signInWithTwoFactors: async (email) => {
    const refused = await firebase.signInWithEmailAndPassword(auth, email, "correct horse").catch((error) => error);
    const { mfaPendingCredential } = refused.customData._serverResponse;
    const call = async (method, message) => {
      const address = `${server}/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:${method}?key=${options.apiKey}`;
      const body = JSON.stringify({ mfaPendingCredential, ...message });
      const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      return answer.json();
    };
    const { idToken } = await requestPasskey(
      async () => (await call("start", { passkeySignInInfo: {} })).passkeyResponseInfo,
      (response) => call("finalize", { passkeyVerificationInfo: { authenticatorAuthenticationResponse: response } }),
    );
    return JSON.parse(atob(idToken.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  },
  remove: (id) => passkeys.remove(auth, id),
  refresh: async () => (await auth.currentUser.getIdToken(true)).length > 0,
};
document.documentElement.dataset.ready = "true";
