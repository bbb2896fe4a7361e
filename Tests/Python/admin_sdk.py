"""Runs the official Admin SDK for Python against a server: as against an emulator, and as against production.

    python admin_sdk.py http://127.0.0.1:9099 PROJECT SERVICE_ACCOUNT_FILE

The first half has FIREBASE_AUTH_EMULATOR_HOST set; the second has the service account's file instead, gets its
access tokens with it, and verifies tokens and cookies by signature. Prints a line for each check and
`N passed, N failed` at the end; the exit code is 1 if one failed.
"""

import base64
import datetime
import hashlib
import hmac
import json
import os
import sys
import time
import traceback
import urllib.parse
import uuid

import firebase_admin
import google.auth.exceptions
import google.oauth2.credentials
import requests
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from firebase_admin import (_auth_providers, _token_gen, _user_mgt, auth, credentials, exceptions, tenant_mgt)

PASSWORD = "correct horse battery"


def unique(name="user"):
    return f"{name}-{uuid.uuid4().hex[:12]}"


def expect_error(error, call):
    try:
        call()
    except error:
        return
    raise AssertionError(f"{error.__name__} was expected")


class Client:
    """What an app does: the REST API with an API key."""

    def __init__(self, base, session=None, key="any"):
        self.base = base
        self.session = session or requests.Session()
        self.key = key

    def answer(self, method, **body):
        return self.session.post(f"{self.base}/identitytoolkit.googleapis.com/v1/accounts:{method}",
                                 params={"key": self.key}, json=body, timeout=30)

    def post(self, method, **body):
        answer = self.answer(method, **body)
        assert answer.status_code == 200, f"{method}: {answer.text[:300]}"
        return answer.json()

    def sign_in(self, email, password=PASSWORD, **more):
        return self.post("signInWithPassword", email=email, password=password, returnSecureToken=True, **more)

    def custom(self, token, **more):
        return self.post("signInWithCustomToken", token=token.decode(), returnSecureToken=True, **more)


# ---------------------------------------------------------------- hashes, as other systems made them

def firebase_scrypt(password, salt, key, separator, rounds, memory_cost):
    derived = hashlib.scrypt(password, salt=salt + separator, n=2 ** memory_cost, r=rounds, p=1, dklen=32,
                             maxmem=256 * 1024 * 1024)
    encryptor = Cipher(algorithms.AES(derived), modes.CTR(b"\0" * 16)).encryptor()
    return encryptor.update(key) + encryptor.finalize()


def repeated(name, data, rounds):
    for _ in range(max(rounds, 1)):
        data = hashlib.new(name, data).digest()
    return data


def imported_hashes():
    """(name, the SDK's algorithm, salt, hash) of PASSWORD in every format that the SDK names."""
    password, salt, key = PASSWORD.encode(), b"salt-of-the-earth", b"a signer's key that nobody knows!"
    hashes = auth.UserImportHash
    for name in ("sha512", "sha256", "sha1", "md5"):
        yield (f"HMAC_{name.upper()}", getattr(hashes, f"hmac_{name}")(key=key), salt,
               hmac.new(key, password + salt, name).digest())
    yield "MD5", hashes.md5(rounds=3), salt, repeated("md5", salt + password, 3)
    for name in ("sha1", "sha256", "sha512"):
        yield name.upper(), getattr(hashes, name)(rounds=4), salt, repeated(name, salt + password, 4)
    yield ("PBKDF_SHA1", hashes.pbkdf_sha1(rounds=1000), salt,
           hashlib.pbkdf2_hmac("sha1", password, salt, 1000, 20))
    yield ("PBKDF2_SHA256", hashes.pbkdf2_sha256(rounds=1000), salt,
           hashlib.pbkdf2_hmac("sha256", password, salt, 1000, 32))
    yield ("SCRYPT", hashes.scrypt(key=key, rounds=8, memory_cost=14, salt_separator=b"\x0a"), salt,
           firebase_scrypt(password, salt, key, b"\x0a", 8, 14))
    yield ("STANDARD_SCRYPT",
           hashes.standard_scrypt(memory_cost=1024, parallelization=4, block_size=8, derived_key_length=64), salt,
           hashlib.scrypt(password, salt=salt, n=1024, r=8, p=4, dklen=64))
    # Made once by bcrypt 4.0 with cost 5: the standard library has no function for it.
    yield "BCRYPT", hashes.bcrypt(), None, b"$2b$05$CCCCCCCCCCCCCCCCCCCCC.4c/Vz//sBM9XkyFmwsCP9HkrjK1U32S"


