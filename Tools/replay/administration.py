"""Requests of administrators: settings, tenants, providers, users by the thousand, service accounts."""

import base64
import hashlib
import json

import jwt

import accounts
from app import V1, V2
from recorder import body_of

ROUNDS = 6
ACTIONS = 70
CONFIGURATIONS = [
    {"signIn": {"email": {"enabled": True, "passwordRequired": True}}}, {"signIn": {"anonymous": {"enabled": False}}},
    {"signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": {"+15555550123": "654321"}}}},
    {"mfa": {"state": "DISABLED"}}, {"mfa": {"state": "MANDATORY", "enabledProviders": ["PHONE_SMS"]}},
    {"authorizedDomains": ["localhost", "app.example.com"]}, {"authorizedDomains": ["not a domain"]},
    {"multiTenant": {"allowTenants": True, "defaultTenantLocation": "folders/1"}},
    {"quota": {"signUpQuotaConfig": {"quota": "5", "startTime": "2026-03-01T00:00:00Z", "quotaDuration": "604800s"}}},
    {"smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["JP", "VN"]}}},
    {"smsRegionConfig": {"allowByDefault": {"disallowedRegions": ["US"]}}},
    {"notification": {"defaultLocale": "de", "sendEmail": {"resetPasswordTemplate": {
        "subject": "Neues Passwort", "body": "<a href='%LINK%'>Hier</a>", "bodyFormat": "HTML",
        "senderDisplayName": "Die App"}}}},
    {"notification": {"sendSms": {"smsTemplate": {"content": "%LOGIN_CODE% for %APP_NAME%"}}}},
    {"messageConfig": {"templates": [{"message": "RESET_PASSWORD", "language": "fr", "subject": "Mot de passe",
                                      "text": "Voici : %LINK%"}]}},
    {"passwordPolicyConfig": {"passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": True,
                              "passwordPolicyVersions": [{"customStrengthOptions": {
                                  "minPasswordLength": 8, "containsNumericCharacter": True}}]}},
    {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}, {"autodeleteAnonymousUsers": True},
    {"sessionConfig": {"refreshTokens": "ROTATE", "gracePeriodSeconds": 30, "idleLifetimeSeconds": 86_400}},
    {"blockingFunctions": {"triggers": {"beforeCreate": {"functionUri": "http://127.0.0.1:9/none"}}}},
    {"blockingFunctions": {}}, {"passwordHashConfig": {"scheme": "ARGON2ID"}}, {"recaptchaConfig": {
        "emailPasswordEnforcementState": "AUDIT"}}, {"monitoring": {"requestLogging": {"enabled": True}}},
    {"client": {"permissions": {"disabledUserSignup": True, "disabledUserDeletion": True}}}, {"name": "another"}, {},
]
PROVIDER_SETTINGS = {
    "defaultSupportedIdpConfigs": [
        {"enabled": True, "clientId": "a-client", "clientSecret": "a-secret"}, {"enabled": True},
        {"clientId": "with space"}, {"appleSignInConfig": {"bundleIds": ["com.example.other"]}},
        {"whitelistedAudiences": ["another-client"]}],
    "oauthIdpConfigs": [
        {"displayName": "Ours", "enabled": True, "clientId": "rp", "issuer": "https://id.example.com",
         "clientSecret": "s3cret", "responseType": {"code": True}}, {"issuer": "http://insecure.example.com"},
        {"enabled": False}, {"responseType": {"idToken": True}}, {"trustedEmailDomains": ["example.com"]}],
    "inboundSamlConfigs": [
        {"displayName": "Their SAML", "enabled": False, "idpConfig": {
            "idpEntityId": "urn:idp", "ssoUrl": "https://saml.example.com/sso",
            "idpCertificates": [{"x509Certificate": "not a certificate"}]},
         "spConfig": {"spEntityId": "urn:sp", "callbackUri": "https://auth.example.com/__/auth/handler"}},
        {"displayName": "Renamed"}, {"enabled": True}],
}
NAMES = {"defaultSupportedIdpConfigs": ["google.com", "apple.com", "facebook.com", "github.com", "twitter.com",
                                        "microsoft.com", "none.com"],
         "oauthIdpConfigs": ["oidc.ours", "oidc.lab", "other"], "inboundSamlConfigs": ["saml.theirs", "wrong"]}


def standard(data):
    return base64.b64encode(data).decode()


