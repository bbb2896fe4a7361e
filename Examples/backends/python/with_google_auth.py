"""The same back end with google-auth in the place of PyJWT, by the server's certificates.

    pip install google-auth requests
    LATCHKEY_SERVER=https://auth.example.com LATCHKEY_PROJECT=my-app python with_google_auth.py

`google.oauth2.id_token.verify_firebase_token` fetches Google's certificates, and cannot be told others: here the one that it
stands on is called. It does not look at the algorithm, the issuer and the sign-in, which are looked at here.
"""

import os
import threading
import time

import google.auth.exceptions
import google.auth.jwt
import requests

import back_end
from back_end import Refused, Unavailable

CERTIFICATES = back_end.SERVER + "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
CA_FILE = os.environ.get("LATCHKEY_CA_FILE")

_lock = threading.Lock()
_kept = {"certificates": {}, "fetched": float("-inf")}


def certificates(key_id):
    """The server's, kept for five minutes. An unknown key id fetches them again, at most every five seconds."""
    with _lock:
        age = time.monotonic() - _kept["fetched"]
        if age > 300 or (key_id not in _kept["certificates"] and age > 5):
            try:
                answer = requests.get(CERTIFICATES, timeout=5, verify=CA_FILE or True, allow_redirects=False)
                answer.raise_for_status()
                _kept.update(certificates=answer.json(), fetched=time.monotonic())
            except (requests.exceptions.RequestException, ValueError) as error:
                raise Unavailable(error) from error
        return _kept["certificates"]


def claims_of(token):
    if not token or len(token) > 16_384:
        raise Refused("no token")
    try:
        header = google.auth.jwt.decode_header(token)
        if header.get("alg") != "RS256" or header.get("typ", "JWT") != "JWT" or not header.get("kid"):
            raise Refused("not an ID token")
        claims = google.auth.jwt.decode(token, certs=certificates(header["kid"]), audience=back_end.PROJECT)
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
