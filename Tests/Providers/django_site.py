"""A Django site that is an OpenID provider: one user, one client for each flow, everybody agrees."""

import os
import sys

import django
from django.conf import settings
from django.core.management import call_command

from provider import key_pair

KIND = os.environ["SITE_KIND"]
ORIGIN = os.environ["SITE_ORIGIN"]
DIRECTORY = os.environ["SITE_DIRECTORY"]
CLIENT = os.environ["SITE_CLIENT"]
SECRET = os.environ["SITE_SECRET"]
REDIRECT_URI = os.environ["SITE_REDIRECT_URI"]

LOGIN = "<form method=post>{% csrf_token %}{{ form }}<input type=submit></form>"
APPS = {"toolkit": "oauth2_provider", "provider": "oidc_provider"}
KEY, _ = key_pair()

settings.configure(
    SECRET_KEY="of a test",
    DEBUG=False,
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        APPS[KIND],
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ],
            },
        }
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DIRECTORY + "/site.db"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    LOGIN_URL="/login/",
    USE_TZ=True,
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": KEY,
        "OIDC_ISS_ENDPOINT": ORIGIN + "/o",
        "PKCE_REQUIRED": True,
        "SCOPES": {"openid": "", "email": "", "profile": ""},
        "OAUTH2_VALIDATOR_CLASS": f"{__name__}.Validator",
    },
    SITE_URL=ORIGIN,
    OIDC_USERINFO=f"{__name__}.user_info",
    OIDC_IDTOKEN_PROCESSING_HOOK=f"{__name__}.id_token",
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.auth.views import LoginView  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import include, path  # noqa: E402


class Login(LoginView):
    def render_to_response(self, context, **more):
        page = engines["django"].from_string(LOGIN)
        return HttpResponse(page.render(context, self.request))


if KIND == "toolkit":
    from oauth2_provider.oauth2_validators import OAuth2Validator

    class Validator(OAuth2Validator):
        """The address and the name by UserInfo alone, as OpenID Connect Core section 5.4 has it."""

        oidc_claim_scope = None

        def get_userinfo_claims(self, request):
            return super().get_userinfo_claims(request) | user_info({}, request.user)

        def get_additional_claims(self, request):
            # Without an access token there is no UserInfo.
            return user_info({}, request.user) if request.response_type == "id_token" else {}

    urlpatterns = [path("o/", include("oauth2_provider.urls", namespace="oauth2_provider"))]
else:
    urlpatterns = [path("openid/", include("oidc_provider.urls", namespace="oidc_provider"))]

urlpatterns.append(path("login/", Login.as_view()))


def user_info(claims, user):
    return claims | {"name": user.get_full_name(), "email": user.email, "email_verified": True}


def id_token(claims, user, token, request, **more):
    # Without an access token there is no UserInfo.
    return user_info(claims, user) if "id_token" in token.client.response_type_values() else claims


def make_clients(user):
    if KIND == "toolkit":
        from oauth2_provider.models import Application

        for suffix, grant in [("code", "authorization-code"), ("idToken", "implicit")]:
            Application.objects.create(
                name=suffix,
                client_id=f"{CLIENT}-{suffix}",
                client_secret=SECRET,
                client_type="confidential" if suffix == "code" else "public",
                authorization_grant_type=grant,
                redirect_uris=REDIRECT_URI,
                algorithm="RS256",
                skip_authorization=True,
                user=user,
            )
        return
    from oidc_provider.models import Client, ResponseType, RSAKey

    RSAKey.objects.create(key=KEY)
    for suffix, kind in [("code", "code"), ("idToken", "id_token")]:
        client = Client.objects.create(
            name=suffix,
            client_id=f"{CLIENT}-{suffix}",
            client_secret=SECRET,
            client_type="confidential",
            jwt_alg="RS256",
            require_consent=False,
            owner=user,
        )
        client.redirect_uris = [REDIRECT_URI]
        client.save()
        client.response_types.add(ResponseType.objects.get(value=kind))


call_command("migrate", verbosity=0)
user = get_user_model().objects.create_user(
    "ada", "ada@example.com", os.environ["SITE_PASSWORD"], first_name="Ada", last_name="Lovelace"
)
make_clients(user)

from wsgiref.simple_server import WSGIServer, make_server  # noqa: E402
from socketserver import ThreadingMixIn  # noqa: E402

from django.core.wsgi import get_wsgi_application  # noqa: E402


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application(), Server).serve_forever()
