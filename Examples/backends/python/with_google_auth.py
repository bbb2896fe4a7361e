"""The same back end with google-auth in the place of PyJWT, by the server's certificates.

    pip install google-auth requests
    LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app python with_google_auth.py

`google.oauth2.id_token.verify_firebase_token` fetches Google's certificates, and cannot be told others: here the one that it
stands on is called. It does not look at the algorithm, the issuer and the sign-in, which are looked at here.
"""

import os

import google.auth.crypt
import google.auth.exceptions
import google.auth.jwt
import requests

import back_end
from back_end import Refused

CERTIFICATES = back_end.SERVER + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
CA_FILE = os.environ.get("LATCHKEY_CA_FILE")


def fetch():
    answer = requests.get(CERTIFICATES, timeout=5, verify=CA_FILE or True, allow_redirects=False)
    if answer.status_code != 200:
        raise ValueError(f"{CERTIFICATES} answered {answer.status_code}")
    certificates = answer.json()
    for text in certificates.values():
        google.auth.crypt.RSAVerifier.from_string(text)
    if not certificates:
        raise ValueError(f"{CERTIFICATES} has none")
    return certificates


CERTIFICATES_BY_ID = back_end.Keys(fetch)


def claims_of(token):
    if not token or len(token) > 16_384:
        raise Refused("no token")
    try:
        header = google.auth.jwt.decode_header(token)
        if header.get("alg") != "RS256" or header.get("typ", "JWT") != "JWT" or not isinstance(header.get("kid"), str):
            raise Refused("not an ID token")
        certificate = CERTIFICATES_BY_ID.key(header["kid"])
        claims = google.auth.jwt.decode(token, certs=certificate, audience=back_end.PROJECT)
    except (ValueError, google.auth.exceptions.GoogleAuthError) as error:
        raise Refused(error) from error
    sign_in = claims.get("firebase")
    if claims.get("iss") != back_end.ISSUER or not claims.get("sub") or not isinstance(sign_in, dict) or "tenant" in sign_in:
        raise Refused("not a user of the project")
    return claims


back_end.claims_of = claims_of

if __name__ == "__main__":
    port = int(os.environ.get("PORT", 8080))
    back_end.http.server.ThreadingHTTPServer(("127.0.0.1", port), back_end.Handler).serve_forever()
