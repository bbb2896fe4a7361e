"""The official web SDK, for tests alone: what Google publishes, got from a Python package that ships it.

npm is out of reach of many build machines. `streamlit-firebase-auth` was built from npm's `firebase`, and the
source map beside its script holds the SDK's modules whole, as they were published. They are bundled here,
unchanged, with esbuild; nothing of them is in this repository. The source map leaves out constants, package
descriptions, lists of exports, and modules that its app did not use. What is needed of those is written anew below,
the request of `createUserWithEmailAndPassword` and `SAMLAuthProvider` among it.
"""

import importlib.metadata
import json
import pathlib
import re
import subprocess
import tempfile

DISTRIBUTION = "streamlit-firebase-auth"
PREFIX = "../node_modules/"

CONSTANTS = {
    "@firebase/component/src/types.ts": {
        "ComponentType": {"PRIVATE": "PRIVATE", "PUBLIC": "PUBLIC", "VERSION": "VERSION"},
        "InstantiationMode": {"EAGER": "EAGER", "EXPLICIT": "EXPLICIT", "LAZY": "LAZY"},
    },
    "@firebase/auth/src/model/popup_redirect.ts": {
        "AuthEventType": {
            "LINK_VIA_POPUP": "linkViaPopup",
            "LINK_VIA_REDIRECT": "linkViaRedirect",
            "REAUTH_VIA_POPUP": "reauthViaPopup",
            "REAUTH_VIA_REDIRECT": "reauthViaRedirect",
            "SIGN_IN_VIA_POPUP": "signInViaPopup",
            "SIGN_IN_VIA_REDIRECT": "signInViaRedirect",
            "UNKNOWN": "unknown",
            "VERIFY_APP": "verifyApp",
        },
        "GapiOutcome": {"ACK": "ACK", "ERROR": "ERROR"},
    },
    "@firebase/auth/src/model/enums.ts": {
        "ActionCodeOperation": {
            "EMAIL_SIGNIN": "EMAIL_SIGNIN",
            "PASSWORD_RESET": "PASSWORD_RESET",
            "RECOVER_EMAIL": "RECOVER_EMAIL",
            "REVERT_SECOND_FACTOR_ADDITION": "REVERT_SECOND_FACTOR_ADDITION",
            "VERIFY_AND_CHANGE_EMAIL": "VERIFY_AND_CHANGE_EMAIL",
            "VERIFY_EMAIL": "VERIFY_EMAIL",
        },
        "FactorId": {"PHONE": "phone", "TOTP": "totp"},
        "OperationType": {"LINK": "link", "REAUTHENTICATE": "reauthenticate", "SIGN_IN": "signIn"},
        "ProviderId": {
            "FACEBOOK": "facebook.com",
            "FIREBASE": "firebase",
            "GITHUB": "github.com",
            "GOOGLE": "google.com",
            "PASSWORD": "password",
            "PHONE": "phone",
            "TWITTER": "twitter.com",
        },
        "SignInMethod": {
            "EMAIL_LINK": "emailLink",
            "EMAIL_PASSWORD": "password",
            "PHONE": "phone",
            "FACEBOOK": "facebook.com",
            "GITHUB": "github.com",
            "GOOGLE": "google.com",
            "TWITTER": "twitter.com",
        },
    },
    "@firebase/auth/src/platform_browser/messagechannel/index.ts": {
        "_EventType": {"KEY_CHANGED": "keyChanged", "PING": "ping"},
        "_MessageError": {
            "CONNECTION_CLOSED": "connection_closed",
            "CONNECTION_UNAVAILABLE": "connection_unavailable",
            "INVALID_RESPONSE": "invalid_response",
            "TIMEOUT": "timeout",
            "UNKNOWN": "unknown_error",
            "UNSUPPORTED_EVENT": "unsupported_event",
        },
        "_Status": {"ACK": "ack", "DONE": "done"},
        "_TimeoutDuration": {"ACK": 50, "COMPLETION": 3000, "LONG_ACK": 800},
    },
}

