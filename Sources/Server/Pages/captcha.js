"use strict";

/*
 * Adds proofs of work and captcha tokens to requests of web apps with the official Firebase web SDK, 9 to 13, modular or
 * compat. captcha.d.ts documents the functions. The script loads nothing except the widget of the project's provider.
 */

export class CaptchaError extends Error {
  constructor(code, message) {
    super(`Latchkey: ${message} (latchkey/${code})`);
    this.name = "CaptchaError";
    this.code = `latchkey/${code}`;
  }
}

export const captcha = { protect, token };

/** The actions of mails. A change of the address counts as a sign-up: it may give an anonymous account its first address. */
const mails = { PASSWORD_RESET: "password-reset", EMAIL_SIGNIN: "password-reset", VERIFY_AND_CHANGE_EMAIL: "sign-up" };
/** The protected operations, recognised by the end of their paths in both generations of the API. */
const actions = [
  [/accounts:signUp$|\/signupNewUser$/, ({ email, password }) => (email || password) && "sign-up"],
  [/accounts:update$|\/setAccountInfo$/, ({ oobCode, email, password }) => !oobCode && (email || password) && "sign-up"],
  [/accounts:signInWithPassword$|\/verifyPassword$/, () => "password-sign-in"],
  [/accounts:sendOobCode$|\/getOobConfirmationCode$/, ({ requestType }) => mails[requestType]],
  [/accounts:sendVerificationCode$|\/sendVerificationCode$/, () => "sms"],
  [/accounts\/mfaEnrollment:start$|accounts\/mfaSignIn:start$/, () => "sms", ["phoneEnrollmentInfo", "phoneSignInInfo"]],
];
const refusals = /^(MISSING|INVALID)_RECAPTCHA_TOKEN/;
/** If a project requires no proof, the script asks it again after this many milliseconds, or at once after a refusal. */
const silence = 300000;
/** The servers whose requests get proofs: from a server's address to its state. */
const servers = new Map();
let original;

function protect(auth) {
  const { root } = serverOf(auth);
  if (!servers.has(root)) servers.set(root, { silentUntil: new Map() });
  if (original) return auth;
  original = globalThis.fetch;
  // The SDK reads the global `fetch` at each request, and offers no other way to change a request.
  globalThis.fetch = (resource, init) => completed(resource, init) ?? original.call(globalThis, resource, init);
  return auth;
}

/** Returns the answer to a request of the SDK that may be protected; undefined for any other request. */
function completed(resource, init) {
  if (typeof resource !== "string" || init?.method !== "POST" || typeof init.body !== "string") return undefined;
  const entry = [...servers].find(([root]) => resource.startsWith(root));
  const [path, query] = entry ? resource.split("?") : [];
  const known = actions.find(([pattern]) => path && pattern.test(path));
  if (!known) return undefined;
  const [, actionOf, places = []] = known;
  let message;
  try {
    message = JSON.parse(init.body);
  } catch {
    return undefined;
  }
  const action = actionOf(message);
  // The server sends no message to a second factor that is not a phone.
  if (!action || (places.length > 0 && !places.some((place) => message[place]))) return undefined;
  const [root, server] = entry;
  const key = new URLSearchParams(query).get("key");
  return send(resource, init, message, places, { root, key, tenantId: message.tenantId }, action, server);
}

async function send(resource, init, message, places, address, action, server) {
  const name = `${action} ${address.tenantId ?? ""}`;
  const attempt = async () => {
    const proof = await proofFor(address, action).catch((error) => {
      // Sends the request without a proof, so that the SDK itself reports an error of the key or the project.
      if (error.code !== "latchkey/refused") throw error;
      return null;
    });
    if (proof === undefined) server.silentUntil.set(name, Date.now() + silence);
    const place = places.find((name) => message[name]);
    const withProof = place
      ? { ...message, [place]: { ...message[place], captchaResponse: proof } }
      : { ...message, captchaResponse: proof };
    return original.call(globalThis, resource, { ...init, body: JSON.stringify(proof ? withProof : message) });
  };
  // The first request already has a proof: an audit refuses nothing, and a refusal would count as a failed sign-in.
  if (!(server.silentUntil.get(name) > Date.now())) return attempt();
  const response = await original.call(globalThis, resource, init);
  if (response.status !== 400) return response;
  const text = await response
    .clone()
    .json()
    .then(({ error }) => error?.message ?? "", () => "");
  if (!refusals.test(text)) return response;
  // An administrator has turned the protection on.
  server.silentUntil.delete(name);
  return attempt();
}

