/*
 * Points the official Firebase web SDK (modular or compat) at a Latchkey server for real users.
 * The server adds the definition of `scriptAddress` before this text, and the exports after it.
 */

/** The version of this script (Semantic Versioning). Increase it when the script's behaviour changes. */
const version = "1.0.0";

/** The settings of a new `Auth`, in every version of the SDK since 9. */
const official = {
  apiHost: "identitytoolkit.googleapis.com",
  tokenApiHost: "securetoken.googleapis.com",
  apiScheme: "https",
};
/** The major versions of the SDK whose internals this script knows. */
const known = { first: 9, last: 13 };

class LatchkeyError extends Error {
  constructor(code, message) {
    super(`Latchkey: ${message} (latchkey/${code})`);
    this.name = "LatchkeyError";
    this.code = `latchkey/${code}`;
  }
}

function useLatchkey(auth, options) {
  const server = serverAddress(options?.server);
  const authDomain = options?.authDomain === undefined ? server.host : hostOf(options.authDomain);
  // The compat layer's object contains the modular object.
  const inner = auth?._delegate ?? auth;
  const config = requireKnown(inner);
  if (config.apiHost === server.host && config.tokenApiHost === server.host) {
    if (config.authDomain === authDomain) return auth;
    throw new LatchkeyError("already-pointed", `this auth instance has the authDomain ${config.authDomain} already.`);
  }
  requireUnused(inner, config);
  provideFrames(server.origin);
  Object.assign(config, { apiHost: server.host, tokenApiHost: server.host, apiScheme: "https", authDomain });
  // The server needs no reCAPTCHA. With this public setting, the SDK does not load it from Google for phone numbers.
  inner.settings.appVerificationDisabledForTesting = true;
  return auth;
}

/** Returns the server's address: the named address, or the address from which this script was loaded. */
function serverAddress(named) {
  const text = named ?? scriptAddress;
  const url = parsed(text);
  if (named === undefined && !url?.pathname.startsWith("/__/latchkey/")) {
    throw new LatchkeyError(
      "unknown-server",
      'this script was not loaded from the server, so that it has to be named: { server: "https://auth.example.com" }.',
    );
  }
  if (named !== undefined && (!url || url.pathname !== "/" || url.search || url.hash || url.username || url.password)) {
    throw new LatchkeyError("invalid-server", `"${text}" is not an address such as "https://auth.example.com".`);
  }
  if (url.protocol !== "https:") {
    throw new LatchkeyError(
      "insecure-server",
      `${url.origin} is not https. In development call connectAuthEmulator instead.`,
    );
  }
  return url;
}

/** Replaces `URL.canParse`, which some browsers that the SDK supports do not have. */
function parsed(text) {
  try {
    return typeof text === "string" ? new URL(text) : undefined;
  } catch {
    return undefined;
  }
}

function hostOf(authDomain) {
  const url = typeof authDomain === "string" ? parsed(`https://${authDomain}`) : undefined;
  if (!url || url.href !== `https://${url.host}/` || authDomain.includes("/")) {
    throw new LatchkeyError("invalid-auth-domain", `the authDomain "${authDomain}" is not a host such as "app.example.com".`);
  }
  return url.host;
}

/** Returns the settings inside an auth instance. Throws if this script does not know the instance's SDK. */
function requireKnown(inner) {
  const config = inner?.config;
  const shape = [config?.apiHost, config?.tokenApiHost, config?.apiScheme, config?.apiKey, config?.sdkClientVersion];
  if (
    !shape.every((each) => typeof each === "string") ||
    typeof inner._canInitEmulator !== "boolean" ||
    typeof inner.settings !== "object" ||
    Object.isFrozen(config)
  ) {
    throw new LatchkeyError(
      "unknown-sdk",
      `this is no auth instance of the Firebase web SDK ${known.first} to ${known.last}. Pass what getAuth(app) or ` +
        "firebase.auth() returns.",
    );
  }
  const major = Number(/\/JsCore\/(\d+)\./.exec(config.sdkClientVersion)?.[1]);
  if (!(major >= known.first && major <= known.last)) {
    throw new LatchkeyError(
      "unknown-sdk",
      `the Firebase web SDK "${config.sdkClientVersion}" is not one of ${known.first} to ${known.last}. Nothing was sent. ` +
        "Use one of those, or a Latchkey that knows it.",
    );
  }
  return config;
}

/** Throws if the instance has sent a request: another server has then received data that only this server may receive. */
function requireUnused(inner, config) {
  if (config.emulator || inner.emulatorConfig) {
    throw new LatchkeyError("emulator", "connectAuthEmulator was called for this auth instance. Call one of the two.");
  }
  // In Safari and mobile browsers, the SDK opens the frame with the new instance, before any request.
  if (!inner._canInitEmulator || inner._popupRedirectResolver?.eventManagers?.[inner._key()]) {
    throw new LatchkeyError(
      "already-used",
      "this auth instance has sent a request already. Call useLatchkey in the statement that follows getAuth().",
    );
  }
  for (const [name, value] of Object.entries(official)) {
    if (config[name] !== value) {
      throw new LatchkeyError("already-pointed", `the ${name} of this auth instance is "${config[name]}" already.`);
    }
  }
}

/**
 * Makes the SDK use the server's frames for popups and redirects, instead of Google's. The script for the frames is
 * loaded when the SDK requests it.
 */
function provideFrames(origin) {
  if (typeof document === "undefined") return;
  const gapi = (window.gapi = window.gapi ?? {});
  if (gapi.iframes?.isLatchkey) return;
  if (gapi.iframes?.Iframe) {
    throw new LatchkeyError(
      "foreign-gapi",
      "the page has loaded Google's gapi.iframes, which does not understand this server's frames. Load it elsewhere.",
    );
  }
  const others = gapi.load;
  let loading;
  gapi.load = (features, options) => {
    if (features !== "gapi.iframes" && others) return others.call(gapi, features, options);
    const { callback, ontimeout, onerror } = typeof options === "function" ? { callback: options } : (options ?? {});
    loading = loading ?? loadScript(`${origin}/__/auth/gapi.js`);
    loading.then(callback, () => {
      loading = undefined;
      (ontimeout ?? onerror)?.();
    });
  };
}

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new LatchkeyError("frames-not-loaded", `${address} could not be loaded.`));
    };
    document.head.append(script);
  });
}
