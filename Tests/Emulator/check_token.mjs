// Takes ID tokens and session cookies as the Admin SDK for Node takes them in emulator mode: `alg` none and an empty
// signature, and nothing else. Run in this directory: latchkey exec -- node check_token.mjs
import assert from "node:assert/strict";

const host = process.env.FIREBASE_AUTH_EMULATOR_HOST;
const project = process.env.GCLOUD_PROJECT;
const api = `http://${host}/identitytoolkit.googleapis.com/v1`;

async function call(path, body, headers = {}) {
  const answer = await fetch(`${api}/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
}

function verify(token, issuer) {
  const parts = token.split(".");
  assert.equal(parts.length, 3);
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  // jsonwebtoken: verify(token, "", { algorithms: ["none"] })
  assert.equal(header.alg, "none", "invalid algorithm");
  assert.equal(parts[2], "", "invalid signature");
  assert.equal(claims.aud, project);
  assert.equal(claims.iss, `${issuer}/${project}`);
  assert.ok(typeof claims.sub === "string" && claims.sub !== "" && claims.sub.length <= 128);
  assert.ok(claims.exp > Date.now() / 1000);
  return claims;
}

// By the name that web apps use, which may mean either address of this machine.
const port = host.split(":").at(-1);
assert.equal((await fetch(`http://localhost:${port}/`)).status, 200);

const user = await call("accounts:signUp?key=fake-api-key", { returnSecureToken: true });
const claims = verify(user.idToken, "https://securetoken.google.com");
assert.equal(claims.sub, user.localId);
const { sessionCookie } = await call(
  `projects/${project}:createSessionCookie`, { idToken: user.idToken, validDuration: "600" },
  { Authorization: "Bearer owner" });
verify(sessionCookie, "https://session.firebase.google.com");
console.log("Node accepts ID token and session cookie.");
