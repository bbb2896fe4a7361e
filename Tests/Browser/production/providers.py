"""The providers of a service for real users, played by the provider lab of a development server."""

import pathlib
import re
import textwrap
import urllib.request

LINE = {"authorization": "/oauth2/v2.1/authorize", "token": "/oauth2/v2.1/token", "jwks": "/oauth2/v2.1/certs",
        "user_info": "/oauth2/v2.1/userinfo"}
# Provider, its client and the client's secret, and its addresses in the lab.
OTHERS = [
    ("linkedin.com", "86latchkeylab0", "linkedin-lab-client-secret", {
        "authorization": "/oauth/v2/authorization", "token": "/oauth/v2/accessToken", "jwks": "/oauth/openid/jwks",
        "user_info": "/v2/userinfo"}),
    ("oidc.line", "1650000001", "line-lab-channel-secret-00000000", LINE),
    ("twitter.com", "latchkeyTwitterLabKey0001", "twitter-lab-api-key-secret", {
        "authorization": "/oauth/authenticate", "token": "/oauth/access_token", "request_token": "/oauth/request_token",
        "user_info": "/1.1/account/verify_credentials.json"}),
    ("yahoo.com", "dj0yJmk9bGF0Y2hrZXlsYWI", "yahoo-lab-client-secret", {
        "authorization": "/oauth2/request_auth", "token": "/oauth2/get_token", "jwks": "/openid/v1/certs",
        "user_info": "/openid/v1/userinfo"}),
]
OAUTH_PROFILE = {
    "id": "data.account.number", "token-id": "account.number", "email": "items.?main.value",
    "email-verified": "items.?main.confirmed", "name": "data.account.names.0.text", "screen-name": "data.account.nick",
    "picture": "data.account.pictures.1.href",
}
LAB_CLIENTS = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "ProviderLab" / "LabClients.swift"


def set_up(installation, project, lab):
    """Sets up every provider that a browser signs in with for `project`. `lab` is the lab's address."""

    def enable(provider, *options):
        installation.command(
            "provider", "set", project, provider, "--config", "latchkey.yaml", "--allow-private-addresses", *options)

    installation.write("apple.p8", apple_key())
    enable("apple.com", "--services-id", "com.example.latchkey.web", "--team-id", "LATCHKEY01", "--key-id", "LABKEY0001",
           "--private-key-file", "apple.p8", *endpoints(
               f"{lab}/apple.com", authorization="/auth/authorize", token="/auth/token", jwks="/auth/keys",
               revocation="/auth/revoke"))
    installation.write("secret", "facebook-lab-app-secret")
    enable("facebook.com", "--app-id", "1234567890", "--app-secret-file", "secret", *endpoints(
        f"{lab}/facebook.com", authorization="/dialog/oauth", token="/oauth/access_token", user_info="/me",
        token_check="/debug_token"))
    installation.write("secret", "github-lab-client-secret")
    enable("github.com", "--client-id", "Iv1.latchkeylab00001", "--client-secret-file", "secret", *endpoints(
        f"{lab}/github.com", authorization="/login/oauth/authorize", token="/login/oauth/access_token", user_info="/user",
        user_emails="/user/emails", token_check="/applications/{client_id}/token"))
    installation.write("secret", "google-lab-client-secret")
    enable("google.com", "--client-id", "1234567890-latchkeylab.apps.googleusercontent.com", "--client-secret-file", "secret",
           *endpoints(f"{lab}/google.com", authorization="/o/oauth2/v2/auth", token="/token", jwks="/oauth2/v3/certs",
                      user_info="/userinfo/v2/me", token_check="/tokeninfo"))
    installation.write("secret", "oidc-lab-client-secret")
    enable("oidc.lab", "--client-id", "latchkey-oidc-client", "--client-secret-file", "secret", "--issuer", f"{lab}/oidc")
    for provider, client, secret, addresses in OTHERS:
        installation.write("secret", secret)
        enable(provider, "--client-id", client, "--client-secret-file", "secret", *endpoints(f"{lab}/{provider}", **addresses))
    installation.write("secret", "microsoft-lab-client-secret")
    enable("microsoft.com", "--client-id", "6f5c1a8e-0b1d-4c2a-9e3f-1a7c4ce71ab0", "--client-secret-file", "secret",
           "--user-info-endpoint", f"{lab}/graph.microsoft.com/v1.0/me", *endpoints(
               f"{lab}/microsoft.com/{{tenant}}", authorization="/oauth2/v2.0/authorize", token="/oauth2/v2.0/token",
               jwks="/discovery/v2.0/keys"))
    installation.write("secret", "oauth-lab-client-secret")
    profile = [f"--profile={field}={path}" for field, path in OAUTH_PROFILE.items()]
    enable("oauth.lab", "--client-id", "latchkey-oauth-client", "--client-secret-file", "secret", "--scope", "mail",
           "--scope", "profile", "--scope-separator", "comma", *profile, *endpoints(
               f"{lab}/oauth", authorization="/connect/authorize", token="/connect/token", user_info="/api/v1/whoami",
               user_emails="/api/v1/mails"))
    with urllib.request.urlopen(f"{lab}/saml/metadata", timeout=30) as answer:
        installation.write("metadata.xml", answer.read().decode())
    installation.command(
        "provider", "set", project, "saml.lab", "--config", "latchkey.yaml", "--metadata-file", "metadata.xml")


def apple_key():
    """The key of the app that every lab has registered. It is no secret."""
    text = LAB_CLIENTS.read_text()
    lines = re.search(r" +-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n", text, re.DOTALL).group()
    return textwrap.dedent(lines)


def endpoints(root, **paths):
    """The addresses as options of `latchkey provider set`."""
    return [part for name, path in paths.items() for part in (f"--{name.replace('_', '-')}-endpoint", root + path)]
