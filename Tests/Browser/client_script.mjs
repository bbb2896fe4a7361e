/*
 * Tests the served scripts of `useLatchkey` without a browser: as an old browser, React Native and a page with foreign content
 * would run them.
 *
 *     node Tests/Browser/client_script.mjs http://127.0.0.1:9099
 *
 * Prints a line for each check and `N passed, N failed`; the exit code is 1 if one failed.
 */

import assert from "node:assert/strict";
import vm from "node:vm";

const base = process.argv[2];
const text = async (file) => (await fetch(`${base}/__/latchkey/${file}`)).text();
const [module, classic] = await Promise.all(["firebase.js", "firebase-compat.js"].map(text));
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
    for (const script of [module, classic]) assert(!/\?\?=|\|\|=|&&=|canParse\(|\.at\(|replaceAll|#\w+[ (;]/.test(script));
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    check();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
