"use strict";

/*
 * Passkeys for web apps with the official Firebase web SDK, 9 to 13, modular or compat. What the functions are for stands
 * in passkeys.d.ts. The messages are those of the SDK's own unreleased functions.
 */

/** Milliseconds before a challenge expires at which a form that waits for a passkey asks for another. */
const renewalMargin = 60_000;
/** Milliseconds between two challenges of a form that waits, at the least. */
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
  // A documented function of every version installs the user: observers, persistence and middleware see it as any other.
  await inner.updateCurrentUser(await userOf(inner, answer));
  return auth.currentUser;
}

function credential(auth, options) {
  const inner = innerOf(auth);
  const answer = async () => {
    const answer = await signInAnswer(inner, options);
    if (answer.idToken) return answer;
    // The SDK makes its MultiFactorError of this, from which the app gets a resolver.
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

// The ceremonies, for whatever talks to the server.

/**
 * Has the browser make a passkey.
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
 * Has the browser ask for a passkey, with a challenge from `start`, and hands it to `finish`, whose result is returned.
 * With `mediation: "conditional"` it waits until the user takes a passkey as they fill in a form.
 */
export async function requestPasskey(start, finish, { mediation, signal } = {}) {
  requireSupport();
  while (true) {
    signal?.throwIfAborted();
    const isForm = mediation === "conditional";
    const seen = isForm ? await untilNothingIsAsked() : null;
    signal?.throwIfAborted();
    // A form's challenge is not to age while the user is asked something else.
    const { credentialRequestOptions: options } = await start();
    const publicKey = requestOptions(options);
    if (!isForm) {
      // A form that waits goes on when the answer is redeemed, unless the page then has no use for it and aborted it.
      return instead(async () =>
        redeem(await navigator.credentials.get({ publicKey, mediation, signal }), options, finish),
      );
    }
    const made = await waitForPasskey(publicKey, seen, signal);
    if (!made) continue;
    try {
      return await redeem(made, options, finish);
    } catch (error) {
      // While a computer sleeps its timers stand still.
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

/** Tells the browser, where it listens, of a passkey that the server does not know, so that it is not offered again. */
export async function forgetPasskey(rpId, credentialId) {
  await globalThis.PublicKeyCredential?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}

/** The form that waits for a passkey: how to end its request. A browser has one request at a time. */
let waiting = null;
/** What the user was asked in its place, until that has ended. */
let asking = Promise.resolve();
/** How often the user was asked. */
let askings = 0;

/** Asks the user now. A form that waits for a passkey makes way, and goes on afterwards. */
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

/** Waits until the user is asked nothing, and returns how often they were asked by then. */
async function untilNothingIsAsked() {
  let seen;
  do {
    seen = askings;
    await asking;
  } while (seen !== askings);
  return seen;
}

/**
 * The passkey that the user took while they filled in a form; null when the challenge has to be replaced.
 *
 * @param seen how often the user was asked when the challenge was asked for.
 */
async function waitForPasskey(publicKey, seen, signal) {
  // Listeners are not told of what is past.
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

/** Of either alphabet, padded or not. */
function bytesOf(text) {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0));
}

/** Base64url without padding, as browsers write an id. */
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

/** The modular object of an auth instance: the compat layer keeps it inside. */
function innerOf(auth) {
  const inner = auth?._delegate ?? auth;
  if (typeof inner?.config?.apiHost !== "string" || typeof inner.updateCurrentUser !== "function") {
    throw new PasskeyError("argument-error", "pass what getAuth() or firebase.auth() returns.");
  }
  return inner;
}

/** Waits until the SDK has read who is signed in. */
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
 * A user of the SDK with an answer's tokens. The SDK makes such objects for its own sign-ins alone, and exports no class of
 * them; but it reads the user of an earlier visit by the same steps in every version, for which it is given this one.
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

/** Gives a signed-in user the tokens of an answer, as the SDK does after a change of the account. */
async function takeTokens(user, answer) {
  if (answer.idToken) await user._updateTokensIfNecessary?.(answer);
  await user.reload();
}

/** Calls a method of the server that the auth instance is set to. */
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

/** As the SDK names what the server says; other words only change their spelling. */
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
