"""Adds passkeys to accounts and signs in with them by two implementations of WebAuthn that others wrote.

    python passkeys.py http://127.0.0.1:9099

`soft_webauthn` is an authenticator, whose answers the server has to take; `fido2` is a relying party, which has to understand
what the server asks for and to find in order what was answered, and writes answers of its own. What one of the two sides
refuses the other has to refuse as well. Prints a line for each check and `N passed, N failed` at the end; the exit code is
1 if one failed.
"""

import base64
import json
import sys
import uuid
from urllib.parse import urlparse

import checks
import fido2.features
import requests
from fido2 import cbor
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    PublicKeyCredentialRpEntity,
    UserVerificationRequirement,
)
from passkey_devices import KEYS, EncodingDevice, VerifyingDevice
from soft_webauthn import SoftWebauthnDevice

# Takes JSON as browsers have it, with base64url in place of bytes.
fido2.features.webauthn_json_mapping.enabled = True


class Client:
    """What an app does: the REST API with an API key."""

    def __init__(self, base):
        self.base = base
        # Any page of localhost is an origin of a development server's passkeys.
        self.origin = f"http://localhost:{urlparse(base).port}"

    def answer(self, path, **body):
        address = f"{self.base}/identitytoolkit.googleapis.com/{path}"
        return requests.post(address, params={"key": "any"}, json=body, timeout=30)

    def post(self, path, **body):
        answer = self.answer(path, **body)
        assert answer.status_code == 200, f"{path}: {answer.text[:300]}"
        return answer.json()

    def refused(self, path, **body):
        answer = self.answer(path, **body)
        assert answer.status_code == 400, f"{path}: {answer.text[:300]}"
        return answer.json()["error"]["message"].split(" : ")[0]

    def sign_up(self):
        email = f"{uuid.uuid4().hex}@example.com"
        return self.post("v1/accounts:signUp", email=email, password="correct horse", returnSecureToken=True)

    def start_enrolment(self, id_token):
        answer = self.post("v2/accounts/passkeyEnrollment:start", idToken=id_token)
        return decoded(answer["credentialCreationOptions"])

    def start_sign_in(self):
        return decoded(self.post("v2/accounts/passkeySignIn:start")["credentialRequestOptions"])

    def enrol(self, device, id_token):
        """What the server answers to a device's new passkey, and what was asked for and answered before."""
        options = self.start_enrolment(id_token)
        made = device.create({"publicKey": options}, self.origin)
        done = self.post(
            "v2/accounts/passkeyEnrollment:finalize",
            idToken=id_token,
            name="A soft one",
            authenticatorRegistrationResponse=encoded(made),
        )
        return done, options, made


def decoded(options):
    """Options of a message with bytes where WebAuthn has bytes; the server's base64 is the ordinary one."""
    options = dict(options, challenge=base64.b64decode(options["challenge"]))
    if "user" in options:
        options["user"] = dict(options["user"], id=base64.b64decode(options["user"]["id"]))
    for name in ("excludeCredentials", "allowCredentials"):
        if name in options:
            options[name] = [dict(each, id=base64.b64decode(each["id"])) for each in options[name]]
    return options


def encoded(made):
    """An answer of a device as a message has it."""
    response = {name: websafe_encode(value) for name, value in made["response"].items()}
    credential_id = websafe_encode(made["rawId"])
    return {"id": credential_id, "rawId": credential_id, "type": made["type"], "response": response}


def as_json(options):
    """Options as `fido2` takes them."""
    if isinstance(options, bytes):
        return websafe_encode(options)
    if isinstance(options, dict):
        return {name: as_json(value) for name, value in options.items()}
    return [as_json(each) for each in options] if isinstance(options, list) else options


def relying_party(options):
    """`fido2` in the server's place, and what it keeps between the steps."""
    name = options.get("rp", {}).get("name", "any")
    rp_id = options.get("rpId") or options["rp"]["id"]
    entity = PublicKeyCredentialRpEntity(id=rp_id, name=name)
    server = Fido2Server(entity, verify_origin=lambda origin: urlparse(origin).hostname == "localhost")
    state = {"challenge": websafe_encode(options["challenge"]), "user_verification": UserVerificationRequirement.REQUIRED}
    return server, state


# A changed challenge is none that was given.
REFUSALS = ("INVALID_AUTHENTICATOR_RESPONSE", "PASSKEY_CHALLENGE_TIMEOUT")
# Changes of a registration, which nobody signs, that `fido2` does not look for.
OURS_ALONE = ("frame", "a part")


def with_parts(made, **parts):
    return {**made, "response": {**made["response"], **parts}}


