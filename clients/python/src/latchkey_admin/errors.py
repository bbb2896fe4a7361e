"""What can go wrong beside what firebase-admin names itself."""

from firebase_admin import exceptions


class ConfigurationError(ValueError):
    """What an app was made with cannot work, or would send a secret where it does not belong."""


class ServerUnreachableError(exceptions.UnavailableError):
    """The server does not answer. Nothing is known about a token that was to be checked."""


class UntrustedCertificateError(ServerUnreachableError):
    """The server's certificate is not one that this back end trusts. Nothing was sent."""


class CredentialRefusedError(exceptions.UnauthenticatedError):
    """The server does not take the service account's key or the administrator's token."""
