import { initializeApp } from "firebase/app";
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAuth,
  GoogleAuthProvider,
  onAuthStateChanged,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
} from "firebase/auth";

const { options, FIREBASE_AUTH_EMULATOR_HOST } = JSON.parse(document.getElementById("configuration").textContent);
const auth = getAuth(initializeApp(options));
connectAuthEmulator(auth, "http://" + FIREBASE_AUTH_EMULATOR_HOST, { disableWarnings: true });

const value = (id) => document.getElementById(id).value;
const show = (id, text) => (document.getElementById(id).textContent = text);

function onClick(id, action) {
  document.getElementById(id).addEventListener("click", async () => {
    show("error", "");
    try {
      await action();
    } catch (error) {
      show("error", error.code ?? String(error));
    }
  });
}

onClick("sign-in", () => signInWithEmailAndPassword(auth, value("email"), value("password")));
onClick("sign-up", () => createUserWithEmailAndPassword(auth, value("email"), value("password")));
onClick("sign-in-with-google", () => signInWithCredential(auth, GoogleAuthProvider.credential(value("credential"))));
onClick("sign-out", () => signOut(auth));

onAuthStateChanged(auth, async (user) => {
  if (user) {
    const { claims, signInProvider, token } = await user.getIdTokenResult();
    const providers = user.providerData.map((each) => each.providerId);
    const { uid, email, emailVerified, displayName } = user;
    const shown = { uid, email, emailVerified, displayName, providers, signInProvider, claims, token };
    show("user", JSON.stringify(shown));
  } else {
    show("user", "");
  }
  show("status", user ? "Signed in" : "Signed out");
});
