"""Sets the official firebase-admin package up for a Latchkey server.

    import latchkey_admin
    from firebase_admin import auth

    latchkey_admin.initialize_app("https://auth.example.com", service_account="backend.json")
    user = auth.get_user_by_email("ada@example.com")
    claims = auth.verify_id_token(id_token, check_revoked=True)
"""

from latchkey_admin.apps import initialize_app
from latchkey_admin.errors import (
    ConfigurationError,
    CredentialRefusedError,
    ServerUnreachableError,
    UntrustedCertificateError,
)

__all__ = [
    "ConfigurationError",
    "CredentialRefusedError",
    "ServerUnreachableError",
    "UntrustedCertificateError",
    "initialize_app",
]
