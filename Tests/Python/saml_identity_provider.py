"""pysaml2 as an identity provider, and xmlsec1 as a judge of signatures."""

import pathlib
import subprocess

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server

ENTITY_ID = "https://idp.peer.example/metadata"
#: People are sent there by a browser, which has no part in this.
SSO = "https://idp.peer.example/sso"
RESPONSE = "urn:oasis:names:tc:SAML:2.0:protocol:Response"
ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
#: Unless it is told, pysaml2 signs with SHA-1.
SHA_256 = {
    "sign_alg": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "digest_alg": "http://www.w3.org/2001/04/xmlenc#sha256",
}
PASSWORD = {"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"}


class IdentityProvider:
    """Knows one service provider by the metadata that this publishes, and insists on signed requests."""

    @classmethod
    def certificate_in(cls, directory):
        """Makes its key in a directory, before the service provider is there; the certificate in PEM."""
        certificate = pathlib.Path(directory) / "certificate.pem"
        cls._openssl(pathlib.Path(directory) / "key.pem", certificate)
        return certificate.read_text()

    def __init__(self, directory, metadata):
        self.directory = pathlib.Path(directory)
        self.key, self.certificate = self.directory / "key.pem", self.directory / "certificate.pem"
        service = self.directory / "service.xml"
        service.write_bytes(metadata)
        config = {
            "entityid": ENTITY_ID,
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(SSO, BINDING_HTTP_REDIRECT)]},
                    "want_authn_requests_signed": True,
                    "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
                    "name_id_format": [NAMEID_FORMAT_EMAILADDRESS, NAMEID_FORMAT_PERSISTENT],
                }
            },
            "key_file": str(self.key),
            "cert_file": str(self.certificate),
            "metadata": {"local": [str(service)]},
            "xmlsec_binary": "/usr/bin/xmlsec1",
        }
        self.server = Server(config=IdPConfig().load(config))

    @staticmethod
    def _openssl(key, certificate):
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=peer"]
        subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)

    def another_key(self):
        """A key that nobody was told of."""
        key, certificate = self.directory / "another.pem", self.directory / "another-certificate.pem"
        self._openssl(key, certificate)
        return key, certificate

    def read(self, query):
        """The request in the address of a redirect, whose signature has been verified."""
        return self.server.parse_authn_request(
            query["SAMLRequest"][0], BINDING_HTTP_REDIRECT, relay_state=query["RelayState"][0],
            sigalg=query["SigAlg"][0], signature=query["Signature"][0]).message

    def respond(self, request, identity, name, name_format=NAMEID_FORMAT_EMAILADDRESS, **how):
        """The XML of a response to a request."""
        answer = self.server.response_args(request)
        binding, address = self.server.pick_binding(
            "assertion_consumer_service", [BINDING_HTTP_POST], entity_id=answer["sp_entity_id"], request=request)
        assert binding == BINDING_HTTP_POST, binding
        return str(self.server.create_authn_response(
            identity, in_response_to=answer["in_response_to"], destination=address,
            sp_entity_id=answer["sp_entity_id"], name_id=NameID(format=name_format, text=name), authn=PASSWORD,
            **(SHA_256 | how)))

    def verifies(self, xml, element, certificate=None):
        """True if xmlsec1 finds the signature of a response or an assertion to be by the key of the certificate."""
        file = self.directory / "response.xml"
        file.write_text(xml)
        command = [
            "xmlsec1", "--verify", "--id-attr:ID", RESPONSE, "--id-attr:ID", ASSERTION, "--enabled-key-data", "x509,rsa",
            "--pubkey-cert-pem", str(certificate or self.certificate), "--node-xpath",
            f"//*[local-name()='{element}']/*[local-name()='Signature']", str(file),
        ]
        return subprocess.run(command, capture_output=True).returncode == 0
