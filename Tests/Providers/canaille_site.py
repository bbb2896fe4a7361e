"""Canaille with one user and one client for each flow, in memory."""

import os
import sys

from canaille import create_app
from canaille.app import models
from canaille.backends import Backend

CLIENT = os.environ["SITE_CLIENT"]
PORT = int(sys.argv[1])

app = create_app(
    {
        "SECRET_KEY": "of a test",
        "SERVER_NAME": f"127.0.0.1:{PORT}",
        "PREFERRED_URL_SCHEME": "http",
        "SESSION_COOKIE_SECURE": False,
        "REMEMBER_COOKIE_SECURE": False,
        "WTF_CSRF_SSL_STRICT": False,
        "CANAILLE": {
            "DATABASE": "memory",
            "JAVASCRIPT": False,
            "HTMX": False,
            "CAPTCHA_ENABLED": False,
            "EMAIL_CONFIRMATION": False,
            "SMTP": None,
        },
        "CANAILLE_OIDC": {"TRUSTED_DOMAINS": ["127.0.0.1"]},
    }
)

with app.app_context():
    backend = Backend.instance
    user = models.User(
        user_name="ada",
        formatted_name="Ada Lovelace",
        given_name="Ada",
        family_name="Lovelace",
        emails=["ada@example.com"],
        password=os.environ["SITE_PASSWORD"],
    )
    backend.save(user)
    for suffix, kind, grant in [
        ("code", "code", "authorization_code"),
        ("idToken", "id_token", "implicit"),
    ]:
        client = models.Client(
            client_id=f"{CLIENT}-{suffix}",
            client_name=suffix,
            client_uri=f"http://127.0.0.1:{PORT}",
            client_secret=os.environ["SITE_SECRET"],
            redirect_uris=[os.environ["SITE_REDIRECT_URI"]],
            grant_types=[grant],
            response_types=[kind],
            scope=["openid", "profile", "email"],
            token_endpoint_auth_method="client_secret_post",
        )
        backend.save(client)
        # It is among its own audience only once it is known.
        client.audience = [client]
        backend.save(client)

app.run(host="127.0.0.1", port=PORT, threaded=True)
