// A back end in Node that accepts users of a Latchkey server by their ID tokens. jose verifies the tokens.
//
//   apt install node-jose     # or: npm install jose
//   LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app NODE_PATH=/usr/share/nodejs node server.cjs
//
// With LATCHKEY_API_KEY, it also asks the server whether the token was revoked. NODE_EXTRA_CA_CERTS names a certificate
// authority that Node does not trust.
"use strict";

const http = require("node:http");
const { createLocalJWKSet, jwtVerify } = require("jose");

const server = process.env.LATCHKEY_SERVER;
const project = process.env.LATCHKEY_PROJECT;
const issuer = process.env.LATCHKEY_ISSUER || `https://securetoken.google.com/${project}`;
const apiKey = process.env.LATCHKEY_API_KEY;

class Refused extends Error {}

// The server's error codes for a token that is no longer valid.
const ended = ["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND"];

if (!/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)(:|$))/.test(server)) {
  console.error("LATCHKEY_SERVER has to be an https address: tokens are sent there.");
  process.exit(1);
}

// The server's keys, stored for five minutes. An unknown key id causes a new fetch, at most every five seconds. Anyone
// can invent key ids, so a known key is returned at once, even during a fetch and after a failed fetch.
const kept = { ids: new Set(), key: null, until: -Infinity };
let fetching = null;
let tried = -Infinity;
let failure = null;

async function keyOf(header, token) {
  if (!kept.ids.has(header.kid) || performance.now() >= kept.until) {
    if (performance.now() - tried >= 5000) fetching ??= fetchKeys();
    await fetching;
    if (failure) throw failure;
  }
  return kept.key(header, token);
}

async function fetchKeys() {
  try {
    const answer = await fetch(`${server}/.well-known/jwks.json`, { redirect: "error", signal: AbortSignal.timeout(5000) });
    if (answer.status !== 200) throw new Error(`the keys' address answered ${answer.status}`);
    const set = await answer.json();
    const key = createLocalJWKSet(set);
    if (set.keys.length === 0) throw new Error("the keys' address has no keys");
    Object.assign(kept, { ids: new Set(set.keys.map(({ kid }) => kid)), key, until: performance.now() + 300_000 });
    failure = null;
  } catch (error) {
    failure = new Error("the server's keys cannot be had", { cause: error });
  }
  tried = performance.now();
  fetching = null;
}

async function claimsOf(token) {
  let claims;
  try {
    const options = { algorithms: ["RS256"], audience: project, issuer, typ: "JWT" };
    ({ payload: claims } = await jwtVerify(token, keyOf, options));
  } catch (error) {
    // jose has a code for each reason to reject a token. JWKSNoMatchingKey means an unknown key.
    const isToBlame = /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING)/.test(error.code);
    throw isToBlame ? new Refused(error.message) : error;
  }
  const now = Date.now() / 1000;
  // jose also accepts a list for `aud`, and a missing `exp`.
  if (claims.aud !== project || !(claims.exp > now) || !(claims.iat <= now + 60) || !(claims.auth_time <= now + 60)) {
    throw new Refused("not an ID token of the project");
  }
  if (!claims.sub || !claims.firebase || claims.firebase.tenant !== undefined) throw new Refused("not a user of the project");
  return claims;
}

// Detects changes since the token was issued: a new password, a sign-out everywhere, a disabled account.
async function askWhetherItCounts(token, uid) {
  const answer = await fetch(`${server}/identitytoolkit.googleapis.com/v1/accounts:lookup`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Goog-Api-Key": apiKey },
    body: JSON.stringify({ idToken: token }),
    redirect: "error",
    signal: AbortSignal.timeout(5000),
  });
  const said = await answer.json();
  const message = said.error?.message;
  if (answer.status === 400 && ended.includes(message)) throw new Refused(message);
  if (answer.status === 400 || answer.status === 403) {
    // The server also answers a wrong API key with 400. In that case, the token is not at fault.
    throw new Error(`the server answered ${answer.status} ${message}: is LATCHKEY_API_KEY a key of the project?`);
  }
  if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
  const user = said.users?.[0];
  if (typeof user?.localId !== "string") throw new Error("the server does not answer about users");
  if (user.localId !== uid || user.disabled) throw new Refused("not a user any more");
}

async function userOf(request) {
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (!token || token.length > 16384) throw new Refused("no token");
  const claims = await claimsOf(token);
  if (apiKey) await askWhetherItCounts(token, claims.sub);
  return claims.sub;
}

http.createServer(async (request, response) => {
  const answer = (status, text, headers) => response.writeHead(status, { "Content-Type": "text/plain", ...headers }).end(text);
  try {
    answer(200, `Hello, ${await userOf(request)}\n`);
  } catch (error) {
    if (error instanceof Refused) return answer(401, "Sign in first.\n", { "WWW-Authenticate": "Bearer" });
    console.error(error.message, error.cause?.message ?? "");
    answer(503, "Try again later.\n");
  }
}).listen(Number(process.env.PORT ?? 8080), "127.0.0.1");
