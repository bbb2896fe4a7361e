/*
 * Tests the served scripts of `useLatchkey` and captcha.js without a browser: as an old browser, React Native and a page with
 * foreign content would run them.
 *
 *     node Tests/Browser/client_script.mjs http://127.0.0.1:9099
 *
 * Prints a line for each check and `N passed, N failed`; the exit code is 1 if one failed.
 */

import assert from "node:assert/strict";
import vm from "node:vm";

const base = process.argv[2];
const text = async (file) => (await fetch(`${base}/__/latchkey/${file}`)).text();
const [module, classic, captchas] = await Promise.all(["firebase.js", "firebase-compat.js", "captcha.js"].map(text));
const firstLine = "const scriptAddress = import.meta.url;\n";
const lastLine = "\nexport { LatchkeyError, useLatchkey, version };\n";
const server = "https://auth.example.com";

/** Runs the copy of docs/clients.md for apps without pages, whose first line does not ask for the script's address. */
function ofCopy(globals = {}) {
  assert(module.startsWith(firstLine) && module.endsWith(lastLine));
  const body = module.slice(firstLine.length, -lastLine.length);
  const context = vm.createContext(globals);
  vm.runInContext(`const scriptAddress = undefined;\n${body}\n;globalThis.latchkey = { LatchkeyError, useLatchkey };`, context);
  return context.latchkey;
}

function ofPage(currentScript, more = {}) {
  const context = vm.createContext({ URL, document: { currentScript }, ...more });
  context.window = context;
  vm.runInContext(classic, context);
  return context.latchkey;
}

/** The properties of the SDK's own instance that the script reads. */
function instance() {
  return {
    config: {
      apiHost: "identitytoolkit.googleapis.com", tokenApiHost: "securetoken.googleapis.com", apiScheme: "https", apiKey: "k",
      sdkClientVersion: "Chrome/JsCore/11.3.1/FirebaseCore-web",
    },
    settings: {},
    _canInitEmulator: true,
    _key: () => "k",
  };
}

function codeOf(call) {
  try {
    call();
  } catch (error) {
    return `${error.name} ${error.code}`;
  }
  return "none";
}

/** `URL` as browsers had it before 2023. */
class OldURL extends URL {}
Object.defineProperty(OldURL, "canParse", { value: undefined });