# ---------------------------------------------------------------- the checks

class Checks:
    # The names of the hash formats to import; None for all.
    hash_formats = None

    def __init__(self, base, app, client=None):
        self.base = base
        self.app = app
        self.client = client or Client(base)

    def user(self, **fields):
        fields.setdefault("email", f"{unique()}@example.com")
        fields.setdefault("password", PASSWORD)
        return auth.create_user(app=self.app, **fields)

    def users_are_created_found_changed_and_deleted(self):
        uid, phone = unique(), f"+1555{uuid.uuid4().int % 10**7:07d}"
        email = f"{uid}@example.com"
        made = self.user(uid=uid, email=email, phone_number=phone, display_name="Ada", email_verified=True,
                         photo_url="https://example.com/ada.png")
        assert (made.uid, made.email, made.display_name, made.email_verified) == (uid, email, "Ada", True)
        assert auth.get_user_by_email(email, app=self.app).uid == uid
        assert auth.get_user_by_phone_number(phone, app=self.app).uid == uid
        changed = auth.update_user(uid, display_name="Grace", disabled=True, phone_number=auth.DELETE_ATTRIBUTE,
                                   photo_url=auth.DELETE_ATTRIBUTE, app=self.app)
        assert (changed.display_name, changed.disabled) == ("Grace", True)
        assert changed.phone_number is None and changed.photo_url is None
        expect_error(auth.UidAlreadyExistsError, lambda: self.user(uid=uid))
        expect_error(auth.EmailAlreadyExistsError, lambda: self.user(email=email))
        auth.delete_user(uid, app=self.app)
        expect_error(auth.UserNotFoundError, lambda: auth.get_user(uid, app=self.app))

    def several_users_are_found_at_once(self):
        users = [self.user() for _ in range(3)]
        found = auth.get_users([auth.UidIdentifier(users[0].uid), auth.EmailIdentifier(users[1].email),
                                auth.UidIdentifier("nobody")], app=self.app)
        assert {user.uid for user in found.users} == {users[0].uid, users[1].uid}
        assert len(found.not_found) == 1

    def users_are_listed_in_pages(self):
        made = {self.user().uid for _ in range(5)}
        page = auth.list_users(max_results=2, app=self.app)
        assert len(page.users) == 2 and page.has_next_page
        listed = [user.uid for user in page.iterate_all()]
        assert made <= set(listed) and len(listed) == len(set(listed))

    def users_are_deleted_together(self):
        uids = [self.user(disabled=index == 0).uid for index in range(3)]
        result = auth.delete_users(uids + ["nobody"], app=self.app)
        assert (result.success_count, result.failure_count) == (4, 0), result.errors
        assert not auth.get_users([auth.UidIdentifier(uid) for uid in uids], app=self.app).users

    def every_hash_format_is_imported_and_signs_in(self):
        for name, algorithm, salt, value in imported_hashes():
            if self.hash_formats and name not in self.hash_formats:
                continue
            uid = unique(name.lower().replace("_", "-"))
            email = f"{uid}@example.com"
            result = auth.import_users(
                [auth.ImportUserRecord(uid=uid, email=email, password_hash=value, password_salt=salt)],
                hash_alg=algorithm, app=self.app)
            assert result.failure_count == 0, (name, [error.reason for error in result.errors])
            for _ in range(2):  # The second time with the hash that replaced the imported one.
                try:
                    assert self.client.sign_in(email)["localId"] == uid
                except AssertionError as error:
                    raise AssertionError(f"{name}: {error}") from error
            wrong = self.client.answer("signInWithPassword", email=email, password="wrong" + PASSWORD)
            assert wrong.status_code == 400, name

    def imports_bring_profiles_claims_and_providers(self):
        uid = unique("import")
        result = auth.import_users([
            auth.ImportUserRecord(
                uid=uid, email=f"{uid}@example.com", email_verified=True, display_name="Imported",
                custom_claims={"role": "editor"}, provider_data=[
                    auth.UserProvider(uid=f"g-{uid}", provider_id="google.com", email=f"{uid}@example.com")],
                user_metadata=auth.UserMetadata(creation_timestamp=1_500_000_000_000,
                                                last_sign_in_timestamp=1_500_000_001_000))], app=self.app)
        assert result.failure_count == 0, [error.reason for error in result.errors]
        user = auth.get_user(uid, app=self.app)
        assert user.custom_claims == {"role": "editor"} and user.email_verified
        assert user.user_metadata.creation_timestamp == 1_500_000_000_000
        assert "google.com" in [provider.provider_id for provider in user.provider_data]
        found = auth.get_users([auth.ProviderIdentifier("google.com", f"g-{uid}")], app=self.app)
        assert [user.uid for user in found.users] == [uid]

    def claims_reach_the_token(self):
        user = self.user()
        auth.set_custom_user_claims(user.uid, {"admin": True, "level": 3}, app=self.app)
        claims = auth.verify_id_token(self.client.sign_in(user.email)["idToken"], app=self.app)
        assert (claims["uid"], claims["admin"], claims["level"]) == (user.uid, True, 3)
        auth.set_custom_user_claims(user.uid, None, app=self.app)
        assert "admin" not in auth.verify_id_token(self.client.sign_in(user.email)["idToken"], app=self.app)

    def custom_tokens_sign_in(self):
        uid = unique("custom")
        token = auth.create_custom_token(uid, {"premium": True}, app=self.app)
        claims = auth.verify_id_token(self.client.custom(token)["idToken"], app=self.app)
        assert (claims["uid"], claims["premium"]) == (uid, True)
        assert claims["firebase"]["sign_in_provider"] == "custom"

    def revoked_tokens_are_told_from_valid_ones(self):
        user = self.user()
        token = self.client.sign_in(user.email)["idToken"]
        auth.verify_id_token(token, check_revoked=True, app=self.app)
        # The SDK compares whole seconds.
        while int(time.time()) <= auth.verify_id_token(token, app=self.app)["iat"]:
            time.sleep(0.05)
        auth.revoke_refresh_tokens(user.uid, app=self.app)
        expect_error(auth.RevokedIdTokenError, lambda: auth.verify_id_token(token, check_revoked=True, app=self.app))
        auth.update_user(user.uid, disabled=True, app=self.app)
        expect_error(auth.UserDisabledError, lambda: auth.verify_id_token(token, check_revoked=True, app=self.app))

    def session_cookies_are_made_and_checked(self):
        user = self.user()
        token = self.client.sign_in(user.email)["idToken"]
        cookie = auth.create_session_cookie(token, datetime.timedelta(days=5), app=self.app)
        claims = auth.verify_session_cookie(cookie, check_revoked=True, app=self.app)
        assert claims["uid"] == user.uid and claims["exp"] - claims["iat"] == 5 * 86_400
        expect_error(auth.InvalidIdTokenError, lambda: auth.verify_id_token(cookie, app=self.app))
        expect_error(auth.InvalidSessionCookieError, lambda: auth.verify_session_cookie(token, app=self.app))

    def links_are_made_and_work(self):
        user = self.user()
        settings = auth.ActionCodeSettings(url="http://localhost/after", handle_code_in_app=True)
        query = self.query(auth.generate_email_verification_link(user.email, settings, app=self.app))
        assert query["mode"] == "verifyEmail" and query["continueUrl"] == "http://localhost/after"
        self.client.post("update", oobCode=query["oobCode"])
        assert auth.get_user(user.uid, app=self.app).email_verified
        query = self.query(auth.generate_password_reset_link(user.email, app=self.app))
        self.client.post("resetPassword", oobCode=query["oobCode"], newPassword="another " + PASSWORD)
        self.client.sign_in(user.email, "another " + PASSWORD)
        query = self.query(auth.generate_sign_in_with_email_link(user.email, settings, app=self.app))
        signed_in = self.client.post("signInWithEmailLink", email=user.email, oobCode=query["oobCode"])
        assert signed_in["localId"] == user.uid
        expect_error(auth.EmailNotFoundError,
                     lambda: auth.generate_password_reset_link(f"{unique()}@example.com", app=self.app))

    @staticmethod
    def query(link):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))

    def oidc_providers_are_managed(self, manager=auth):
        name = f"oidc.{unique('p')}"
        more = {"app": self.app} if manager is auth else {}
        made = manager.create_oidc_provider_config(name, "client", "https://issuer.example.com", display_name="One",
                                                   enabled=True, client_secret="secret",
                                                   code_response_type=True, id_token_response_type=False, **more)
        assert (made.provider_id, made.client_id, made.issuer) == (name, "client", "https://issuer.example.com")
        assert made.code_response_type and made.enabled
        changed = manager.update_oidc_provider_config(name, client_id="other", display_name="Two", **more)
        assert (changed.client_id, changed.display_name) == ("other", "Two")
        assert manager.get_oidc_provider_config(name, **more).client_id == "other"
        assert name in [item.provider_id for item in manager.list_oidc_provider_configs(**more).iterate_all()]
        manager.delete_oidc_provider_config(name, **more)
        expect_error(auth.ConfigurationNotFoundError, lambda: manager.get_oidc_provider_config(name, **more))

    def saml_providers_are_managed(self, manager=auth):
        name = f"saml.{unique('p')}"
        more = {"app": self.app} if manager is auth else {}
        made = manager.create_saml_provider_config(
            name, "IDP", "https://idp.example.com/sso", [CERTIFICATE], "RP", "https://example.com/__/auth/handler",
            display_name="One", enabled=True, **more)
        assert (made.provider_id, made.idp_entity_id, made.rp_entity_id) == (name, "IDP", "RP")
        changed = manager.update_saml_provider_config(name, display_name="Two", enabled=False, **more)
        assert (changed.display_name, changed.enabled) == ("Two", False)
        assert changed.sso_url == "https://idp.example.com/sso"
        assert name in [item.provider_id for item in manager.list_saml_provider_configs(**more).iterate_all()]
        manager.delete_saml_provider_config(name, **more)
        expect_error(auth.ConfigurationNotFoundError, lambda: manager.get_saml_provider_config(name, **more))

    def tenants_are_managed_and_hold_users(self):
        tenant = tenant_mgt.create_tenant("tenant-one", allow_password_sign_up=True, app=self.app)
        assert tenant.display_name == "tenant-one" and tenant.allow_password_sign_up
        changed = tenant_mgt.update_tenant(tenant.tenant_id, display_name="tenant-two", enable_email_link_sign_in=True,
                                           app=self.app)
        assert changed.display_name == "tenant-two" and changed.enable_email_link_sign_in
        assert tenant.tenant_id in [one.tenant_id for one in tenant_mgt.list_tenants(app=self.app).iterate_all()]

        inside = tenant_mgt.auth_for_tenant(tenant.tenant_id, app=self.app)
        user = inside.create_user(email=f"{unique()}@example.com", password=PASSWORD)
        assert user.tenant_id == tenant.tenant_id
        expect_error(auth.UserNotFoundError, lambda: auth.get_user(user.uid, app=self.app))
        token = self.client.sign_in(user.email, tenantId=tenant.tenant_id)["idToken"]
        assert inside.verify_id_token(token)["uid"] == user.uid
        custom = self.client.custom(inside.create_custom_token("tenant-custom"), tenantId=tenant.tenant_id)
        assert inside.verify_id_token(custom["idToken"])["uid"] == "tenant-custom"
        self.oidc_providers_are_managed(inside)
        self.saml_providers_are_managed(inside)
        assert {one.uid for one in inside.list_users().iterate_all()} == {user.uid, "tenant-custom"}
        tenant_mgt.delete_tenant(tenant.tenant_id, app=self.app)
        expect_error(tenant_mgt.TenantNotFoundError, lambda: tenant_mgt.get_tenant(tenant.tenant_id, app=self.app))

    ALL = [
        users_are_created_found_changed_and_deleted, several_users_are_found_at_once, users_are_listed_in_pages,
        users_are_deleted_together, every_hash_format_is_imported_and_signs_in,
        imports_bring_profiles_claims_and_providers, claims_reach_the_token, custom_tokens_sign_in,
        revoked_tokens_are_told_from_valid_ones, session_cookies_are_made_and_checked, links_are_made_and_work,
        oidc_providers_are_managed, saml_providers_are_managed, tenants_are_managed_and_hold_users,
    ]