def flipped(data, index, bits=1):
    return data[:index] + bytes([data[index] ^ bits]) + data[index + 1:]


def changed_client_data(made, kind):
    """Answers with another ceremony, challenge, page or frame, each named."""
    client = json.loads(made["response"]["clientDataJSON"])
    changes = {
        "type": {"type": kind},
        "challenge": {"challenge": flipped(client["challenge"].encode(), 3, 2).decode()},
        "origin": {"origin": "http://localhost.evil.example"},
        "frame": {"crossOrigin": True, "topOrigin": "https://evil.example"},
    }
    for what, change in changes.items():
        yield what, with_parts(made, clientDataJSON=json.dumps({**client, **change}).encode())


def changed_registrations(made):
    yield from changed_client_data(made, "webauthn.get")
    attestation = cbor.decode(made["response"]["attestationObject"])
    data = attestation["authData"]
    changes = {
        "RP ID": flipped(data, 0), "nobody there": flipped(data, 32), "nobody verified": flipped(data, 32, 4),
        "no credential": flipped(data, 32, 64), "a part": data[:-1], "a byte more": data + b"\0",
    }
    for what, change in changes.items():
        yield what, with_parts(made, attestationObject=cbor.encode({**attestation, "authData": change}))


def changed_assertions(made):
    yield from changed_client_data(made, "webauthn.create")
    data, signature = made["response"]["authenticatorData"], made["response"]["signature"]
    changes = {
        "RP ID": flipped(data, 0), "nobody there": flipped(data, 32), "nobody verified": flipped(data, 32, 4),
        "backup": flipped(data, 32, 8), "counter": flipped(data, 36, 64), "a part": data[:-1], "a byte more": data + b"\0",
    }
    for what, change in changes.items():
        yield what, with_parts(made, authenticatorData=change)
    for index in (0, len(signature) // 2, len(signature) - 1):
        yield f"byte {index} of the signature", with_parts(made, signature=flipped(signature, index))
    yield "no signature", with_parts(made, signature=b"")


def assert_refused(what, verify):
    try:
        verify()
    except Exception:  # Each check of `fido2` throws its own kind.
        return
    raise AssertionError(f"fido2 takes an answer with another {what}")


def claims(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


# ---------------------------------------------------------------- checks

def check_fido2_understands_what_is_asked_for(client):
    options = client.start_enrolment(client.sign_up()["idToken"])
    parsed = PublicKeyCredentialCreationOptions.from_dict(as_json(options))
    assert {each.alg for each in parsed.pub_key_cred_params} >= {-7, -257}, parsed
    assert parsed.authenticator_selection.user_verification == "required", parsed
    assert parsed.authenticator_selection.resident_key == "required", parsed
    assert len(parsed.challenge) >= 16 and 1 <= len(parsed.user.id) <= 64, parsed
    asked = PublicKeyCredentialRequestOptions.from_dict(as_json(client.start_sign_in()))
    assert asked.user_verification == "required" and asked.rp_id == "localhost", asked
    assert not asked.allow_credentials and asked.challenge != parsed.challenge, asked


def check_soft_webauthn_enrols_and_signs_in(client):
    user = client.sign_up()
    device = VerifyingDevice()
    done, options, made = client.enrol(device, user["idToken"])
    assert done["localId"] == user["localId"] and claims(done["idToken"])["firebase"]["sign_in_provider"] == "passkey", done
    server, state = relying_party(options)
    credential = server.register_complete(state, encoded(made)).credential_data
    for _ in range(2):
        options = client.start_sign_in()
        made = device.get({"publicKey": options}, client.origin)
        signed_in = client.post("v2/accounts/passkeySignIn:finalize", authenticatorAuthenticationResponse=encoded(made))
        token = claims(signed_in["idToken"])
        assert token["sub"] == user["localId"] and token["firebase"]["sign_in_provider"] == "passkey", token
        server, state = relying_party(options)
        server.authenticate_complete(state, [credential], encoded(made))
    [listed] = client.post("v1/accounts:lookup", idToken=signed_in["idToken"])["users"][0]["passkeyInfo"]
    assert listed["name"] == "A soft one" and listed["credentialId"] == websafe_encode(device.credential_id), listed
    excluded = client.start_enrolment(signed_in["idToken"])["excludeCredentials"]
    assert [each["id"] for each in excluded] == [device.credential_id], excluded


def check_answers_that_fido2_writes_are_taken(client):
    for name in KEYS:
        user = client.sign_up()
        device = EncodingDevice(name)
        done, options, made = client.enrol(device, user["idToken"])
        server, state = relying_party(options)
        credential = server.register_complete(state, encoded(made)).credential_data
        assert done["localId"] == user["localId"], f"{name}: {done}"
        options = client.start_sign_in()
        made = device.get({"publicKey": options}, client.origin)
        signed_in = client.post("v2/accounts/passkeySignIn:finalize", authenticatorAuthenticationResponse=encoded(made))
        assert claims(signed_in["idToken"])["sub"] == user["localId"], name
        server, state = relying_party(options)
        server.authenticate_complete(state, [credential], encoded(made))


def check_a_changed_registration_is_refused_by_both(client):
    for name in KEYS:
        user = client.sign_up()
        device = EncodingDevice(name)
        options = client.start_enrolment(user["idToken"])
        made = device.create({"publicKey": options}, client.origin)
        path = "v2/accounts/passkeyEnrollment:finalize"
        for what, changed in changed_registrations(made):
            code = client.refused(path, idToken=user["idToken"], authenticatorRegistrationResponse=encoded(changed))
            assert code in REFUSALS, f"{name}, {what}: {code}"
            if what in OURS_ALONE:
                continue
            server, state = relying_party(options)
            assert_refused(f"{name}, {what}", lambda: server.register_complete(state, encoded(changed)))
        client.post(path, idToken=user["idToken"], authenticatorRegistrationResponse=encoded(made))


def check_a_changed_assertion_is_refused_by_both(client):
    for name in KEYS:
        device = EncodingDevice(name)
        _, options, made = client.enrol(device, client.sign_up()["idToken"])
        server, state = relying_party(options)
        credential = server.register_complete(state, encoded(made)).credential_data
        options = client.start_sign_in()
        made = device.get({"publicKey": options}, client.origin)
        path = "v2/accounts/passkeySignIn:finalize"
        for what, changed in changed_assertions(made):
            code = client.refused(path, authenticatorAuthenticationResponse=encoded(changed))
            assert code in REFUSALS, f"{name}, {what}: {code}"
            server, state = relying_party(options)
            assert_refused(f"{name}, {what}", lambda: server.authenticate_complete(state, [credential], encoded(changed)))
        # `fido2` leaves the user handle to its caller.
        stranger = with_parts(made, userHandle=b"somebody else")
        assert client.refused(path, authenticatorAuthenticationResponse=encoded(stranger)) in REFUSALS
        client.post(path, authenticatorAuthenticationResponse=encoded(made))


def check_an_unverified_user_is_refused(client):
    options = client.start_enrolment((user := client.sign_up())["idToken"])
    made = SoftWebauthnDevice().create({"publicKey": options}, client.origin)
    path = "v2/accounts/passkeyEnrollment:finalize"
    assert client.refused(path, idToken=user["idToken"], authenticatorRegistrationResponse=encoded(made)) == (
        "INVALID_AUTHENTICATOR_RESPONSE"
    )


def check_an_answer_counts_once(client):
    device = VerifyingDevice()
    client.enrol(device, client.sign_up()["idToken"])
    # One that does not count, so that nothing but the challenge tells.
    device.sign_count = -1
    made = encoded(device.get({"publicKey": client.start_sign_in()}, client.origin))
    path = "v2/accounts/passkeySignIn:finalize"
    client.post(path, authenticatorAuthenticationResponse=made)
    assert client.refused(path, authenticatorAuthenticationResponse=made) == "PASSKEY_CHALLENGE_TIMEOUT"


def check_another_origin_is_refused(client):
    device = VerifyingDevice()
    client.enrol(device, client.sign_up()["idToken"])
    made = encoded(device.get({"publicKey": client.start_sign_in()}, "http://localhost.evil.example"))
    path = "v2/accounts/passkeySignIn:finalize"
    assert client.refused(path, authenticatorAuthenticationResponse=made) == "INVALID_AUTHENTICATOR_RESPONSE"


def check_a_removed_passkey_is_refused(client):
    device = VerifyingDevice()
    done, _, _ = client.enrol(device, client.sign_up()["idToken"])
    removed = client.post("v1/accounts:update", idToken=done["idToken"], deletePasskey=[websafe_encode(device.credential_id)])
    assert removed["idToken"] and removed["refreshToken"], "no new tokens"
    made = encoded(device.get({"publicKey": client.start_sign_in()}, client.origin))
    path = "v2/accounts/passkeySignIn:finalize"
    assert client.refused(path, authenticatorAuthenticationResponse=made) == "PASSKEY_ENROLLMENT_NOT_FOUND"


if __name__ == "__main__":
    sys.exit(checks.run(globals(), Client(sys.argv[1].rstrip("/"))))