async function token(auth, action) {
  const { root, key, tenantId } = serverOf(auth);
  return (await proofFor({ root, key, tenantId }, action)) ?? null;
}

/** Returns undefined if the project requires no proof. Returns null if it only audits and the widget failed. */
async function proofFor({ root, key, tenantId }, action) {
  const request = original ?? globalThis.fetch;
  let response;
  try {
    response = await request.call(globalThis, `${root}v2/captchaChallenge?key=${encodeURIComponent(key)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      referrerPolicy: "no-referrer",
      body: JSON.stringify(tenantId ? { action, tenantId } : { action }),
    });
  } catch {
    throw new CaptchaError("network-request-failed", "the server cannot be reached.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new CaptchaError("refused", answer.error?.message ?? `HTTP ${response.status}`);
  if (answer.mode === "off") return undefined;
  const proof = solved(answer);
  // In an audit, the failure of a widget must not stop the request.
  return answer.mode === "audit" ? proof.catch(() => null) : proof;
}

async function solved(answer) {
  switch (answer.provider) {
    case "proof-of-work":
      return solve(answer);
    case "turnstile":
      return askTurnstile(answer);
    case "hcaptcha":
      return askHCaptcha(answer);
    default:
      throw new CaptchaError("unknown-provider", `this script does not know ${answer.provider}. Load a newer one.`);
  }
}

/** Returns the server to which an auth instance sends its requests. */
function serverOf(auth) {
  const inner = auth?._delegate ?? auth;
  const config = inner?.config;
  if (typeof config?.apiHost !== "string") {
    throw new CaptchaError("argument-error", "pass what getAuth() or firebase.auth() returns.");
  }
  if (!config.emulator && config.apiHost === "identitytoolkit.googleapis.com") {
    throw new CaptchaError("unsupported-server", "the auth instance talks to Google. Point it at a Latchkey server first.");
  }
  const start = config.emulator ? config.emulator.url : `${config.apiScheme}://`;
  return { root: `${start}${config.apiHost}/`, key: config.apiKey, tenantId: inner.tenantId };
}

// The proof of work.

/**
 * Solves a challenge: finds a number of four bytes for each part, so that SHA-256 of challenge, part and number begins with
 * `bits` zero bits.
 *
 * @param challenge the server's answer.
 * @returns the token.
 */
export async function solve({ challenge, bits, parts }) {
  const bytes = bytesOf(challenge);
  const numbers = (await solveInWorker(bytes, bits, parts)) ?? (await solveInSteps(bytes, bits, parts));
  const solution = new Uint8Array(parts * 4);
  numbers.forEach((number, part) => new DataView(solution.buffer).setUint32(part * 4, number));
  return `${challenge}.${textOf(solution)}`;
}

/** Returns null if the page's policy or the browser does not allow the worker. */
function solveInWorker(bytes, bits, parts) {
  if (typeof Worker !== "function") return null;
  return new Promise((resolve) => {
    const source = `const find = (${makeFinder})(); onmessage = ({ data: [bytes, bits, parts] }) => {
      const numbers = [];
      for (let part = 0; part < parts; part++) numbers.push(find(bytes, bits, part, 0, 0x100000000));
      postMessage(numbers);
    };`;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    let worker;
    const end = (numbers) => {
      worker?.terminate();
      URL.revokeObjectURL(address);
      resolve(numbers);
    };
    try {
      worker = new Worker(address);
    } catch {
      return end(null);
    }
    worker.onmessage = ({ data }) => end(data);
    worker.onerror = () => end(null);
    worker.postMessage([bytes, bits, parts]);
  });
}

/** Solves in steps of some milliseconds, so that the page still responds to the user. */
async function solveInSteps(bytes, bits, parts) {
  const find = makeFinder();
  const numbers = [];
  for (let part = 0; part < parts; part++) {
    for (let from = 0, number = -1; number < 0; from += 4096) {
      number = find(bytes, bits, part, from, from + 4096);
      if (number >= 0) numbers.push(number);
      else await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return numbers;
}

/**
 * Makes the function that tries numbers. The worker receives the text of `makeFinder`, which therefore must not use names
 * from outside. It implements SHA-256 (FIPS 180-4) itself, because `crypto.subtle` is much slower for such short messages.
 */
function makeFinder() {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 0x100000000) | 0;
  const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);

  /** Returns the first word of the hash of the block in `words`. */
  function firstWord() {
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15];
      const y = words[i - 2];
      const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
    }
    let a = start[0];
    let b = start[1];
    let c = start[2];
    let d = start[3];
    let e = start[4];
    let f = start[5];
    let g = start[6];
    let h = start[7];
    for (let i = 0; i < 64; i++) {
      const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + sumE + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
      const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    return (start[0] + a) | 0;
  }

  /** Returns the first number that solves the part, from `from` up to `end` without `end` itself; -1 if none does. */
  return (bytes, bits, part, from, end) => {
    const block = new Uint8Array(64);
    const length = bytes.length + 5;
    if (length > 55 || bits < 1 || bits > 31) throw new Error("The challenge is too large.");
    block.set(bytes);
    block[bytes.length] = part;
    block[length] = 0x80;
    const view = new DataView(block.buffer);
    view.setUint32(60, length * 8);
    const shift = 32 - bits;
    for (let number = from; number < end; number++) {
      view.setUint32(bytes.length + 1, number);
      for (let i = 0; i < 16; i++) words[i] = view.getInt32(i * 4);
      if (firstWord() >>> shift === 0) return number;
    }
    return -1;
  };
}

function bytesOf(text) {
  const standard = text.replace(/-/g, "+").replace(/_/g, "/");
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
}

function textOf(bytes) {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

// The providers' widgets.

const loading = new Map();

function load(address) {
  if (!loading.has(address)) {
    const script = document.createElement("script");
    script.src = address;
    const loaded = new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => {
        loading.delete(address);
        script.remove();
        reject(new CaptchaError("widget-not-loaded", `${address} could not be loaded.`));
      };
    });
    loading.set(address, loaded);
    document.head.append(script);
  }
  return loading.get(address);
}