# Lists of exports, of what is used here.
EXPORTS = {
    "@firebase/auth/src/core/credentials/index.ts": ["./auth_credential#AuthCredential"],
    "@firebase/auth/src/model/public_types.ts": ["./enums#ActionCodeOperation"],
    "@firebase/auth/src/index.ts": [
        "./core/auth/initialize#initializeAuth",
        "./core/auth/emulator#connectAuthEmulator",
    ],
    "@firebase/app/src/public-types.ts": [],
    "@firebase/auth/internal/index.ts": ["../src/core/auth/auth_impl#DefaultConfig"],
}
LISTENERS = """
export const beforeAuthStateChanged = (auth, ...rest) => auth.beforeAuthStateChanged(...rest);
export const onAuthStateChanged = (auth, ...rest) => auth.onAuthStateChanged(...rest);
export const signOut = (auth) => auth.signOut();
export const onIdTokenChanged = (auth, ...rest) => auth.onIdTokenChanged(...rest);
"""
LINKED_PROVIDERS = """
export const providerDataAsNames = (data) => new Set(data.map((each) => each.providerId).filter(Boolean));
"""
SERVER_APP = """
export class FirebaseServerAppImpl {}
"""
SIGN_UP = """
import { _performApiRequest, Endpoint, HttpMethod } from "../index";
export const signUp = (auth, request) => _performApiRequest(auth, HttpMethod.POST, Endpoint.SIGN_UP, request);
"""
FACTORS = """
export class MultiFactorInfoImpl {
  static _fromServerResponse(auth, { mfaEnrollmentId, displayName, totpInfo }) {
    return { uid: mfaEnrollmentId, displayName, factorId: totpInfo ? "totp" : "phone" };
  }
}
"""
FACTOR_SESSION = """
export const MultiFactorSessionType = { ENROLL: "enroll", SIGN_IN: "signin" };
export class MultiFactorSessionImpl {
  constructor(type, credential, user) { Object.assign(this, { type, credential, user }); }
  static _fromIdtoken(idToken, user) { return new MultiFactorSessionImpl("enroll", idToken, user); }
}
"""
FACTOR_ASSERTION = """
export class MultiFactorAssertionImpl {}
"""
SAML = """
import { signInWithIdp } from "../../api/authentication/idp";
import { FederatedAuthProvider } from "./federated";

class SAMLAuthCredential {
  constructor(providerId, pendingToken) { Object.assign(this, { providerId, signInMethod: providerId, pendingToken }); }
  #request = (more) => ({
    requestUri: "http://localhost", returnSecureToken: true, pendingToken: this.pendingToken, ...more,
  });
  _getIdTokenResponse = (auth) => signInWithIdp(auth, this.#request());
  _linkToIdToken = (auth, idToken) => signInWithIdp(auth, this.#request({ idToken }));
  _getReauthenticationResolver = (auth) => signInWithIdp(auth, this.#request({ autoCreate: false }));
}

export class SAMLAuthProvider extends FederatedAuthProvider {
  constructor(providerId) {
    if (!providerId.startsWith("saml.")) throw new Error("auth/argument-error");
    super(providerId);
  }
  static credentialFromResult = ({ _tokenResponse }) => SAMLAuthProvider.#credential(_tokenResponse);
  static credentialFromJSON = ({ providerId, pendingToken }) => new SAMLAuthCredential(providerId, pendingToken);
  static credentialFromError = ({ customData }) => SAMLAuthProvider.#credential(customData?._tokenResponse);
  static #credential = ({ pendingToken, providerId } = {}) =>
    pendingToken && providerId ? new SAMLAuthCredential(providerId, pendingToken) : null;
}
"""
ENTRY = """
export { initializeApp } from "@firebase/app";
export { getAuth } from "@firebase/auth/src/platform_browser";
export { onAuthStateChanged, signOut } from "@firebase/auth/src";
export { connectAuthEmulator } from "@firebase/auth/src/core/auth/emulator";
export { signInWithCredential } from "@firebase/auth/src/core/strategies/credential";
export {
  createUserWithEmailAndPassword, signInWithEmailAndPassword,
} from "@firebase/auth/src/core/strategies/email_and_password";
export * from "@firebase/auth/src/platform_browser/strategies/popup";
export * from "@firebase/auth/src/platform_browser/strategies/redirect";
export { FacebookAuthProvider } from "@firebase/auth/src/core/providers/facebook";
export { GithubAuthProvider } from "@firebase/auth/src/core/providers/github";
export { TwitterAuthProvider } from "@firebase/auth/src/core/providers/twitter";
export { GoogleAuthProvider } from "@firebase/auth/src/core/providers/google";
export { OAuthProvider } from "@firebase/auth/src/core/providers/oauth";
export { SAMLAuthProvider } from "@firebase/auth/src/core/providers/saml";
"""