const checks = {
  "a copy without the script's address works where there is no page, for the server that is named"() {
    const auth = instance();
    assert.equal(ofCopy({ URL }).useLatchkey(auth, { server }), auth);
    assert.deepEqual([auth.config.apiHost, auth.config.tokenApiHost], ["auth.example.com", "auth.example.com"]);
    assert.equal(codeOf(() => ofCopy({ URL }).useLatchkey(instance())), "LatchkeyError latchkey/unknown-server");
  },
  "browsers without URL.canParse are told the same"() {
    const { useLatchkey } = ofCopy({ URL: OldURL });
    const auth = instance();
    assert.equal(useLatchkey(auth, { server, authDomain: "app.example.com" }), auth);
    assert.equal(auth.config.authDomain, "app.example.com");
    const found = [
      { server: "auth.example.com" }, { server: 1 }, { server: "http://auth.example.com" }, { server, authDomain: "a b" },
      { server, authDomain: "" },
    ].map((options) => codeOf(() => useLatchkey(instance(), options)));
    assert.deepEqual(found, [
      "LatchkeyError latchkey/invalid-server", "LatchkeyError latchkey/invalid-server", "LatchkeyError latchkey/insecure-server",
      "LatchkeyError latchkey/invalid-auth-domain", "LatchkeyError latchkey/invalid-auth-domain",
    ]);
  },
  "the classic script takes the address of the script that it is"() {
    const auth = instance();
    const document = { currentScript: { tagName: "SCRIPT", src: `${server}/__/latchkey/1.0.0/firebase-compat.js` } };
    ofPage(document.currentScript).useLatchkey({ _delegate: auth });
    assert.equal(auth.config.apiHost, "auth.example.com");
  },
  "an element named currentScript is not taken for the script"() {
    const src = "https://evil.example/__/latchkey/firebase.js";
    for (const element of [{ tagName: "IMG", src }, { tagName: { value: "SCRIPT" }, src }, [{ src }], null, undefined]) {
      const auth = instance();
      assert.equal(codeOf(() => ofPage(element).useLatchkey(auth)), "LatchkeyError latchkey/unknown-server");
      assert.equal(auth.config.apiHost, "identitytoolkit.googleapis.com");
    }
  },
  "nothing in the scripts is younger than ES2020, which the SDK needs itself"() {
    for (const script of [module, classic, captchas]) assert(!/\?\?=|\|\|=|&&=|canParse\(|\.at\(|replaceAll|#\w+[ (;]/.test(script));
  },
};

/**
 * Answers requests as a server does that asks for proofs of work, and notes what it was sent.
 *
 * @param mode off, audit, enforce, or refuse for a server that refuses every request.
 */
function guardedServer(mode) {
  const sent = [];
  const challenge = Buffer.alloc(42, 7).toString("base64url");
  const answer = (status, body) => new Response(JSON.stringify(body), { status });
  async function respond(address, init) {
    const message = init?.body && JSON.parse(init.body);
    sent.push([address, message]);
    if (mode === "refuse") return answer(400, { error: { message: "API_KEY_INVALID" } });
    if (address.includes("captchaChallenge")) {
      return answer(200, { mode, provider: "proof-of-work", action: message.action, challenge, bits: 4, parts: 16 });
    }
    const proof = (message?.phoneEnrollmentInfo ?? message)?.captchaResponse;
    if (mode !== "enforce" || proof?.startsWith(challenge)) return answer(200, { ok: true });
    return answer(400, { error: { message: proof ? "INVALID_RECAPTCHA_TOKEN" : "MISSING_RECAPTCHA_TOKEN" } });
  }
  return { sent, respond, challenge };
}

const guard = (address) => ({ config: { apiHost: address, apiScheme: "https", apiKey: "k" }, tenantId: "team" });
const operation = (server, name) => `https://${server}/v1/accounts:${name}?key=k`;
const post = (message) => ({ method: "POST", headers: {}, body: JSON.stringify(message) });

Object.assign(checks, {
  async "captcha.js brings a proof where the server asks for one, before it is refused"() {
    const { captcha } = await import(`data:text/javascript,${encodeURIComponent(captchas)}#1`);
    const { sent, respond, challenge } = guardedServer("enforce");
    const before = globalThis.fetch;
    globalThis.fetch = respond;
    try {
      const auth = guard("one.example");
      assert.equal(captcha.protect({ _delegate: auth }) !== undefined, true);
      const message = { email: "a@example.com", tenantId: "team" };
      for (let count = 0; count < 2; count++) {
        assert.equal((await fetch(operation("one.example", "signUp"), post(message))).status, 200);
      }
      const paths = sent.map(([address]) => address.split("/").at(-1).split("?")[0]);
      assert.deepEqual(paths, ["captchaChallenge", "accounts:signUp", "captchaChallenge", "accounts:signUp"]);
      assert.deepEqual(sent[0][1], { action: "sign-up", tenantId: "team" });
      sent.length = 0;
      for (const [name, free] of [["signUp", { returnSecureToken: true }], ["sendOobCode", { requestType: "VERIFY_EMAIL" }]]) {
        await fetch(operation("one.example", name), post({ ...free, tenantId: "team" }));
      }
      assert.equal(sent.some(([address]) => address.includes("captchaChallenge")), false, "work for what is not protected");
      const change = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken: "t", newEmail: "b@example.com", tenantId: "team" };
      assert.equal((await fetch(operation("one.example", "sendOobCode"), post(change))).status, 200);
      assert.equal(sent.at(-2)[1].action, "sign-up");
      const second = { idToken: "t", phoneEnrollmentInfo: { phoneNumber: "+1" } };
      assert.equal((await fetch("https://one.example/v2/accounts/mfaEnrollment:start?key=k", post(second))).status, 200);
      assert.equal(sent.at(-1)[1].phoneEnrollmentInfo.captchaResponse.startsWith(`${challenge}.`), true);
      assert.equal((await captcha.token(auth, "sms")).startsWith(`${challenge}.`), true);
    } finally {
      globalThis.fetch = before;
    }
  },
  async "captcha.js lets everything else alone, and servers that ask for nothing"() {
    const { captcha, CaptchaError } = await import(`data:text/javascript,${encodeURIComponent(captchas)}#2`);
    const { sent, respond } = guardedServer("off");
    const before = globalThis.fetch;
    globalThis.fetch = respond;
    try {
      captcha.protect(guard("two.example"));
      for (const [address, init] of [
        [operation("two.example", "lookup"), post({})], [operation("two.example.evil.example", "signUp"), post({})],
        ["https://elsewhere.example/v1/accounts:signUp", post({})], [operation("two.example", "signUp"), { method: "GET" }],
        ["https://two.example/v2/accounts/mfaEnrollment:start", post({ totpEnrollmentInfo: {} })],
      ]) {
        sent.length = 0;
        assert.equal((await fetch(address, init)).status, 200);
        assert.deepEqual(sent.map(([to]) => to), [address]);
      }
      sent.length = 0;
      const signUp = operation("two.example", "signUp");
      for (let count = 0; count < 2; count++) {
        assert.equal((await fetch(signUp, post({ email: "a@example.com" }))).status, 200);
      }
      assert.deepEqual(sent.slice(1).map(([to]) => to), [signUp, signUp], "asked once");
      assert.equal(await captcha.token(guard("two.example"), "sms"), null);
      const google = { config: { apiHost: "identitytoolkit.googleapis.com" } };
      assert.throws(() => captcha.protect(google), CaptchaError);
    } finally {
      globalThis.fetch = before;
    }
  },
  async "captcha.js brings a proof to an audit, notices that proofs are turned on, and leaves errors to the SDK"() {
    const { captcha } = await import(`data:text/javascript,${encodeURIComponent(captchas)}#3`);
    const before = globalThis.fetch;
    let server;
    globalThis.fetch = (address, init) => server.respond(address, init);
    const signIn = operation("three.example", "signInWithPassword");
    const send = async (mode) => {
      server = guardedServer(mode);
      return (await fetch(signIn, post({ email: "a@example.com", password: "p" }))).status;
    };
    try {
      captcha.protect(guard("three.example"));
      assert.equal(await send("audit"), 200);
      assert.equal(server.sent.at(-1)[1].captchaResponse.startsWith(server.challenge), true);
      assert.equal(await send("off"), 200);
      assert.equal(await send("enforce"), 200, "turned on since");
      assert.equal(server.sent.length, 3);
      assert.equal(await send("refuse"), 400);
      assert.equal(server.sent.at(-1)[0], signIn);
    } finally {
      globalThis.fetch = before;
    }
  },
});

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
