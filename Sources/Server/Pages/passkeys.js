"use strict";

/*
 * Passkeys for web apps with the official Firebase web SDK, 9 to 13, modular or compat. passkeys.d.ts documents the
 * functions. They send the same messages as the SDK's own unreleased functions.
 */

/** A form that waits for a passkey requests a new challenge this many milliseconds before its challenge expires. */
const renewalMargin = 60_000;
/** The minimum number of milliseconds between two challenges of a form that waits. */
const shortestWait = 30_000;

export class PasskeyError extends Error {
  constructor(code, message) {
    super(`Latchkey: ${message} (auth/${code})`);
    this.name = "PasskeyError";
    this.code = `auth/${code}`;
  }
}

export const passkeys = { isSupported, isConditionalSupported, enroll, signIn, credential, list, remove };

function isSupported() {
  return typeof globalThis.PublicKeyCredential === "function" && Boolean(globalThis.navigator?.credentials?.create);
}

async function isConditionalSupported() {
  return isSupported() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.());
}

async function enroll(auth, name) {
  const inner = innerOf(auth);
  const user = await requireUser(inner);
  const start = await call(inner, "v2/accounts/passkeyEnrollment:start", { idToken: await user.getIdToken() });
  const registration = await createPasskey(start.credentialCreationOptions);
  const answer = await call(inner, "v2/accounts/passkeyEnrollment:finalize", {
    idToken: await user.getIdToken(),
    name,
    authenticatorRegistrationResponse: registration,
  });
  await takeTokens(user, answer);
  return { credentialId: registration.id };
}

async function signIn(auth, options) {
  const inner = innerOf(auth);
  await isReady(inner);
  const answer = await signInAnswer(inner, options);
  if (!answer.idToken) {
    throw new PasskeyError(
      "multi-factor-auth-required",
      "the account asks for a second factor. Call the SDK's signInWithCredential with passkeys.credential(auth).",
    );
  }
  // Every version documents this function. Observers, persistence and middleware receive the user as after other sign-ins.
  await inner.updateCurrentUser(await userOf(inner, answer));
  return auth.currentUser;
}

function credential(auth, options) {
  const inner = innerOf(auth);
  const answer = async () => {
    const answer = await signInAnswer(inner, options);
    if (answer.idToken) return answer;
    // The SDK makes its MultiFactorError from this error. The app gets a resolver from the MultiFactorError.
    const error = new PasskeyError("multi-factor-auth-required", "the account asks for a second factor.");
    error.customData = { appName: inner.name, _serverResponse: answer, _tokenResponse: answer };
    throw error;
  };
  const names = { providerId: "passkey", signInMethod: "passkey" };
  return {
    ...names,
    toJSON: () => names,
    _getIdTokenResponse: answer,
    _getReauthenticationResolver: answer,
    _linkToIdToken: async () => {
      throw new PasskeyError("operation-not-supported-in-this-environment", "passkeys.enroll adds a passkey.");
    },
  };
}

async function list(auth) {
  const inner = innerOf(auth);
  const user = await requireUser(inner);
  const { users } = await call(inner, "v1/accounts:lookup", { idToken: await user.getIdToken() });
  return users?.[0]?.passkeyInfo ?? [];
}

async function remove(auth, credentialId) {
  const inner = innerOf(auth);
  const user = await requireUser(inner);
  const known = (await list(auth)).find((each) => each.credentialId === credentialId);
  const request = { idToken: await user.getIdToken(), deletePasskey: [credentialId] };
  await takeTokens(user, await call(inner, "v1/accounts:update", request));
  if (known?.rpId) await forgetPasskey(known.rpId, credentialId);
}

function signInAnswer(inner, options) {
  return requestPasskey(
    () => call(inner, "v2/accounts/passkeySignIn:start", {}),
    (response) => call(inner, "v2/accounts/passkeySignIn:finalize", { authenticatorAuthenticationResponse: response }),
    options,
  );
}

// The ceremonies, for any code that sends requests to the server.

/**
 * Asks the browser to create a passkey.
 *
 * @param options `credentialCreationOptions` of `passkeyEnrollment:start`.
 * @returns `authenticatorRegistrationResponse` of `passkeyEnrollment:finalize`.
 */