/** Makes the element for a widget, in the lower corner and above all other elements. */
function makePlace() {
  const place = document.createElement("div");
  Object.assign(place.style, { position: "fixed", insetInlineEnd: "16px", bottom: "16px", zIndex: "2147483647" });
  document.body.append(place);
  return place;
}

async function askTurnstile({ siteKey, action, data }) {
  await load("https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit");
  const place = makePlace();
  let widget;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code) => reject(new CaptchaError("widget-failed", `Turnstile gave no token (${code}).`));
      widget = turnstile.render(place, {
        sitekey: siteKey,
        action,
        cData: data,
        appearance: "interaction-only",
        callback: resolve,
        "error-callback": fail,
        "timeout-callback": () => fail("timeout"),
      });
    });
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  }
}

async function askHCaptcha({ siteKey }) {
  await load("https://js.hcaptcha.com/1/api.js?render=explicit");
  const place = makePlace();
  let widget;
  try {
    widget = hcaptcha.render(place, { sitekey: siteKey, size: "invisible" });
    return (await hcaptcha.execute(widget, { async: true })).response;
  } catch (code) {
    throw new CaptchaError("widget-failed", `hCaptcha gave no token (${code}).`);
  } finally {
    if (widget !== undefined) hcaptcha.remove(widget);
    place.remove();
  }
}
