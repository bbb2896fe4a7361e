import { inMemoryPersistence, initializeApp, initializeAuth, signInWithEmailAndPassword, signOut } from "/sdk.js";

const form = document.getElementById("sign-in");
const { latchkey, app } = JSON.parse(form.dataset.configuration);
const { useLatchkey } = await import(`${latchkey}/__/latchkey/1.0.0/firebase.js`);
// Only the server's cookie stores the session: the SDK stores nothing that a script could steal.
const auth = useLatchkey(initializeAuth(initializeApp(app), { persistence: inMemoryPersistence }));

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const problem = document.getElementById("problem");
  problem.textContent = "";
  try {
    const { email, password } = form.elements;
    const { user } = await signInWithEmailAndPassword(auth, email.value, password.value);
    const body = new URLSearchParams({ idToken: await user.getIdToken(), csrf: form.dataset.csrf });
    const answer = await fetch("/session", { method: "POST", body });
    await signOut(auth);
    if (!answer.ok) throw new Error(await answer.text());
    location.assign("/");
  } catch (error) {
    problem.textContent = error.code ?? error.message;
  }
});
