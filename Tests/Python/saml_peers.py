"""Signs in by SAML through pysaml2 as identity provider, and asks xmlsec1 about each response that the server is sent.

    python saml_peers.py http://127.0.0.1:9099 PROJECT

pysaml2 has to understand the server's metadata and its signed requests, and the server what pysaml2 answers. What xmlsec1
does not verify the server may not believe. Prints a line for each check and `N passed, N failed` at the end; the exit code is
1 if one failed.
"""

import base64
import json
import sys
import tempfile
from urllib.parse import parse_qs, urlencode, urlparse

import checks
import requests
from saml2.saml import NAMEID_FORMAT_PERSISTENT
from saml_identity_provider import ENTITY_ID, SSO, IdentityProvider

PROVIDER = "saml.peer"
ADA = {"uid": ["ada"], "displayName": ["Ada Lovelace"], "groups": ["analysts", "engineers"]}
EMAIL = "ada@peer.example"
#: As pysaml2 calls attributes that it knows by their short names.
DISPLAY_NAME = "urn:oid:2.16.840.1.113730.3.1.241"
UID = "urn:oid:0.9.2342.19200300.100.1.1"
RSA = "http://www.w3.org/2001/04/xmldsig-more#rsa-{}"
DIGESTS = {
    "sha256": "http://www.w3.org/2001/04/xmlenc#sha256",
    "sha384": "http://www.w3.org/2001/04/xmldsig-more#sha384",
    "sha512": "http://www.w3.org/2001/04/xmlenc#sha512",
}
SHA1 = {
    "sign_alg": "http://www.w3.org/2000/09/xmldsig#rsa-sha1", "digest_alg": "http://www.w3.org/2000/09/xmldsig#sha1",
}
ELEMENTS = {"sign_response": "Response", "sign_assertion": "Assertion"}


class Latchkey:
    """The server under test: its administrator sets a provider up, and an app signs in with it."""

    def __init__(self, base, project):
        self.base = base
        self.project = project

    def administer(self, method, path, message=None):
        answer = requests.request(
            method, f"{self.base}/v2/projects/{self.project}/{path}", json=message, timeout=30,
            headers={"Authorization": "Bearer owner"})
        assert answer.status_code == 200, f"{path}: {answer.text[:300]}"
        return answer.json()

    def metadata(self):
        address = f"{self.base}/__/auth/saml/{PROVIDER}/metadata"
        return requests.get(address, params={"project": self.project}, timeout=30).content

    def call(self, operation, **message):
        address = f"{self.base}/identitytoolkit.googleapis.com/v1/accounts:{operation}"
        return requests.post(address, params={"key": "any"}, json=message, timeout=30)

    def begin(self):
        handler = f"{self.base}/__/auth/handler"
        answer = self.call("createAuthUri", providerId=PROVIDER, continueUri=handler)
        assert answer.status_code == 200, answer.text
        flow = answer.json()
        assert flow["authUri"].startswith(SSO + "?"), flow
        return flow["sessionId"], parse_qs(urlparse(flow["authUri"]).query)

    def finish(self, session, query, xml):
        form = {"SAMLResponse": base64.b64encode(xml.encode()).decode(), "RelayState": query["RelayState"][0]}
        return self.call(
            "signInWithIdp", requestUri=f"{self.base}/__/auth/handler", sessionId=session, postBody=urlencode(form),
            returnSecureToken=True)


