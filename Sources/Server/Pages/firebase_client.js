/*
 * Points the official Firebase web SDK (modular, or its compat layer) at a Latchkey server for real users.
 * The server adds the script's own address before it, and its exports behind it.
 */

/** The version of this script. A change of what it does raises it (Semantic Versioning). */
const version = "1.0.0";

/** What the SDK's `Auth` is set to when it is made, of every version since 9. */
const official = {
  apiHost: "identitytoolkit.googleapis.com",
  tokenApiHost: "securetoken.googleapis.com",
  apiScheme: "https",
};
/** Major versions of the SDK whose insides are known to be these. */
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
  // The compat layer's object keeps the modular one inside.
  const inner = auth?._delegate ?? auth;
  const config = requireKnown(inner);
  if (config.apiHost === server.host && config.tokenApiHost === server.host) {
    if (config.authDomain === authDomain) return auth;
    throw new LatchkeyError("already-pointed", `this auth instance has the authDomain ${config.authDomain} already.`);
  }
  requireUnused(inner, config);
  provideFrames(server.origin);
  Object.assign(config, { apiHost: server.host, tokenApiHost: server.host, apiScheme: "https", authDomain });
  // The server asks for no reCAPTCHA. With this public setting the SDK loads none from Google for phone numbers.
  inner.settings.appVerificationDisabledForTesting = true;
  return auth;
}

/** The server's address: the one that is named, or the one that this script came from. */
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

/** `URL.canParse` is younger than browsers that the SDK still runs in. */
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

/** The settings inside an auth instance of an SDK that this script knows. */
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

/** An instance that talked to somebody already has told them what is meant for this server alone. */
function requireUnused(inner, config) {
  if (config.emulator || inner.emulatorConfig) {
    throw new LatchkeyError("emulator", "connectAuthEmulator was called for this auth instance. Call one of the two.");
  }
  // Safari and mobile browsers open the frame when the instance is made, before any request.
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
 * Puts the server's frames in the place of those that the SDK loads from Google for popups and redirects. They are
 * loaded when the SDK asks for them.
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