export async function createPasskey(options) {
  requireSupport();
  const { rp, user, challenge, excludeCredentials = [] } = options;
  const publicKey = {
    ...options,
    rp: { ...rp, name: rp.name || document.title || rp.id },
    user: { id: bytesOf(user.id), name: user.name || rp.id, displayName: user.displayName || user.name || rp.id },
    challenge: bytesOf(challenge),
    excludeCredentials: excludeCredentials.map((each) => ({ ...each, id: bytesOf(each.id) })),
  };
  try {
    const made = await instead(() => navigator.credentials.create({ publicKey }));
    return responseOf(made, ["clientDataJSON", "attestationObject"], made.response.getTransports?.());
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    throw new PasskeyError("passkey-exists", "this device has a passkey of the account already.");
  }
}

/**
 * Asks the browser for a passkey with a challenge from `start`. Passes the browser's response to `finish`, and returns the
 * result of `finish`. With `mediation: "conditional"`, waits until the user selects a passkey in a form.
 */
export async function requestPasskey(start, finish, { mediation, signal } = {}) {
  requireSupport();
  while (true) {
    signal?.throwIfAborted();
    const isForm = mediation === "conditional";
    const seen = isForm ? await untilNothingIsAsked() : null;
    signal?.throwIfAborted();
    // Requests the challenge after the wait, so that it does not expire during another request to the user.
    const { credentialRequestOptions: options } = await start();
    const publicKey = requestOptions(options);
    if (!isForm) {
      // A form that waits continues after `finish`. By then, a page that no longer needs the form has aborted it.
      return instead(async () =>
        redeem(await navigator.credentials.get({ publicKey, mediation, signal }), options, finish),
      );
    }
    const made = await waitForPasskey(publicKey, seen, signal);
    if (!made) continue;
    try {
      return await redeem(made, options, finish);
    } catch (error) {
      // Timers stop while a computer sleeps, so the challenge may have expired. The loop requests a new challenge.
      if (error.code !== "auth/passkey-challenge-timeout") throw error;
    }
  }
}