class Peers:
    """The server, the identity provider that it trusts, and what xmlsec1 says."""

    def __init__(self, latchkey, directory):
        self.latchkey = latchkey
        certificate = IdentityProvider.certificate_in(directory)
        latchkey.administer("POST", f"inboundSamlConfigs?inboundSamlConfigId={PROVIDER}", {
            "enabled": True,
            "idpConfig": {
                "idpEntityId": ENTITY_ID, "ssoUrl": SSO, "signRequest": True,
                "idpCertificates": [{"x509Certificate": certificate}],
            },
            "spConfig": {"spEntityId": "latchkey-under-test", "callbackUri": f"{latchkey.base}/__/auth/handler"},
            "attributeMapping": {"displayName": DISPLAY_NAME, "groups": "groups"},
        })
        self.provider = IdentityProvider(directory, latchkey.metadata())

    def allow_sha1(self, allowed):
        self.latchkey.administer(
            "PATCH", f"inboundSamlConfigs/{PROVIDER}?updateMask=allowSha1", {"allowSha1": allowed})

    def answer(self, change=None, name=EMAIL, identity=ADA, **how):
        """A sign-in with a response, changed on its way if so; what the server answers, and whether xmlsec1 verifies it."""
        session, query = self.latchkey.begin()
        request = self.provider.read(query)
        xml = self.provider.respond(request, identity, name, **how)
        if change:
            changed = change(xml)
            assert changed != xml, "the response was not changed"
            xml = changed
        signed = [element for option, element in ELEMENTS.items() if how.get(option)]
        verified = bool(signed) and all(self.provider.verifies(xml, element) for element in signed)
        return self.latchkey.finish(session, query, xml), verified

    def accepted(self, **how):
        answer, verified = self.answer(**how)
        assert answer.status_code == 200, f"{how}: {answer.text[:300]}"
        assert verified, f"{how}: xmlsec1 does not verify what the server believed"
        return answer.json()

    def refused(self, change=None, **how):
        """Whether xmlsec1 verifies what the server refuses."""
        answer, verified = self.answer(change, **how)
        assert answer.status_code == 400, f"{how}: {answer.text[:300]}"
        # The client is not told why.
        assert answer.json()["error"]["message"] == "INVALID_IDP_RESPONSE", answer.text
        return verified


def check_pysaml2_signs_in_whatever_it_signs(peers):
    for how in ({"sign_assertion": True}, {"sign_response": True}, {"sign_assertion": True, "sign_response": True}):
        signed_in = peers.accepted(**how)
        assert signed_in["email"] == EMAIL and signed_in["displayName"] == "Ada Lovelace", signed_in
        assert signed_in["providerId"] == PROVIDER and signed_in["federatedId"], signed_in
        payload = signed_in["idToken"].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        assert claims["groups"] == ADA["groups"], claims
        assert claims["firebase"]["sign_in_attributes"][UID] == "ada", claims


def check_every_algorithm_that_xmlsec1_knows_and_the_server_accepts(peers):
    for digest, algorithm in DIGESTS.items():
        peers.accepted(sign_response=True, sign_alg=RSA.format(digest), digest_alg=algorithm)


def check_a_persistent_name_and_text_of_every_kind(peers):
    identity = {"displayName": ["Siobhán <O'Brien> & \"Łukasiewicz\" ]]>"], "groups": ["名前", "a & b"]}
    signed_in = peers.accepted(
        name="a-lasting-id", name_format=NAMEID_FORMAT_PERSISTENT, identity=identity, sign_assertion=True)
    assert signed_in["displayName"] == identity["displayName"][0] and "email" not in signed_in, signed_in


def check_what_was_changed_is_refused_by_both(peers):
    changes = {
        "another address": lambda xml: xml.replace(EMAIL, "grace@peer.example"),
        "another attribute": lambda xml: xml.replace("Ada Lovelace", "Grace Hopper"),
        "a later end": lambda xml: xml.replace('NotOnOrAfter="20', 'NotOnOrAfter="21'),
        "another value of the digest": lambda xml: swapped(xml, "DigestValue"),
        "another value of the signature": lambda xml: swapped(xml, "SignatureValue"),
    }
    for option in ELEMENTS:
        for name, change in changes.items():
            assert not peers.refused(change, **{option: True}), f"{option}, {name}: xmlsec1 verifies it"


