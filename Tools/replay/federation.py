"""Sign-ins with providers that the lab plays: tokens, codes and redirects with their real signatures."""

import re
import urllib.parse

import accounts
import app
from recorder import body_of

ROUNDS = 6
ACTIONS = 40
PROVIDERS = ["apple.com", "google.com", "facebook.com", "github.com", "oidc.lab"]
PEOPLE = ["ada", "grace", "alan", "hedy", "katherine", "siobhan"]
FAULTS = ["wrong-audience", "expired", "wrong-signature", "unknown-key", "alg-none", "email-missing", "email-unverified",
          "private-relay", "name-only-once"]
TRANSPORT_FAULTS = ["broken-json", "http-500"]


class Federation(accounts.People):
    def mint(self, provider, **options):
        return body_of(self.client.call("POST", f"/lab/control/token/{provider}", key=None, json=options))

    def credential(self, provider, person=None):
        """A form of what a provider's SDK gives an app."""
        options = {"person": person or self.rng.choice(PEOPLE)}
        if self.rng.random() < 0.2:
            options["fault"] = self.rng.choice(FAULTS)
        if provider == "github.com" or (provider != "apple.com" and self.rng.random() < 0.4):
            token = self.mint(provider, kind="access", **options).get("accessToken", "")
            return {"access_token": token, "providerId": provider}
        if provider == "facebook.com":
            options["kind"] = "limited"
        form = {"providerId": provider}
        if self.rng.random() < 0.7:
            form["nonce"] = options["rawNonce"] = f"nonce-{self.count}"
            self.count += 1
        if self.rng.random() < 0.1:
            form["nonce"] = "another"
        form["id_token"] = self.mint(provider, **options).get("idToken", "")
        return form

    def sign_in(self, user=None, provider=None):
        form = self.credential(provider or self.rng.choice(PROVIDERS))
        body = {"postBody": urllib.parse.urlencode(form), "requestUri": "http://localhost", "returnSecureToken": True,
                "returnIdpCredential": self.rng.random() < 0.7}
        if user:
            body |= {"idToken": user.get("token"), **self.scope(user)}
        if self.rng.random() < 0.05:
            body["autoCreate"] = False
        answer = self.post("signInWithIdp", body)
        if answer.get("pendingToken") and self.rng.random() < 0.4:
            again = {"pendingToken": answer["pendingToken"], "requestUri": "http://localhost",
                     "returnSecureToken": True}
            if answer.get("needConfirmation") and self.users:
                again["idToken"] = self.somebody(token=1).get("token")
            answer = self.post("signInWithIdp", again)
        if answer.get("mfaPendingCredential"):
            self.sign_in_by_second_factor(self.take({"tenant": None}, answer))
        if answer.get("localId") and answer.get("idToken"):
            self.users.append(self.take({"tenant": None, "provider": answer.get("providerId")}, answer))

    def sign_in_anew(self):
        self.sign_in()

    def link(self):
        # Tenants have no providers.
        user = next((user for user in (self.somebody(token=1) for _ in range(5)) if not user.get("tenant")), None)
        if user and self.rng.random() < 0.5:
            # Whose address is verified is told what was added.
            self.administer("update", {"localId": user.get("uid"), "emailVerified": True}, user.get("tenant"))
        self.sign_in(user)

    def unlink(self):
        user = self.somebody(token=1)
        self.post("update", {"idToken": user.get("token"), "deleteProvider": [self.rng.choice(PROVIDERS)],
                             "returnSecureToken": True})

    def meet_an_account_of_the_same_address(self):
        """Addresses of the lab's people that somebody else has already."""
        self.post("signUp", {"email": self.rng.choice(["ada@example.com", "alan@example.org"]),
                             "password": "was here first", "returnSecureToken": True})
        self.sign_in(provider=self.rng.choice(PROVIDERS))

    def redirect(self):
        """By createAuthUri, the provider's page and the address that it sends the browser back to."""
        provider = self.rng.choice(PROVIDERS)
        started = self.post("createAuthUri", {
            "providerId": provider, "continueUri": "http://localhost/app/callback", "oauthScope": "email",
            "customParameter": {"prompt": "login"}})
        if "authUri" not in started:
            return
        place = self.visit(started["authUri"] + "&lab_person=" + self.rng.choice(PEOPLE))
        if not place:
            return
        address, _, query = place.partition("?")
        body = {"requestUri": place, "sessionId": started.get("sessionId"), "returnSecureToken": True,
                "returnIdpCredential": True}
        if self.rng.random() < 0.3:
            body |= {"requestUri": address, "postBody": query}
        if self.rng.random() < 0.1:
            body["sessionId"] = "another"
        self.post("signInWithIdp", body)

    def handler(self):
        """By the page that the web SDK opens, in a popup or in place of the app."""
        provider = self.rng.choice(PROVIDERS)
        query = {"apiKey": self.key, "appName": "[DEFAULT]", "authType": self.rng.choice(
            ["signInViaPopup", "signInViaRedirect", "linkViaPopup"]), "providerId": provider, "eventId": "42",
            "redirectUrl": "http://localhost/app", "v": "9.0.0", "scopes": "email,profile"}
        answer = self.client.call("GET", "/__/auth/handler", key=None, query=query)
        place = answer.headers.get("location") or next(
            iter(re.findall(r"http://127\.0\.0\.1:\d+/lab/[^\"'<\s]+", answer.text.replace("\\/", "/"))), None)
        if not place:
            return
        place = place.replace("&amp;", "&").replace("\\u0026", "&")
        back = self.visit(place + "&lab_person=" + self.rng.choice(PEOPLE))
        if back and back.startswith(self.client.base):
            answer = self.client.call("GET", back.removeprefix(self.client.base), key=None)
            for found in re.findall(r'"postBody":"([^"]+)"', answer.text)[:1]:
                self.post("signInWithIdp", {"postBody": found, "requestUri": back, "returnSecureToken": True})

    def visit(self, address):
        """The address to which a provider sends the browser; a form is sent on as a browser does."""
        answer = self.client.call("GET", address.removeprefix(self.client.base), key=None, headers={"Accept": "text/html"})
        if answer.headers.get("location"):
            return answer.headers["location"]
        action = re.search(r'<form[^>]*action="([^"]+)"', answer.text)
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', answer.text))
        if not action or not fields:
            return None
        place = action[1].replace("&amp;", "&")
        if place.startswith(self.client.base):
            self.client.call("POST", place.removeprefix(self.client.base), key=None, form=fields)
        return f"{place}?{urllib.parse.urlencode(fields)}"

    def game_center(self):
        proof = body_of(self.client.call("POST", "/lab/control/game-center", key=None, json={}))
        self.post("signInWithGameCenter", proof)

    def revoke(self):
        user = self.somebody(token=1)
        code = self.mint("apple.com", kind="code", person="ada").get("code")
        self.client.call("POST", f"{app.V2}/accounts:revokeToken", json={
            "providerId": "apple.com", "tokenType": "CODE", "token": code, "idToken": user.get("token")})

    def fault(self):
        """The provider's own services fail once."""
        provider = self.rng.choice(PROVIDERS)
        self.client.call("PUT", f"/lab/control/faults/{provider}", key=None,
                         json={"fault": self.rng.choice(TRANSPORT_FAULTS), "times": 1})
        self.sign_in(provider=provider)

    def switch_off(self):
        provider = self.rng.choice(PROVIDERS[:4])
        path = f"/projects/example/defaultSupportedIdpConfigs/{provider}"
        self.patch(path, {"enabled": False}, "enabled")
        self.sign_in(provider=provider)
        self.patch(path, {"enabled": True}, "enabled")


ACTION_WEIGHTS = {
    Federation.sign_in_anew: 14, Federation.link: 8, Federation.unlink: 3,
    Federation.meet_an_account_of_the_same_address: 4, Federation.redirect: 6, Federation.handler: 5,
    Federation.game_center: 2, Federation.revoke: 1, Federation.fault: 2, Federation.switch_off: 1,
    Federation.look_up: 4, Federation.refresh: 2, Federation.look_up_by_administrator: 2, Federation.time_passes: 1,
    Federation.enrol: 2, Federation.settings_change: 1,
}


def send(client, context, rng):
    people = Federation(client, context, rng)
    people.prepare()
    for _ in range(ACTIONS):
        action = rng.choices(list(ACTION_WEIGHTS), list(ACTION_WEIGHTS.values()))[0]
        client.label = action.__name__
        action(people)