class Administration(accounts.People):
    def prepare(self):
        super().prepare()
        for number in range(6):
            self.administer("", {"localId": f"user-{number}", "email": f"user{number}@example.com",
                                 "password": "a password"})

    def ask(self, method, path, **more):
        return self.client.call(method, V2 + path, key=None, auth=self.admin, **more)

    def place(self):
        tenant = self.rng.choice(self.tenants)
        return f"/projects/example/tenants/{tenant}" if tenant else "/projects/example"

    def configure(self):
        change = self.rng.choice(CONFIGURATIONS)
        mask = ",".join(change) if self.rng.random() < 0.8 else None
        self.patch("/projects/example/config", change, mask)
        if self.rng.random() < 0.5:
            self.ask("GET", "/projects/example/config")

    def configure_one_member(self):
        self.patch("/projects/example/config", {"signIn": {"email": {"enabled": True}}}, "signIn.email.enabled")
        self.patch("/projects/example/config", {"unknown": 1}, "unknown")
        self.ask("GET", "/projects/example/config", query={"fields": "signIn,mfa"})

    def tenant(self):
        tenant = self.rng.choice(self.tenants[1:]) if len(self.tenants) > 1 else "none"
        what = self.rng.random()
        if what < 0.3:
            made = body_of(self.ask("POST", "/projects/example/tenants", json={**accounts.TENANT, "displayName":
                                                                              self.rng.choice(["team-two", "x", "1"])}))
            if made.get("name"):
                self.tenants.append(made["name"].rpartition("/")[2])
        elif what < 0.7:
            change = self.rng.choice([
                {"displayName": "renamed"}, {"allowPasswordSignup": False}, {"disableAuth": True},
                {"disableAuth": False}, {"mfaConfig": {"state": "DISABLED"}}, {"testPhoneNumbers": {"+15555550111": "111111"}},
                {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}, {"inheritance": {"emailSendingConfig": True}}])
            self.patch(f"/projects/example/tenants/{tenant}", change, ",".join(change))
        elif what < 0.8:
            self.ask("GET", f"/projects/example/tenants/{tenant}")
        elif what < 0.9:
            page = body_of(self.ask("GET", "/projects/example/tenants", query={"pageSize": 1}))
            self.ask("GET", "/projects/example/tenants", query={"pageToken": page.get("nextPageToken", "x")})
        else:
            self.ask("DELETE", f"/projects/example/tenants/{tenant}")
            if tenant in self.tenants:
                self.tenants.remove(tenant)

    def provider(self):
        kind = self.rng.choice(list(PROVIDER_SETTINGS))
        name, place = self.rng.choice(NAMES[kind]), f"{self.place()}/{kind}"
        settings = self.rng.choice(PROVIDER_SETTINGS[kind])
        what = self.rng.random()
        if what < 0.4:
            parameter = {"defaultSupportedIdpConfigs": "idpId", "oauthIdpConfigs": "oauthIdpConfigId",
                         "inboundSamlConfigs": "inboundSamlConfigId"}[kind]
            self.ask("POST", place, query={parameter: name}, json=settings)
        elif what < 0.75:
            self.ask("PATCH", f"{place}/{name}", query={"updateMask": ",".join(settings)}, json=settings)
        elif what < 0.85:
            self.ask("GET", f"{place}/{name}")
        elif what < 0.95:
            self.ask("GET", place, query={"pageSize": 2})
        else:
            self.ask("DELETE", f"{place}/{name}")

    # ------------------------------------------------------------ users by the thousand

    def upload(self):
        self.count += 1
        first = self.count * 10
        salt, password = b"salt", b"imported"
        algorithm = self.rng.choice(["SHA256", "HMAC_SHA256", "MD5", "PBKDF_SHA1", "BCRYPT", "UNKNOWN"])
        digest = hashlib.sha256(salt + password).digest()
        users = [{"localId": f"import-{first + number}", "email": f"import{first + number}@example.com",
                  "displayName": f"Imported {number}", "salt": standard(salt), "passwordHash": standard(digest),
                  "phoneNumber": f"+1555551{first + number:04}", "customAttributes": '{"imported":true}',
                  "providerUserInfo": [{"providerId": "google.com", "rawId": f"raw-{first + number}"}],
                  "createdAt": "1600000000000"} for number in range(4)]
        users.append(self.rng.choice([{"localId": ""}, {"localId": "user-1", "email": "user1@example.com"},
                                      {"localId": "x", "email": "no address"}, {"email": "user2@example.com"}]))
        self.administer("batchCreate", {
            "users": users, "hashAlgorithm": algorithm, "signerKey": standard(b"signer"), "rounds": 1,
            "allowOverwrite": self.rng.random() < 0.5, "sanityCheck": self.rng.random() < 0.5,
            "passwordHashOrder": "SALT_FIRST"}, self.rng.choice(self.tenants))
        if algorithm == "SHA256":
            self.post("signInWithPassword", {"email": f"import{first}@example.com", "password": "imported",
                                             "returnSecureToken": True})

    def download(self):
        size = self.rng.choice([1, 3, 20])
        place = f"{V1}{self.place()}/accounts:batchGet"
        page = body_of(self.client.call("GET", place, key=None, auth=self.admin, query={"maxResults": size}))
        if page.get("nextPageToken"):
            self.client.call("GET", place, key=None, auth=self.admin, query={
                "maxResults": size, "nextPageToken": page["nextPageToken"]})

    def query(self):
        self.administer("query", self.rng.choice([
            {"returnUserInfo": True, "limit": "5", "sortBy": "USER_EMAIL", "order": "ASC"}, {"returnUserInfo": False},
            {"expression": [{"email": "user1@example.com"}]}, {"expression": [{"userId": "user-2"}]},
            {"returnUserInfo": True, "offset": "2", "limit": "3", "sortBy": "CREATED_AT", "order": "DESC"}]),
            self.rng.choice(self.tenants))

    def delete_many(self):
        self.administer("batchDelete", {"localIds": self.rng.sample(
            ["user-0", "user-1", "user-5", "import-10", "import-11", "nobody"], 3), "force": self.rng.random() < 0.7})

    # ------------------------------------------------------------ service accounts

    def assertion(self, **claims):
        account, now = self.account, int(self.client.standstill.time())
        return jwt.encode({"iss": account["client_email"], "sub": account["client_email"], "iat": now, "exp": now + 3600,
                           **claims}, account["private_key"], "RS256", headers={"kid": account["private_key_id"]})

    def access_token(self):
        place = "/" + self.account["token_uri"].split("/", 3)[3]
        claims = {"aud": f"{self.client.base}{place}", "scope": "https://www.googleapis.com/auth/identitytoolkit"}
        if self.rng.random() < 0.3:
            claims = {**claims, **self.rng.choice([{"aud": "somebody"}, {"exp": 1}, {"scope": "unknown"}])}
        token = body_of(self.client.call("POST", place, key=None, form={
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": self.assertion(**claims)}))
        self.client.call("POST", f"{V1}/projects/example/accounts:lookup", key=None,
                         auth=token.get("access_token", "none"), json={"localId": ["user-0"]})

    def custom_token_of_service_account(self):
        audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
        self.post("signInWithCustomToken", {"returnSecureToken": True, "token": self.assertion(
            aud=audience, uid="user-1", claims={"by": "back end"})})

    def rules(self):
        source = "service cloud.firestore { match /databases/{d}/documents { match /a/{b} { " \
                 "allow read: if request.auth.uid == b; } } }"
        self.client.call("POST", "/firebaserules.googleapis.com/v1/projects/example:test", key=None, auth=self.admin, json={
            "source": {"files": [{"name": "rules", "content": source}]}, "testSuite": {"testCases": [
                {"expectation": "ALLOW", "request": {"auth": {"uid": "x"}, "method": "get",
                                                     "path": "/databases/(default)/documents/a/x"}}]}})

    def what_apps_may_read(self):
        for path in ("/v2/passwordPolicy", "/v2/recaptchaConfig", "/v1/recaptchaParams", "/v1/projects",
                     "/v2/defaultSupportedIdps", "/v3/relyingparty/getProjectConfig"):
            self.client.call("GET", "/identitytoolkit.googleapis.com" + path,
                             query={"clientType": "CLIENT_TYPE_WEB", "version": "RECAPTCHA_ENTERPRISE"})

    def without_rights(self):
        for auth in (None, "nonsense", (self.users[-1].get("token") if self.users else "x")):
            self.client.call("GET", f"{V2}/projects/example/config", key=self.key, auth=auth)
            self.client.call("POST", f"{V1}/projects/other/accounts:lookup", key=None, auth=auth or self.admin, json={
                "localId": ["x"]})


ACTION_WEIGHTS = {
    Administration.configure: 12, Administration.configure_one_member: 2, Administration.tenant: 8,
    Administration.provider: 14, Administration.upload: 5, Administration.download: 5, Administration.query: 4,
    Administration.delete_many: 2, Administration.access_token: 4, Administration.custom_token_of_service_account: 3,
    Administration.rules: 1, Administration.what_apps_may_read: 1, Administration.without_rights: 2,
    Administration.update_by_administrator: 6, Administration.create_by_administrator: 4,
    Administration.look_up_by_administrator: 3, Administration.sign_up_by_password: 3, Administration.oob_code: 3,
    Administration.sign_in_by_password: 3, Administration.phone: 2, Administration.time_passes: 1,
}


def send(client, context, rng):
    people = Administration(client, context, rng)
    people.account = context["account"]
    people.prepare()
    for _ in range(ACTIONS):
        action = rng.choices(list(ACTION_WEIGHTS), list(ACTION_WEIGHTS.values()))[0]
        client.label = action.__name__
        action(people)
