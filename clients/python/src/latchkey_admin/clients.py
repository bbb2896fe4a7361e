"""firebase-admin's clients of users and tenants, led to a Latchkey server.

They are made of firebase-admin's own parts, whose addresses are given one by one: nothing is read from the environment, and
nothing that other apps use is changed.
"""

from __future__ import annotations

import threading
from typing import Any, Optional, Sequence

import firebase_admin
import google.auth.transport.requests
import requests
from firebase_admin import _auth_providers, _http_client, _token_gen, _user_mgt, auth, tenant_mgt

from latchkey_admin.credentials import ServiceAccount
from latchkey_admin.errors import ConfigurationError
from latchkey_admin.server import Server
from latchkey_admin.tokens import KeySet, TokenVerifier


class _Session(google.auth.transport.requests.AuthorizedSession):
    """Sends a credential's token, and names what kept a request from its answer."""

    def __init__(self, server: Server, credential: Any) -> None:
        super().__init__(credential, auth_request=google.auth.transport.requests.Request(server.session()))
        self._server = server
        server.prepare(self)

    def request(self, method: Any, url: Any, *arguments: Any, **more: Any) -> requests.Response:
        try:
            answer: requests.Response = super().request(method, url, *arguments, **more)
            return answer
        except requests.exceptions.RequestException as error:
            raise self._server.error(error) from error


class Backend:
    """What all clients of one app share."""

    def __init__(self, server: Server, issuers: Sequence[str], project_id: str, credential: Any) -> None:
        self.server = server
        self.verifier = TokenVerifier(KeySet(server), project_id, issuers)
        self._credential = credential
        api = server.address + "/identitytoolkit.googleapis.com"
        self.v1, self.v2 = api + "/v1", api + "/v2"

    def http_client(self, base_url: str = "") -> _http_client.JsonHttpClient:
        return _http_client.JsonHttpClient(
            session=_Session(self.server, self._credential), base_url=base_url, timeout=self.server.timeout,
            # As firebase-admin's, but a certificate that is not trusted is not tried ten times.
            retries=_http_client.DEFAULT_RETRY_CONFIG.new(other=0),
            headers={"X-Client-Version": f"Python/Admin/{firebase_admin.__version__}"})


class _TokenGenerator(_token_gen.TokenGenerator):
    def _init_signing_provider(self) -> Any:
        credential = self.app.credential.get_credential()
        if not isinstance(credential, ServiceAccount):
            raise ConfigurationError(
                "Custom tokens are signed with a service account's key. Make the app with service_account.")
        return _token_gen._SigningProvider.from_credential(credential)  # pylint: disable=protected-access


class Client(auth.Client):
    """`firebase_admin.auth.Client` for a Latchkey server."""

    def __init__(self, app: firebase_admin.App, backend: Backend, tenant_id: Optional[str] = None) -> None:
        # pylint: disable=super-init-not-called
        client = backend.http_client()
        self.emulated = False
        self._tenant_id = tenant_id
        self._token_generator = _TokenGenerator(app, client, url_override=backend.v1)
        self._token_verifier = backend.verifier
        self._user_manager = _user_mgt.UserManager(client, app.project_id, tenant_id, url_override=backend.v1)
        self._provider_manager = _auth_providers.ProviderConfigClient(
            client, app.project_id, tenant_id, url_override=backend.v2)


class TenantManagementService(tenant_mgt._TenantManagementService):  # pylint: disable=protected-access
    """The service behind `firebase_admin.tenant_mgt`, for a Latchkey server."""

    def __init__(self, app: firebase_admin.App, backend: Backend) -> None:
        # pylint: disable=super-init-not-called
        self.app = app
        self.client = backend.http_client(f"{backend.v2}/projects/{app.project_id}")
        self.tenant_clients: dict[str, Client] = {}
        self.lock = threading.RLock()
        self._backend = backend

    def auth_for_tenant(self, tenant_id: str) -> Client:
        if not isinstance(tenant_id, str) or not tenant_id:
            raise ValueError(f"Invalid tenant ID: {tenant_id}. Tenant ID must be a non-empty string.")
        with self.lock:
            if tenant_id not in self.tenant_clients:
                self.tenant_clients[tenant_id] = Client(self.app, self._backend, tenant_id)
            return self.tenant_clients[tenant_id]
