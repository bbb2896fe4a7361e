"""Apps of firebase-admin that are for a Latchkey server."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence

import firebase_admin
from firebase_admin import auth, tenant_mgt

from latchkey_admin.clients import Backend, Client, TenantManagementService
from latchkey_admin.credentials import AdministratorToken, LatchkeyCredential, ServiceAccount, ServiceAccountFile
from latchkey_admin.errors import ConfigurationError
from latchkey_admin.server import Server
from latchkey_admin.tokens import SESSION_COOKIE_ISSUER

_DEFAULT_NAME = "[DEFAULT]"


def initialize_app(
        server: str, *, service_account: Optional[ServiceAccountFile] = None, admin_token: Optional[str] = None,
        project: Optional[str] = None, name: str = _DEFAULT_NAME, ca_file: Optional[str] = None,
        issuers: Sequence[str] = (), proxies: Optional[Mapping[str, str]] = None, timeout: float = 30,
        ) -> firebase_admin.App:
    """Makes an app whose `firebase_admin.auth` and `firebase_admin.tenant_mgt` are for a Latchkey server.

    No request is sent yet. Other apps of the program stay as they are. FIREBASE_AUTH_EMULATOR_HOST and other variables of
    the environment change nothing: tokens are always checked with the server's keys.

    Args:
        server: the server's https address. Plain http is for this machine alone.
        service_account: the path of a file of `latchkey project service-account create`, or what is in it.
        admin_token: a token of `latchkey project admin-token create`, instead. It cannot sign custom tokens.
        project: the project's id; needed with `admin_token`, otherwise the file's.
        name: the app's name; without one it is the default app.
        ca_file: PEM certificates of authorities to trust instead of those that the machine knows.
        issuers: the issuers of the project's ID tokens, if they are not https://securetoken.google.com/PROJECT.
        proxies: proxies by scheme, as `requests` takes them. Those of the environment are not used.
        timeout: seconds for each request.

    Raises:
        ConfigurationError: The arguments contradict each other, or would send a secret elsewhere.
        ValueError: An app of this name exists.
    """
    way = Server(server, ca_file, proxies, timeout)
    credential: Any
    if (service_account is None) == (admin_token is None):
        raise ConfigurationError("Give one of service_account and admin_token.")
    if service_account is not None:
        credential = ServiceAccount(way, service_account)
        if project is not None and project != credential.project_id:
            raise ConfigurationError(
                f'The service account is of the project "{credential.project_id}", not "{project}".')
        project = credential.project_id
    else:
        if not isinstance(admin_token, str) or not admin_token.strip():
            raise ConfigurationError("The administrator's token is empty.")
        if not project:
            raise ConfigurationError("An administrator's token does not say of which project it is: give project.")
        credential = AdministratorToken(way, admin_token.strip())
    if isinstance(issuers, str) or any(not one or one.startswith(SESSION_COOKIE_ISSUER) for one in issuers):
        raise ConfigurationError("issuers is a list of the issuers of ID tokens.")

    app = firebase_admin.initialize_app(
        LatchkeyCredential(credential, project), {"projectId": project, "httpTimeout": timeout}, name=name)
    backend = Backend(way, issuers, project, credential)
    # pylint: disable=protected-access
    app._get_service(auth._AUTH_ATTRIBUTE, lambda app: Client(app, backend))
    app._get_service(tenant_mgt._TENANT_MGT_ATTRIBUTE, lambda app: TenantManagementService(app, backend))
    return app