def bundle(more=""):
    """The SDK as one script module, with the exports that `more` adds; and its version, as its authors number it."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        versions = _unpack(root / "node_modules")
        (root / "entry.js").write_text(ENTRY + more)
        made = root / "firebase.js"
        command = ["esbuild", "entry.js", "--bundle", "--format=esm", "--log-level=warning", f"--outfile={made}"]
        subprocess.run(command, cwd=root, check=True)
        return made.read_text(), versions["firebase"]


def _unpack(modules):
    files = importlib.metadata.files(DISTRIBUTION)
    package = {pathlib.PurePath(file).name: file.locate() for file in files if "/frontend/" in str(file)}
    source_map = next(path for name, path in package.items() if name.endswith(".js.map"))
    lock = json.loads(pathlib.Path(package["package-lock.json"]).read_text())["packages"]
    content = json.loads(pathlib.Path(source_map).read_text())
    for source, text in zip(content["sources"], content["sourcesContent"]):
        if source.startswith(PREFIX):
            _write(modules / source.removeprefix(PREFIX), text)
    versions = {}
    for name in ["firebase", "idb"] + ["@firebase/" + part for part in ("app", "auth", "component", "logger", "util")]:
        versions[name] = lock["node_modules/" + name]["version"]
        main = "build/index.js" if name == "idb" else "src/index.ts"
        # The app's version is what the SDK reports as its own.
        description = {"name": name, "version": versions[name], "main": main}
        _write(modules / name / "package.json", json.dumps(description))
    for file in (modules / "@firebase/app/src").glob("*.ts"):
        # Other packages' names, by which the SDK tells the server who uses what; and its own version.
        for address in re.findall(r"'([^']+/[^']+)/package\.json'", file.read_text()):
            name = "@firebase/" + address.rsplit("/", 1)[1]
            description = {"name": name, "version": versions["firebase"]}
            _write_missing(file.parent / address / "package.json", json.dumps(description))
    for path, groups in CONSTANTS.items():
        lines = [f"export const {group} = {json.dumps(values)};" for group, values in groups.items()]
        _write_missing(modules / path, "\n".join(lines))
    for path, names in EXPORTS.items():
        pairs = [name.split("#") for name in names]
        _write_missing(modules / path, "\n".join(f'export {{ {name} }} from "{file}";' for file, name in pairs))
    with open(modules / "@firebase/auth/src/index.ts", "a") as index:
        index.write(LISTENERS)
    _write_missing(modules / "@firebase/auth/src/core/util/providers.ts", LINKED_PROVIDERS)
    _write_missing(modules / "@firebase/auth/src/api/authentication/sign_up.ts", SIGN_UP)
    _write_missing(modules / "@firebase/auth/src/core/providers/saml.ts", SAML)
    _write_missing(modules / "@firebase/auth/src/mfa/mfa_info.ts", FACTORS)
    _write_missing(modules / "@firebase/auth/src/mfa/mfa_session.ts", FACTOR_SESSION)
    _write_missing(modules / "@firebase/auth/src/mfa/mfa_assertion.ts", FACTOR_ASSERTION)
    _write_missing(modules / "@firebase/app/src/firebaseServerApp.ts", SERVER_APP)
    for name in ("component", "logger", "util"):
        folder = modules / f"@firebase/{name}/src"
        lines = [f'export * from "./{file.stem}";' for file in sorted(folder.glob("*.ts"))]
        _write_missing(folder / "index.ts", "\n".join(lines))
    return versions


def _write_missing(path, text):
    if not path.exists():
        _write(path, text)


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    script, version = bundle()
    print(version, len(script))
