"""Requests of apps that make sense together: people who sign up, sign in, change, forget and delete their accounts."""

import base64
import json

import app
from app import V1, V2, one_time_password
from recorder import body_of

ROUNDS = 12
ACTIONS = 130
LANGUAGES = ["en", "de", "fr", "ja", "vi", "pt-BR", "es", "xx"]
PASSWORDS = ["secret1", "correct horse battery", "Tr0ub4dor&3", "パスワード123", "another one"]
SETTINGS = {
    "signIn": {"email": {"enabled": True, "passwordRequired": False}, "anonymous": {"enabled": True},
               "phoneNumber": {"enabled": True, "testPhoneNumbers": {"+15555550199": "123456"}}},
    "mfa": {"state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
            "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 2}}]},
}
TENANT = {"displayName": "a-tenant", "allowPasswordSignup": True, "enableEmailLinkSignin": True,
          "enableAnonymousUser": True, "mfaConfig": SETTINGS["mfa"]}


class People(app.App):
    """The users of a project, as their apps know them."""

    def __init__(self, client, context, rng):
        super().__init__(client, context, rng)
        self.users, self.tenants, self.count = [], [None], 0

    # ------------------------------------------------------------ who there is

    def prepare(self):
        self.patch("/projects/example/config", SETTINGS, ",".join(SETTINGS))
        for _ in range(2):
            made = body_of(self.client.call("POST", f"{V2}/projects/example/tenants", key=None, auth=self.admin,
                                            json=TENANT))
            self.tenants.append(made.get("name", "").rpartition("/")[2] or None)

    def somebody(self, **wanted):
        fitting = [user for user in self.users if all(user.get(name) for name in wanted)]
        return self.rng.choice(fitting) if fitting else self.sign_up_by_password()

    def new_email(self):
        self.count += 1
        return self.rng.choice([f"person{self.count}@example.com", f"Person.{self.count}@Example.COM",
                                f"größe{self.count}@example.org"])

    def scope(self, user):
        return {"tenantId": user["tenant"]} if user.get("tenant") else {}

    def take(self, user, answer):
        """What an answer tells the app of its user."""
        for mine, theirs in (("uid", "localId"), ("token", "idToken"), ("refresh", "refreshToken"), ("email", "email")):
            if answer.get(theirs):
                user[mine] = answer[theirs]
        user["pending"] = answer.get("mfaPendingCredential")
        user["factors"] = answer.get("mfaInfo") or user.get("factors")
        return user

    # ------------------------------------------------------------ signing up and in

    def sign_up_by_password(self):
        user = {"email": self.new_email(), "password": self.rng.choice(PASSWORDS),
                "tenant": self.rng.choice(self.tenants) if self.rng.random() < 0.3 else None}
        body = {"email": user["email"], "password": user["password"], "returnSecureToken": True, **self.scope(user)}
        if self.rng.random() < 0.3:
            body["displayName"] = "Ada Lovelace"
        answer = self.post("signUp", body)
        if answer.get("localId"):
            self.users.append(user)
        return self.take(user, answer)

    def sign_up_again(self):
        user = self.somebody(email=1)
        self.post("signUp", {"email": user.get("email"), "password": self.rng.choice(PASSWORDS + ["12345"]),
                             "returnSecureToken": True, **self.scope(user)})

    def sign_up_anonymously(self):
        user = {"tenant": self.rng.choice(self.tenants) if self.rng.random() < 0.3 else None}
        profile = {"displayName": "Some Body", "photoUrl": "https://example.com/p.png"} if self.rng.random() < 0.3 else {}
        answer = self.post("signUp", {"returnSecureToken": True, **profile, **self.scope(user)})
        if answer.get("localId"):
            self.users.append(self.take(user, answer))

    def give_an_anonymous_user_a_password(self):
        user = self.somebody(token=1)
        body = {"idToken": user.get("token"), "email": self.new_email(), "password": self.rng.choice(PASSWORDS),
                "returnSecureToken": True, **self.scope(user)}
        answer = self.post(self.rng.choice(["signUp", "update"]), body)
        if answer.get("localId"):
            user["password"] = body["password"]
            self.take(user, answer)

    def create_by_administrator(self):
        self.count += 1
        number = self.count
        body = {"localId": f"made-{number}", "email": f"made{number}@example.com", "password": "made for you",
                "emailVerified": True, "displayName": "Made Up", "photoUrl": "https://example.com/p.png",
                "phoneNumber": f"+1555555{number:04}", "disabled": self.rng.random() < 0.1,
                "mfaInfo": [{"phoneInfo": f"+1555556{number:04}", "displayName": "work"}]}
        chosen = {name: value for name, value in body.items() if self.rng.random() < 0.6}
        tenant = self.rng.choice(self.tenants)
        answer = self.administer("", chosen, tenant)
        if answer.get("localId"):
            self.users.append({"uid": answer["localId"], "email": chosen.get("email"), "tenant": tenant,
                               "password": chosen.get("password"), "phone": chosen.get("phoneNumber")})

    def sign_in_by_password(self):
        user = self.somebody(password=1)
        is_right = self.rng.random() < 0.8
        body = {"email": user.get("email"), "password": user["password"] if is_right else "wrong password",
                "returnSecureToken": True, **self.scope(user)}
        if self.rng.random() < 0.1:
            body["email"] = "nobody@example.com"
        answer = self.post("signInWithPassword", body)
        if body["email"] == user.get("email"):
            self.take(user, answer)
        if answer.get("mfaPendingCredential"):
            self.sign_in_by_second_factor(user)

    def refresh(self):
        user = self.somebody(refresh=1)
        token = user.get("refresh") if self.rng.random() < 0.85 else "B" * 43
        body = {"grant_type": "refresh_token", "refresh_token": token}
        path = self.rng.choice(["/securetoken.googleapis.com/v1/token", "/v1/token"])
        how = self.rng.random()
        if how < 0.5:
            answer = self.client.call("POST", path, key=self.key, form=body)
        else:
            answer = self.client.call("POST", path, key=self.key,
                                      json=body if how < 0.8 else {"grantType": "refresh_token", "refreshToken": token})
        found = body_of(answer)
        user["token"] = found.get("id_token") or user.get("token")

    def custom_token(self):
        claims = {"uid": self.rng.choice(["custom-1", "custom-2", f"custom-{self.count}"]),
                  "claims": {"role": "tester", "level": self.count % 3}}
        header = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip("=")
        payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
        answer = self.post("signInWithCustomToken", {"token": f"{header}.{payload}.", "returnSecureToken": True})
        if answer.get("idToken"):
            looked = self.post("lookup", {"idToken": answer["idToken"]})
            uid = (looked.get("users") or [{}])[0].get("localId")
            self.users.append(self.take({"uid": uid, "tenant": None}, answer))

    # ------------------------------------------------------------ what an account is

    def look_up(self):
        user = self.somebody(token=1)
        self.post("lookup", {"idToken": user.get("token"), **(self.scope(user) if self.rng.random() < 0.5 else {})})

    def look_up_by_administrator(self):
        user = self.somebody(uid=1)
        body = self.rng.choice([
            {"localId": [user.get("uid"), "nobody"]}, {"email": [user.get("email") or "x@example.com"]},
            {"localId": [user.get("uid")], "email": [user.get("email") or "x@example.com"] * 2},
            {"phoneNumber": ["+15555550001"]}, {"initialEmail": [user.get("email") or "x@example.com"]},
            {"federatedUserId": [{"providerId": "google.com", "rawId": "1"}]}, {}])
        self.administer("lookup", body, user.get("tenant"))

    def update(self):
        user = self.somebody(token=1)
        body = self.rng.choice([
            {"displayName": "Grace Hopper", "photoUrl": "https://example.com/g.png"}, {"displayName": ""},
            {"deleteAttribute": ["DISPLAY_NAME", "PHOTO_URL"]}, {"deleteProvider": ["password"]},
            {"email": self.new_email()}, {"password": "a new password"}, {"deleteProvider": ["phone", "google.com"]},
            {"email": "not an address"}, {"password": "short"}, {"localId": "somebody-else"}, {}])
        answer = self.post("update", {"idToken": user.get("token"), "returnSecureToken": self.rng.random() < 0.8,
                                      **body, **self.scope(user)}, language=self.rng.choice(LANGUAGES))
        if answer.get("localId"):
            self.take(user, answer)
            user["password"] = body.get("password", user.get("password"))

    def update_by_administrator(self):
        user = self.somebody(uid=1)
        self.count += 1
        body = self.rng.choice([
            {"displayName": "Renamed", "emailVerified": True}, {"disableUser": self.rng.random() < 0.5},
            {"customAttributes": json.dumps({"admin": True, "level": self.count})}, {"customAttributes": "{"},
            {"customAttributes": json.dumps({"iss": "me"})}, {"phoneNumber": f"+1555557{self.count:04}"},
            {"deleteProvider": ["phone"]}, {"validSince": str(int(self.client.standstill.time()))},
            {"linkProviderUserInfo": {"providerId": "google.com", "rawId": f"g{self.count}", "email": "g@example.com"}},
            {"mfa": {"enrollments": [{"phoneInfo": f"+1555558{self.count:04}", "displayName": "by admin"}]}},
            {"mfa": {}}, {"email": self.new_email(), "password": "set by admin"}, {"createdAt": "1", "lastLoginAt": "2"},
            {"deleteAttribute": ["EMAIL", "PASSWORD", "DISPLAY_NAME"]}])
        self.administer("update", {"localId": user.get("uid"), **body}, user.get("tenant"))
        if "password" in body:
            user["password"], user["email"] = body["password"], body["email"]

    def delete(self):
        user = self.somebody(token=1)
        if self.rng.random() < 0.5:
            self.post("delete", {"idToken": user.get("token"), **self.scope(user)})
        else:
            self.administer("delete", {"localId": user.get("uid")}, user.get("tenant"))
        if user in self.users:
            self.users.remove(user)

    # ------------------------------------------------------------ one-time codes

    def oob_code(self):
        user = self.somebody(email=1)
        kind = self.rng.choice(["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"])
        body = {"requestType": kind, "email": user.get("email"), **self.scope(user)}
        if kind.startswith("VERIFY"):
            body["idToken"] = user.get("token")
        if kind == "VERIFY_AND_CHANGE_EMAIL":
            body["newEmail"] = self.new_email()
        if kind == "EMAIL_SIGNIN" or self.rng.random() < 0.3:
            body |= {"continueUrl": "http://localhost/finish?cart=1", "canHandleCodeInApp": self.rng.random() < 0.8,
                     "iOSBundleId": "com.example.latchkey"}
        if self.rng.random() < 0.1:
            body["email"] = "nobody@example.com"
        admin = self.rng.random() < 0.2
        if admin:
            body["returnOobLink"] = True
        answer = self.post("sendOobCode", body, admin=admin, language=self.rng.choice(LANGUAGES), legacy=not admin)
        code = answer.get("oobCode") or self.code_of_mail()
        for _ in range(self.rng.choice([1, 1, 2])):
            self.use(kind, code, user)

    def use(self, kind, code, user):
        if kind == "EMAIL_SIGNIN":
            body = {"email": user.get("email"), "oobCode": code, "returnSecureToken": True, **self.scope(user)}
            if self.rng.random() < 0.2:
                body["idToken"] = user.get("token")
            answer = self.post("signInWithEmailLink", body)
            self.take(user, answer)
            if answer.get("mfaPendingCredential"):
                self.sign_in_by_second_factor(user)
        elif kind == "PASSWORD_RESET":
            self.post("resetPassword", {"oobCode": code, **self.scope(user)})
            new = self.rng.choice(PASSWORDS + ["1"])
            if self.post("resetPassword", {"oobCode": code, "newPassword": new, **self.scope(user)}).get("email"):
                user["password"] = new
        else:
            self.take(user, self.post(self.rng.choice(["update", "update", "resetPassword"]),
                                      {"oobCode": code, **self.scope(user)}))

    # ------------------------------------------------------------ telephones

    def phone(self):
        self.count += 1
        number = self.rng.choice([f"+1555555{self.count % 20:04}", "+15555550199", "5550100", "+815012345678"])
        user = self.somebody(token=1) if self.rng.random() < 0.3 else None
        scope = self.scope(user) if user else {}
        start = self.post("sendVerificationCode", {"phoneNumber": number, "recaptchaToken": "ignored", **scope},
                          language=self.rng.choice(LANGUAGES))
        code = "123456" if number == "+15555550199" else self.code_of_message()
        body = {"sessionInfo": start.get("sessionInfo"), "code": code if self.rng.random() < 0.9 else "000001", **scope}
        if user:
            body["idToken"] = user.get("token")
        if self.rng.random() < 0.1:
            body["operation"] = self.rng.choice(["SIGN_UP_OR_IN", "LINK", "REAUTH", "UPDATE"])
        answer = self.post("signInWithPhoneNumber", body)
        if answer.get("temporaryProof"):
            answer = self.post("signInWithPhoneNumber", {"phoneNumber": answer.get("phoneNumber"),
                                                         "temporaryProof": answer["temporaryProof"], **scope})
        if answer.get("localId"):
            self.users.append(self.take({"tenant": (user or {}).get("tenant"), "phone": number}, answer))

    # ------------------------------------------------------------ second factors

    def enrol(self):
        user = self.somebody(token=1)
        scope = self.scope(user)
        if self.rng.random() < 0.6:
            self.administer("update", {"localId": user.get("uid"), "emailVerified": True}, user.get("tenant"))
        if self.rng.random() < 0.5:
            self.count += 1
            started = self.post("mfaEnrollment:start", {"idToken": user.get("token"), "phoneEnrollmentInfo": {
                "phoneNumber": f"+1555559{self.count:04}"}, **scope}, version=V2)
            proof = {"phoneVerificationInfo": {
                "sessionInfo": started.get("phoneSessionInfo", {}).get("sessionInfo"), "code": self.code_of_message()}}
        else:
            started = self.post("mfaEnrollment:start", {"idToken": user.get("token"), "totpEnrollmentInfo": {}, **scope},
                                version=V2).get("totpSessionInfo", {})
            secret = started.get("sharedSecretKey", "A" * 32)
            user["totp"] = secret
            proof = {"totpVerificationInfo": {"sessionInfo": started.get("sessionInfo"), "verificationCode":
                                              one_time_password(secret, self.client.standstill.time())}}
        answer = self.post("mfaEnrollment:finalize", {"idToken": user.get("token"), "displayName": "a factor", **proof,
                                                      **scope}, version=V2)
        self.take(user, answer)

    def sign_in_by_second_factor(self, user):
        factor = self.rng.choice(user.get("factors") or [{}])
        body = {"mfaPendingCredential": user.get("pending"), "mfaEnrollmentId": factor.get("mfaEnrollmentId"),
                **self.scope(user)}
        if "totpInfo" in factor:
            self.client.standstill.advance(31)
            body["totpVerificationInfo"] = {"verificationCode": one_time_password(
                user.get("totp") or "A" * 32, self.client.standstill.time())}
        else:
            started = self.post("mfaSignIn:start", {**body, "phoneSignInInfo": {}}, version=V2)
            body["phoneVerificationInfo"] = {
                "sessionInfo": started.get("phoneResponseInfo", {}).get("sessionInfo"), "code": self.code_of_message()}
            body.pop("mfaEnrollmentId")
        self.take(user, self.post("mfaSignIn:finalize", body, version=V2))

    def withdraw(self):
        user = self.somebody(token=1, factors=1)
        factor = (user.get("factors") or [{}])[0]
        self.take(user, self.post("mfaEnrollment:withdraw", {
            "idToken": user.get("token"), "mfaEnrollmentId": factor.get("mfaEnrollmentId"), **self.scope(user)},
            version=V2))

    # ------------------------------------------------------------ and the rest

    def session_cookie(self):
        user = self.somebody(token=1)
        place = f"/projects/example/tenants/{user['tenant']}" if user.get("tenant") else "/projects/example"
        self.client.call("POST", f"{V1}{place}:createSessionCookie", key=None, auth=self.admin, json={
            "idToken": user.get("token"), "validDuration": self.rng.choice([300, "86400", 1, 1_300_000])})

    def auth_uri(self):
        user = self.somebody(email=1)
        self.post("createAuthUri", {"identifier": user.get("email"), "continueUri": "http://localhost/app",
                                    **self.scope(user)})

    def time_passes(self):
        self.client.standstill.advance(self.rng.choice([1, 60, 301, 3_601, 86_400]))

    def settings_change(self):
        change = self.rng.choice([
            {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": self.rng.random() < 0.5}},
            {"signIn": {"allowDuplicateEmails": self.rng.random() < 0.3}},
            {"sessionConfig": {"refreshTokens": self.rng.choice(["ROTATE", "KEEP"])}},
            {"emailVerificationConfig": {"strict": self.rng.random() < 0.3}},
            {"client": {"permissions": {"disabledUserSignup": self.rng.random() < 0.2}}},
            {"passwordPolicyConfig": {"passwordPolicyEnforcementState": self.rng.choice(["ENFORCE", "OFF"]),
                                      "passwordPolicyVersions": [{"customStrengthOptions": {"minPasswordLength": 6}}]}}])
        self.patch("/projects/example/config", change, ",".join(change))


ACTION_WEIGHTS = {
    People.sign_up_by_password: 8, People.sign_up_again: 3, People.sign_up_anonymously: 6,
    People.give_an_anonymous_user_a_password: 4, People.create_by_administrator: 6, People.sign_in_by_password: 12,
    People.refresh: 8, People.custom_token: 3, People.look_up: 8, People.look_up_by_administrator: 4,
    People.update: 10, People.update_by_administrator: 10, People.delete: 2, People.oob_code: 12, People.phone: 7,
    People.enrol: 6, People.withdraw: 3, People.session_cookie: 3, People.auth_uri: 2, People.time_passes: 3,
    People.settings_change: 3,
}


def send(client, context, rng):
    people = People(client, context, rng)
    people.prepare()
    for _ in range(3):
        people.sign_up_by_password()
    for _ in range(ACTIONS):
        action = rng.choices(list(ACTION_WEIGHTS), list(ACTION_WEIGHTS.values()))[0]
        client.label = action.__name__
        action(people)