def a_stranger_is_refused(base, project, path):
    """Someone with a service account's file of which the key was changed."""
    document = json.loads(open(path).read())
    document["private_key_id"] = "0" * 40
    app = firebase_admin.initialize_app(credentials.Certificate(document), {"projectId": project}, name="stranger")
    try:
        auth.list_users(app=app)
    except (exceptions.FirebaseError, google.auth.exceptions.GoogleAuthError):
        return
    raise AssertionError("an unknown key was let in")


def make_certificate():
    """A certificate of an identity provider; a real one, since servers look at it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "idp.example.com")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
                   .serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=30))
                   .sign(key, hashes.SHA256()))
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


CERTIFICATE = make_certificate()


def run(label, name, check):
    try:
        check()
    except Exception as error:  # The next check is to run whatever came of this one.
        print(f"FAILED  {label}: {name}")
        traceback.print_exception(error, limit=-4)
        return False
    print(f"ok      {label}: {name}")
    return True


def main():
    base, project, path = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
    results = []

    def run_all(label, app):
        checks = Checks(base, app)
        for check in Checks.ALL:
            results.append(run(label, check.__name__.replace("_", " "), lambda: check(checks)))

    # The SDK finds the emulator by the environment, except where it manages tenants.
    os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlsplit(base).netloc
    tenant_mgt._TenantManagementService.TENANT_MGT_URL = f"{base}/identitytoolkit.googleapis.com/v2"
    credential = owner()
    run_all("emulator", firebase_admin.initialize_app(credential, {"projectId": project}, name="emulator"))

    # As in production, with the addresses of Google's services led to the server under test.
    del os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
    v1, v2 = (f"{base}/identitytoolkit.googleapis.com/{version}" for version in ("v1", "v2"))
    _user_mgt.UserManager.ID_TOOLKIT_URL = v1
    _token_gen.TokenGenerator.ID_TOOLKIT_URL = v1
    _auth_providers.ProviderConfigClient.PROVIDER_CONFIG_URL = v2
    _token_gen.ID_TOKEN_CERT_URI = f"{base}/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
    _token_gen.COOKIE_CERT_URI = f"{base}/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys?key=any"
    run_all("production", firebase_admin.initialize_app(credentials.Certificate(path), {"projectId": project},
                                                        name="production"))
    results.append(run("production", "a stranger is refused", lambda: a_stranger_is_refused(base, project, path)))
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


def owner():
    """The emulator's administrator, for the one service of the SDK that does not know of emulators."""
    class Owner(credentials.Base):
        def get_credential(self):
            return google.oauth2.credentials.Credentials("owner")
    return Owner()


if __name__ == "__main__":
    sys.exit(main())