def check_another_key_is_refused_by_both(peers):
    provider = peers.provider
    own = provider.server.config.key_file, provider.server.sec.key_file, provider.server.sec.cert_file
    key, certificate = provider.another_key()
    provider.server.sec.key_file, provider.server.sec.cert_file = str(key), str(certificate)
    provider.server.config.key_file = str(key)
    try:
        assert not peers.refused(sign_response=True), "xmlsec1 takes a key that it was not given"
    finally:
        provider.server.config.key_file, provider.server.sec.key_file, provider.server.sec.cert_file = own


def check_nothing_signed_is_refused_by_both(peers):
    assert not peers.refused()


def check_a_comment_that_the_signature_leaves_out_is_refused_by_the_server_alone(peers):
    def comment(xml):
        return xml.replace(f">{EMAIL}<", f">{EMAIL[:4]}<!---->{EMAIL[4:]}<")

    for option in ELEMENTS:
        assert peers.refused(comment, **{option: True}), f"{option}: xmlsec1 does not leave comments out"


def check_sha1_is_refused_by_the_server_alone_unless_it_is_allowed(peers):
    assert peers.refused(sign_response=True, **SHA1), "xmlsec1 refuses SHA-1"
    peers.allow_sha1(True)
    try:
        peers.accepted(sign_response=True, **SHA1)
    finally:
        peers.allow_sha1(False)


def check_a_forged_assertion_before_the_signed_one_is_refused_by_the_server_alone(peers):
    def wrap(xml):
        start, end = xml.index("<ns1:Assertion"), xml.index("</ns1:Assertion>") + len("</ns1:Assertion>")
        signed = xml[start:end]
        first, last = signed.index("<ns2:Signature"), signed.index("</ns2:Signature>") + len("</ns2:Signature>")
        forged = (signed[:first] + signed[last:]).replace('ID="', 'ID="forged', 1).replace(EMAIL, "root@peer.example")
        return xml[:start] + forged + xml[start:]

    assert peers.refused(wrap, sign_assertion=True), "xmlsec1 does not verify the assertion that was signed"


def check_a_response_to_another_request_is_refused(peers):
    _, earlier = peers.latchkey.begin()
    request = peers.provider.read(earlier)
    session, query = peers.latchkey.begin()
    xml = peers.provider.respond(request, ADA, EMAIL, sign_response=True)
    assert peers.latchkey.finish(session, query, xml).json()["error"]["message"] == "INVALID_IDP_RESPONSE"


def check_the_labs_responses_are_what_xmlsec1_expects(peers):
    base = peers.latchkey.base
    entity = requests.get(f"{base}/lab/saml/metadata", timeout=30).text
    certificate = peers.provider.directory / "lab.pem"
    encoded = entity.split("X509Certificate>")[1].split("<")[0]
    certificate.write_text(f"-----BEGIN CERTIFICATE-----\n{encoded}\n-----END CERTIFICATE-----\n")
    expected = {
        None: True, "expired": True, "comment-in-name-id": True, "encrypted": True, "transient-name-id": True,
        "sha1-signature": True, "wrong-signature": False, "unsigned": False,
    }
    for fault, verifies in expected.items():
        message = {"audience": "a", "recipient": "https://app.example/acs", "inResponseTo": "_1", "fault": fault}
        answer = requests.post(f"{base}/lab/control/token/saml.lab", json=message, timeout=30)
        xml = base64.b64decode(answer.json()["response"]).decode()
        found = peers.provider.verifies(xml, "Response", certificate)
        assert found == verifies, f"{fault}: xmlsec1 says {found}"


def swapped(xml, element):
    """The first letter of an element's text is another one."""
    at = xml.index(">", xml.index(f"{element}>") - 1) + 1
    return xml[:at] + ("A" if xml[at] != "A" else "B") + xml[at + 1:]


def main():
    latchkey = Latchkey(sys.argv[1].rstrip("/"), sys.argv[2])
    with tempfile.TemporaryDirectory() as directory:
        return checks.run(globals(), Peers(latchkey, directory))


if __name__ == "__main__":
    sys.exit(main())
