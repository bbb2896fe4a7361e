"use strict";

/*
 * Proofs that no program sends a request, for web apps with the official Firebase web SDK, 9 to 13, modular or compat. What the
 * functions are for stands in captcha.d.ts. Nothing is loaded from anywhere but where the project's provider is.
 */

export class CaptchaError extends Error {
  constructor(code, message) {
    super(`Latchkey: ${message} (latchkey/${code})`);
    this.name = "CaptchaError";
    this.code = `latchkey/${code}`;
  }
}

export const captcha = { protect, token };

/** The protected mails. The address of a change may be the first one of an anonymous account. */
const mails = { PASSWORD_RESET: "password-reset", EMAIL_SIGNIN: "password-reset", VERIFY_AND_CHANGE_EMAIL: "sign-up" };
/** The protected operations, by the end of their paths in both generations of the API. */
const actions = [
  [/accounts:signUp$|\/signupNewUser$/, ({ email, password }) => (email || password) && "sign-up"],
  [/accounts:update$|\/setAccountInfo$/, ({ oobCode, email, password }) => !oobCode && (email || password) && "sign-up"],
  [/accounts:signInWithPassword$|\/verifyPassword$/, () => "password-sign-in"],
  [/accounts:sendOobCode$|\/getOobConfirmationCode$/, ({ requestType }) => mails[requestType]],
  [/accounts:sendVerificationCode$|\/sendVerificationCode$/, () => "sms"],
  [/accounts\/mfaEnrollment:start$|accounts\/mfaSignIn:start$/, () => "sms", ["phoneEnrollmentInfo", "phoneSignInInfo"]],
];
const refusals = /^(MISSING|INVALID)_RECAPTCHA_TOKEN/;
/** Milliseconds for which a project that asks for nothing is not asked again, unless it refuses something. */
const silence = 300000;
/** Servers whose requests are looked at: from an address to what is known of it. */
const servers = new Map();
let original;

function protect(auth) {
  const { root } = serverOf(auth);
  if (!servers.has(root)) servers.set(root, { silentUntil: new Map() });
  if (original) return auth;
  original = globalThis.fetch;
  // The SDK looks for `fetch` at each request, and has no other place at which a request could be completed.
  globalThis.fetch = (resource, init) => completed(resource, init) ?? original.call(globalThis, resource, init);
  return auth;
}

/** The answer to a request of the SDK that may be protected; undefined for any other request. */
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
  // A second factor that is no phone is sent nothing.
  if (!action || (places.length > 0 && !places.some((place) => message[place]))) return undefined;
  const [root, server] = entry;
  const key = new URLSearchParams(query).get("key");
  return send(resource, init, message, places, { root, key, tenantId: message.tenantId }, action, server);
}

async function send(resource, init, message, places, address, action, server) {
  const name = `${action} ${address.tenantId ?? ""}`;
  const attempt = async () => {
    const proof = await proofFor(address, action).catch((error) => {
      // The SDK says best what is wrong with the key or the project.
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
  // Beforehand: an audit refuses nothing, and a refusal would be counted as a failed sign-in.
  if (!(server.silentUntil.get(name) > Date.now())) return attempt();
  const response = await original.call(globalThis, resource, init);
  if (response.status !== 400) return response;
  const text = await response
    .clone()
    .json()
    .then(({ error }) => error?.message ?? "", () => "");
  if (!refusals.test(text)) return response;
  // An administrator turned it on.
  server.silentUntil.delete(name);
  return attempt();
}

async function token(auth, action) {
  const { root, key, tenantId } = serverOf(auth);
  return (await proofFor({ root, key, tenantId }, action)) ?? null;
}

/** Undefined where the project asks for none; null where it asks for one, and does without for now. */
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
  // A widget that fails keeps nobody out of an audit.
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

/** The server that an auth instance of the SDK is set to. */
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
 * Solves a challenge: for each part a number of four bytes, so that SHA-256 of challenge, part and number begins with zero bits.
 *
 * @param challenge what the server answered.
 * @returns the token.
 */
export async function solve({ challenge, bits, parts }) {
  const bytes = bytesOf(challenge);
  const numbers = (await solveInWorker(bytes, bits, parts)) ?? (await solveInSteps(bytes, bits, parts));
  const solution = new Uint8Array(parts * 4);
  numbers.forEach((number, part) => new DataView(solution.buffer).setUint32(part * 4, number));
  return `${challenge}.${textOf(solution)}`;
}

/** Null where the page's policy, or the browser, has no workers for it. */
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

/** In steps of some milliseconds, between which the page goes on. */
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
 * Makes the function that tries numbers. It uses nothing from outside: its text is sent to the worker. SHA-256 (FIPS 180-4) is
 * written out, since `crypto.subtle` takes far longer for so short a message.
 */
function makeFinder() {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 0x100000000) | 0;
  const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const words = new Int32Array(64);

  /** The first word of the hash of the block in `words`. */
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

  /** The first number from `from` to before `end` that solves the part; -1 if there is none. */
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

/** A place for a widget, in the lower corner, above whatever there is. */
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
