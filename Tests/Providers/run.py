#!/usr/bin/env python3
"""Signs in by browser through OpenID and SAML providers that somebody else wrote.

    PYTHONPATH=Tests/Browser Tests/with_server.py .build/debug/latchkey --project example -- \\
      .venv-providers/bin/python Tests/Providers/run.py {base}

For each provider and each flow that it has: the provider is started and set up at Latchkey by its REST API, a browser
signs in with it on the sample page, and the account has the address and the name.
"""

import argparse
import json
import pathlib
import sys
import tempfile
import traceback
import urllib.error
import urllib.request

from browser import Browser
from canaille_provider import Canaille
from django_providers import DjangoOAuthToolkit, DjangoOIDCProvider
from glewlwyd_provider import Glewlwyd
from lemonldap_provider import LemonLDAP
from mock_provider import MockProvider
from provider import fetched
from sample_page import SamplePage
from saml_provider import ServiceProvider
from simplesamlphp_provider import SimpleSAMLphp

PROVIDERS = [MockProvider, DjangoOAuthToolkit, DjangoOIDCProvider, Canaille, Glewlwyd, LemonLDAP, SimpleSAMLphp]
NAME = "tried"


class Latchkey:
    """The development server's REST API, by its administrator."""

    def __init__(self, base, project):
        self.base = base
        self.project = project
        self.configs = {
            "oidc": (f"{base}/v2/projects/{project}/oauthIdpConfigs", "oauthIdpConfigId"),
            "saml": (f"{base}/v2/projects/{project}/inboundSamlConfigs", "inboundSamlConfigId"),
        }
        self.accounts = f"{base}/emulator/v1/projects/{project}/accounts"

    def set_up(self, provider, flow):
        self.remove()
        self._call("DELETE", self.accounts)
        configs, parameter = self.configs[provider.kind]
        config = self._open_id(provider, flow) if provider.kind == "oidc" else provider.config(flow)
        self._call("POST", f"{configs}?{parameter}={provider.kind}.{NAME}", config)
        if provider.kind == "saml":
            metadata = f"{self.base}/__/auth/saml/saml.{NAME}/metadata?project={self.project}"
            provider.register(ServiceProvider(fetched(metadata)))

    @staticmethod
    def _open_id(provider, flow):
        return {
            "displayName": provider.name,
            "enabled": True,
            "clientId": f"{provider.client_id}-{flow}",
            "clientSecret": provider.client_secret,
            "issuer": provider.issuer,
            "responseType": {flow: True},
            **provider.settings,
        }

    def remove(self):
        for kind, (configs, _) in self.configs.items():
            try:
                self._call("DELETE", f"{configs}/{kind}.{NAME}")
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    raise

    @staticmethod
    def _call(method, url, message=None):
        body = None if message is None else json.dumps(message).encode()
        headers = {"Authorization": "Bearer owner", "Content-Type": "application/json"}
        request = urllib.request.Request(url, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def sign_in(latchkey, provider, flow):
    """A sign-in with an empty browser, and what the account is made of."""
    latchkey.set_up(provider, flow)
    provider_id = f"{provider.kind}.{NAME}"
    browser = Browser()
    try:
        page = SamplePage(browser, latchkey.base)
        page.open()
        browser.click(f"#sign-in-{provider_id}")
        browser.until(lambda: browser.driver.current_url.startswith(provider.origin), "the provider's page")
        provider.sign_in(browser)
        page.expect("created")
        assert "#" not in browser.driver.current_url, "a token is left in the address bar"
        claims = page.claims()
        assert claims.get("email") == "ada@example.com", claims
        assert claims.get("name") == "Ada Lovelace", claims
        assert claims["firebase"]["sign_in_provider"] == provider_id, claims
        provider.check(claims)
    except Exception:
        print(f"at {browser.driver.current_url}:\n{browser.text('body')[:1500]}", file=sys.stderr)
        raise
    finally:
        browser.close()


def tried(latchkey, kind):
    """The outcome of each flow of a provider."""
    with tempfile.TemporaryDirectory(prefix="latchkey-provider-") as directory:
        provider = kind(pathlib.Path(directory), latchkey.base + "/__/auth/handler")
        try:
            provider.start()
            provider.wait_until_ready()
            for flow in provider.flows:
                try:
                    sign_in(latchkey, provider, flow)
                    yield flow, None
                except Exception as error:  # The other flow is tried, too.
                    traceback.print_exc()
                    yield flow, error
        except Exception as error:
            traceback.print_exc()
            yield "start", error
        finally:
            provider.stop()


def main():
    parser = argparse.ArgumentParser(description="Signs in through real OpenID and SAML providers.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--only", help="the providers whose name contains this")
    parser.add_argument("--project", default="example")
    arguments = parser.parse_args()
    latchkey = Latchkey(arguments.base.rstrip("/"), arguments.project)
    passed = failed = 0
    for kind in PROVIDERS:
        if arguments.only and arguments.only.lower() not in kind.name.lower():
            continue
        if missing := kind.missing():
            print(f"left out {kind.name}: {missing}", flush=True)
            continue
        for flow, error in tried(latchkey, kind):
            passed, failed = (passed + 1, failed) if error is None else (passed, failed + 1)
            print(f"{'ok     ' if error is None else 'FAILED '} {kind.name}, {flow}", flush=True)
    latchkey.remove()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
