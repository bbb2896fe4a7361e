/* What stands above this line is what the command line and the console tell to begin with. */

import * as firebase from "/firebase.js";

const providers = {
  "facebook.com": firebase.FacebookAuthProvider,
  "github.com": firebase.GithubAuthProvider,
  "google.com": firebase.GoogleAuthProvider,
};
let confirmation, factor, askedFor;

const input = (id) => document.getElementById(id).value;

function provider() {
  const id = input("provider");
  if (providers[id]) return new providers[id]();
  return id.startsWith("saml.") ? new firebase.SAMLAuthProvider(id) : new firebase.OAuthProvider(id);
}

const credentials = {
  email: ({ email, password }) => firebase.EmailAuthProvider.credential(email, password),
  link: ({ email }) => firebase.EmailAuthProvider.credentialWithLink(email, location.href),
};

/** Loaded when it is needed, as it is of the server, which may be down. */
const passkeys = async () => (await import(`https://${auth.config.apiHost}/__/latchkey/passkeys.js`)).passkeys;

const operations = {
  signInWithPopup: () => firebase.signInWithPopup(auth, provider()),
  linkWithPopup: () => firebase.linkWithPopup(auth.currentUser, provider()),
  reauthenticateWithPopup: () => firebase.reauthenticateWithPopup(auth.currentUser, provider()),
  signInWithRedirect: () => firebase.signInWithRedirect(auth, provider()),
  linkWithRedirect: () => firebase.linkWithRedirect(auth.currentUser, provider()),
  reauthenticateWithRedirect: () => firebase.reauthenticateWithRedirect(auth.currentUser, provider()),
  createUser: ({ email, password }) => firebase.createUserWithEmailAndPassword(auth, email, password),
  signInWithEmail: ({ email, password }) => firebase.signInWithEmailAndPassword(auth, email, password),
  linkWithEmail: (each) => firebase.linkWithCredential(auth.currentUser, credentials.email(each)),
  sendLink: ({ email, url }) => firebase.sendSignInLinkToEmail(auth, email, { url }),
  signInWithLink: (each) => firebase.signInWithCredential(auth, credentials.link(each)),
  signInAnonymously: () => firebase.signInAnonymously(auth),
  signInWithCustomToken: ({ token }) => firebase.signInWithCustomToken(auth, token),
  async sendCode({ number }) {
    const verifier = new firebase.RecaptchaVerifier(auth, "recaptcha", { size: "invisible" });
    confirmation = await firebase.signInWithPhoneNumber(auth, number, verifier);
  },
  async sendLinkingCode({ number }) {
    const verifier = new firebase.RecaptchaVerifier(auth, "recaptcha", { size: "invisible" });
    confirmation = await firebase.linkWithPhoneNumber(auth.currentUser, number, verifier);
  },
  confirmCode: ({ code }) => confirmation.confirm(code),
  async startTOTP() {
    factor = await firebase.startTOTP(auth.currentUser);
    return { secret: factor.sharedSecretKey };
  },
  enrolTOTP: ({ code }) => firebase.enrolTOTP(auth.currentUser, factor.sessionInfo, code),
  startSMS: async ({ number }) => void (factor = await firebase.startSMS(auth.currentUser, number)),
  enrolSMS: ({ code }) => firebase.enrolSMS(auth.currentUser, factor, code),
  startSMSChallenge: async () => void (factor = await firebase.startSMSChallenge(auth, askedFor)),
  resolveSMS: ({ code }) => firebase.resolveSMS(auth, askedFor, factor, code),
  resolveTOTP: ({ code }) => firebase.resolveTOTP(auth, askedFor, code),
  addPasskey: async ({ name }) => void (await (await passkeys()).enroll(auth, name)),
  signInWithPasskey: async () => void (await (await passkeys()).signIn(auth)),
  waitForPasskey: async () => void (await (await passkeys()).signIn(auth, { mediation: "conditional" })),
  async removePasskeys() {
    const { list, remove } = await passkeys();
    for (const { credentialId } of await list(auth)) await remove(auth, credentialId);
  },
  refresh: () => auth.currentUser.getIdToken(true).then(() => undefined),
  signOut: () => auth.signOut(),
  deleteUser: () => auth.currentUser.delete(),
};

/** Shows what came of something: the SDK's result, or the code of its error. */
async function show(work) {
  const outcome = document.getElementById("outcome");
  outcome.textContent = "";
  const shown = await work().then(describe, describeError);
  await showUser();
  outcome.textContent = JSON.stringify(shown);
}

function describe(result) {
  if (result?.secret) return result;
  if (!result?.user) return { operation: null };
  return { operation: result.operationType, provider: result.providerId };
}

function describeError(error) {
  if (error.code === "auth/multi-factor-auth-required") askedFor = error;
  return { name: error.name, code: error.code, message: error.message };
}

async function showUser() {
  document.getElementById("user").textContent = JSON.stringify(await describeUser());
}

async function describeUser() {
  const user = auth.currentUser;
  if (!user) return null;
  const { claims, signInProvider } = await user.getIdTokenResult();
  const linked = user.providerData.map((each) => each.providerId).sort();
  return { uid: user.uid, email: user.email, phone: user.phoneNumber, linked, signInProvider, claims };
}

for (const [name, operation] of Object.entries(operations)) {
  const button = document.createElement("button");
  button.id = name;
  button.textContent = name;
  button.addEventListener("click", () => show(async () => operation(JSON.parse(input("argument")))));
  document.getElementById("operations").append(button);
}
// The first call comes when the SDK has read the stored session.
const known = new Promise((resolve) => firebase.onAuthStateChanged(auth, () => showUser().finally(resolve)));
await show(async () => firebase.getRedirectResult?.(auth));
await known;
document.documentElement.dataset.ready = "";
