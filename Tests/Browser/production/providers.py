"""The providers of a service for real users: each is played by the provider lab of a development server."""

import pathlib
import re
import textwrap
import urllib.request

LAB_CLIENTS = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "ProviderLab" / "LabClients.swift"


def set_up(installation, project, lab):
    """Lets people of `project` in by Apple, Facebook, GitHub, Google, OpenID Connect and SAML; `lab` is the lab's address."""

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
    with urllib.request.urlopen(f"{lab}/saml/metadata", timeout=30) as answer:
        installation.write("metadata.xml", answer.read().decode())
    installation.command(
        "provider", "set", project, "saml.lab", "--config", "latchkey.yaml", "--metadata-file", "metadata.xml")


def apple_key():
    """The key that every lab knows its one app by. It is no secret."""
    text = LAB_CLIENTS.read_text()
    lines = re.search(r" +-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n", text, re.DOTALL).group()
    return textwrap.dedent(lines)


def endpoints(root, **paths):
    """Options of `latchkey provider set`."""
    return [part for name, path in paths.items() for part in (f"--{name.replace('_', '-')}-endpoint", root + path)]
