"""django-oauth-toolkit and django-oidc-provider, each in a Django site of one file."""

from provider import PASSWORD, Provider


class DjangoProvider(Provider):
    kind = ""

    def start(self):
        self.run_site(
            "django_site.py", SITE_KIND=self.kind, SITE_ORIGIN=self.origin, SITE_DIRECTORY=str(self.directory)
        )

    def sign_in(self, browser):
        browser.fill("#id_username", "ada")
        browser.fill("#id_password", PASSWORD)
        browser.click('form [type="submit"]')


class DjangoOAuthToolkit(DjangoProvider):
    """Its UserInfo alone has the address and the name, and its ID token the subject."""

    name = "django-oauth-toolkit"
    kind = "toolkit"

    @property
    def issuer(self):
        return self.origin + "/o"


class DjangoOIDCProvider(DjangoProvider):
    """Answers an ID token in the fragment, whatever it is asked for."""

    name = "django-oidc-provider"
    kind = "provider"

    @property
    def issuer(self):
        return self.origin + "/openid"
