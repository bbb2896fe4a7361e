"""What Latchkey and an identity provider of SAML 2.0 have to know of each other."""

import xml.etree.ElementTree as ElementTree

from provider import Provider, fetched

METADATA = "{urn:oasis:names:tc:SAML:2.0:metadata}"
CERTIFICATE = "{http://www.w3.org/2000/09/xmldsig#}X509Certificate"
POST = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"


def certificates(descriptor):
    """Those that an entity signs with, as base64 without blanks."""
    keys = [key for key in descriptor.iter(METADATA + "KeyDescriptor") if key.get("use", "signing") == "signing"]
    return ["".join(found.text.split()) for key in keys for found in key.iter(CERTIFICATE)]


class ServiceProvider:
    """What the metadata that Latchkey publishes for a provider says."""

    def __init__(self, metadata):
        entity = ElementTree.fromstring(metadata)
        descriptor = entity.find(METADATA + "SPSSODescriptor")
        self.entity_id = entity.get("entityID")
        self.signs_requests = descriptor.get("AuthnRequestsSigned") == "true"
        self.certificates = certificates(descriptor)
        services = descriptor.findall(METADATA + "AssertionConsumerService")
        self.address = next(each.get("Location") for each in services if each.get("Binding") == POST)


class SAMLProvider(Provider):
    """An identity provider whose own metadata says all that Latchkey needs."""

    #: With a request as it is, and with a signed one that the provider insists on.
    flows = ("saml", "signedSAML")
    kind = "saml"
    metadata_path = ""

    def register(self, service):
        """Makes the service provider known."""
        raise NotImplementedError

    def config(self, flow):
        """The settings of the provider at Latchkey, by its REST API."""
        entity = ElementTree.fromstring(fetched(self.origin + self.metadata_path))
        descriptor = entity.find(METADATA + "IDPSSODescriptor")
        services = descriptor.findall(METADATA + "SingleSignOnService")
        pem = "-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n"
        return {
            "displayName": self.name,
            "enabled": True,
            "idpConfig": {
                "idpEntityId": entity.get("entityID"),
                "ssoUrl": next(each.get("Location") for each in services if each.get("Binding") == REDIRECT),
                "signRequest": flow == "signedSAML",
                "idpCertificates": [{"x509Certificate": pem.format(key)} for key in certificates(descriptor)],
            },
            "spConfig": {"spEntityId": "latchkey-under-test", "callbackUri": self.redirect_uri},
            "attributeMapping": {"displayName": "displayName", "groups": "groups"},
        }

    def check(self, claims):
        assert claims["groups"] == ["analysts", "engineers"], claims
        assert claims["firebase"]["sign_in_attributes"]["uid"] == "ada", claims