async function redeem(made, { rpId }, finish) {
  const response = responseOf(made, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
  try {
    return await finish(response);
  } catch (error) {
    if (error.code === "auth/passkey-enrollment-not-found") await forgetPasskey(rpId, response.id);
    throw error;
  }
}

/** Tells the browser, if it supports this, that the server does not know a passkey. The browser then stops offering it. */
export async function forgetPasskey(rpId, credentialId) {
  await globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}

/** Aborts the request of the form that waits for a passkey. A browser allows one request at a time. */
let waiting = null;
/** Resolves when the last immediate request to the user has ended. */
let asking = Promise.resolve();
/** The number of immediate requests to the user. */
let askings = 0;

/** Asks the user immediately. Interrupts a form that waits for a passkey. The form continues afterwards. */
async function instead(ask) {
  const earlier = asking;
  let end;
  askings += 1;
  asking = new Promise((resolve) => (end = resolve));
  try {
    waiting?.abort();
    await earlier;
    waiting?.abort();
    return await ask();
  } finally {
    end();
  }
}

/** Waits until no immediate request is in progress. Returns the value of `askings` at that time. */
async function untilNothingIsAsked() {
  let seen;
  do {
    seen = askings;
    await asking;
  } while (seen !== askings);
  return seen;
}

/**
 * Returns the passkey that the user selects in a form; null if the form needs a new challenge.
 *
 * @param seen the value of `askings` before the challenge was requested.
 */
async function waitForPasskey(publicKey, seen, signal) {
  // A listener does not receive an abort that happened before it was added.
  signal?.throwIfAborted();
  if (seen !== askings) return null;
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(abort, Math.max((publicKey.timeout ?? 0) - renewalMargin, shortestWait));
  waiting = controller;
  try {
    return await navigator.credentials.get({ publicKey, mediation: "conditional", signal: controller.signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!controller.signal.aborted) throw error;
    return null;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    if (waiting === controller) waiting = null;
  }
}

function requestOptions({ allowCredentials = [], ...options }) {
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: allowCredentials.map((each) => ({ ...each, id: bytesOf(each.id) })),
  };
}

function responseOf({ id, rawId, type, response }, names, transports) {
  const parts = names.filter((name) => response[name]).map((name) => [name, textOf(response[name])]);
  return { id, rawId: textOf(rawId), type, response: { ...Object.fromEntries(parts), transports } };
}

/** Decodes base64 or base64url, with or without padding. */
function bytesOf(text) {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
}

/** Encodes as base64url without padding, as browsers write an id. */
function textOf(buffer) {
  const characters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function requireSupport() {
  if (isSupported()) return;
  throw new PasskeyError(
    "operation-not-supported-in-this-environment",
    "this browser, or a page that is neither https nor http://localhost, has no passkeys.",
  );
}

// The SDK.

/** Returns the modular object of an auth instance. The compat layer's object contains it. */
function innerOf(auth) {
  const inner = auth?._delegate ?? auth;
  if (typeof inner?.config?.apiHost !== "string" || typeof inner.updateCurrentUser !== "function") {
    throw new PasskeyError("argument-error", "pass what getAuth() or firebase.auth() returns.");
  }
  return inner;
}

/** Waits until the SDK knows who is signed in. */
function isReady(inner) {
  return new Promise((resolve) => {
    const stop = inner.onIdTokenChanged(() => {
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

async function requireUser(inner) {
  await isReady(inner);
  if (!inner.currentUser) throw new PasskeyError("no-current-user", "nobody is signed in.");
  return inner.currentUser;
}

/**
 * Makes the SDK's user object for an answer's tokens. The SDK makes user objects for its own sign-ins only, and does not
 * export their class. But all versions read the user of an earlier visit from storage with the same internal function.
 * This function calls it with a storage that contains the new user.
 */
async function userOf(inner, { idToken, refreshToken, expiresIn }) {
  const { sub, firebase } = JSON.parse(new TextDecoder().decode(bytesOf(idToken.split(".")[1])));
  const stored = {
    uid: sub,
    emailVerified: false,
    isAnonymous: false,
    providerData: [],
    ...(firebase?.tenant ? { tenantId: firebase.tenant } : {}),
    stsTokenManager: { accessToken: idToken, refreshToken, expirationTime: Date.now() + Number(expiresIn) * 1000 },
  };
  const manager = inner.persistenceManager;
  if (typeof manager?.getCurrentUser !== "function") {
    throw new PasskeyError(
      "internal-error",
      "this version of the SDK is not known. Call its signInWithCredential with passkeys.credential(auth).",
    );
  }
  const user = await Object.create(manager, { persistence: { value: { _get: async () => stored } } }).getCurrentUser();
  await user.reload();
  return user;
}

/** Stores an answer's tokens in the signed-in user, as the SDK does after a change of the account. */
async function takeTokens(user, answer) {
  if (answer.idToken) await user._updateTokensIfNecessary?.(answer);
  await user.reload();
}

/** Calls a method of the auth instance's server. */
async function call(inner, path, message) {
  const { config, tenantId } = inner;
  if (!config.emulator && config.apiHost === "identitytoolkit.googleapis.com") {
    throw new PasskeyError("unsupported-server", "the auth instance talks to Google. Point it at a Latchkey server first.");
  }
  const root = config.emulator ? config.emulator.url : `${config.apiScheme}://`;
  let response;
  try {
    response = await fetch(`${root}${config.apiHost}/${path}?key=${encodeURIComponent(config.apiKey)}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      referrerPolicy: "no-referrer",
      body: JSON.stringify(tenantId ? { ...message, tenantId } : message),
    });
  } catch {
    throw new PasskeyError("network-request-failed", "the server cannot be reached.");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw refusal(answer.error?.message ?? `HTTP ${response.status}`);
  return answer;
}

/** The SDK's codes for these server codes. Other server codes are only spelt with small letters and hyphens. */
const codes = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "requires-recent-login",
  INVALID_ID_TOKEN: "invalid-user-token",
  TOKEN_EXPIRED: "user-token-expired",
  TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
};

function refusal(message) {
  const [code, ...rest] = message.split(" : ");
  return new PasskeyError(codes[code] ?? code.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), rest.join(" : ") || code);
}
