"""The official web SDK, unchanged, signs people in by popup and by redirect."""

import json

from app_server import AppServer
from checks import Checks
from sdk_app import SDKApp

PEOPLE = {
    "apple.com": "katherine",
    "facebook.com": "katherine",
    "github.com": "katherine",
    "google.com": "grace",
    "linkedin.com": "katherine",
    "microsoft.com": "katherine",
    "oauth.lab": "katherine",
    "oidc.lab": "katherine",
    "oidc.line": "katherine",
    "saml.lab": "katherine",
    "twitter.com": "katherine",
    "yahoo.com": "katherine",
}
# A host of this machine that is no authorized domain.
FOREIGN_HOST = "127.0.0.2"
# Sends a frame a message as a popup does; gives its last answer, or null when it gives none.
SEND = """
    const [frame, event, origin, done] = arguments;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data.status === "done" && done(data);
    setTimeout(() => done(null), 500);
    new Function(frame)().postMessage(event, origin, [port2]);
"""


def event(storage_key):
    auth_event = {"type": "signInViaPopup", "eventId": "1", "redirectOrigin": "http://127.0.0.1"}
    return {
        "eventType": "sendAuthEvent",
        "eventId": "1",
        "data": {"storageKey": storage_key, "authEvent": auth_event},
    }


class SDKChecks(Checks):
    """The app connects to the development server as to the emulator."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # Every loopback address, so that the same app is on an authorized host and on another one.
        self.server = AppServer(self.configuration(), host="0.0.0.0")
        self.app = SDKApp(self.browser, f"http://127.0.0.1:{self.server.port}/")

    def configuration(self):
        return {
            "gapi": f"{self.base}/__/auth/gapi.js",
            "options": {"apiKey": "any", "authDomain": "unused.example", "projectId": "any"},
            "emulator": self.base,
        }

    def close(self):
        self.server.close()

    def ways(self):
        return (("Popup", self.app.in_popup), ("Redirect", self.app.by_redirect))

    def check_sdk_signs_in_by_popup_and_by_redirect_with_every_provider(self):
        for provider, person in PEOPLE.items():
            for way, go in self.ways():
                self.app.open()
                assert self.app.user() is None
                result = go(f"signInWith{way}", provider, self.app.choose(person))
                assert result.get("operation") == "signIn", f"{provider}, {way}: {result}"
                assert result["isNew"] and result["provider"] == provider, result
                user = self.app.user()
                assert user["signInProvider"] == provider and user["linked"] == [provider], user
                self.app.open(forget=False)
                assert self.app.outcome() == {"operation": None}, "a result came twice"
                assert self.app.user()["uid"] == user["uid"]
                self.app.delete_user()

    def check_sdk_links_reauthenticates_and_knows_the_person(self):
        for way, go in self.ways():
            self.app.open()
            go(f"signInWith{way}", "apple.com", self.app.choose("ada"))
            uid = self.app.user()["uid"]
            result = go(f"linkWith{way}", "github.com", self.app.choose("ada"))
            assert result.get("operation") == "link" and result["provider"] == "github.com", result
            user = self.app.user()
            assert user["uid"] == uid and user["linked"] == ["apple.com", "github.com"], user
            self.advance_clock(2)
            result = go(f"reauthenticateWith{way}", "github.com", self.app.choose("ada"))
            assert result.get("operation") == "reauthenticate", result
            again = self.app.user()
            assert again["uid"] == uid
            assert again["claims"]["auth_time"] > user["claims"]["auth_time"], "no new authentication"
            result = go(f"reauthenticateWith{way}", "apple.com", self.app.choose("siobhan"))
            assert result.get("code") == "auth/user-mismatch", result
            assert self.app.user()["uid"] == uid
            self.app.delete_user()
            go(f"signInWith{way}", "apple.com", self.app.choose("siobhan"))
            self.app.delete_user()

    def check_sdk_gets_the_credential_of_a_link_that_belongs_elsewhere(self):
        for way, go in self.ways():
            self.app.open()
            go(f"signInWith{way}", "github.com", self.app.choose("katherine"))
            self.app.do("signOut")
            go(f"signInWith{way}", "apple.com", self.app.choose("siobhan"))
            result = go(f"linkWith{way}", "github.com", self.app.choose("katherine"))
            assert result.get("code") == "auth/credential-already-in-use", result
            self.app.delete_user()
            go(f"signInWith{way}", "github.com", self.app.choose("katherine"))
            self.app.delete_user()

    def check_sdk_learns_of_a_denial_and_of_a_provider_that_is_not_enabled(self):
        for way, go in self.ways():
            for provider in PEOPLE:
                self.app.open()
                result = go(f"signInWith{way}", provider, self.app.deny)
                assert result.get("code") == "auth/user-cancelled", f"{provider}, {way}: {result}"
                assert self.app.user() is None
            self.app.open()
            result = go(f"signInWith{way}", "oidc.unknown", None)
            assert result.get("code") == "auth/operation-not-allowed", f"{way}: {result}"

    def check_sdk_in_a_page_of_another_site_signs_in_by_popup(self):
        app = SDKApp(self.browser, f"http://localhost:{self.server.port}/")
        app.open()
        result = app.in_popup("signInWithPopup", "apple.com", app.choose("ada"))
        assert result.get("operation") == "signIn", result
        app.delete_user()

    def check_sdk_gets_the_result_of_a_popup_that_lost_its_opener(self):
        def lose_and_choose():
            self.browser.driver.execute_script("window.opener = null")
            self.app.choose("ada")()

        self.app.open()
        result = self.app.in_popup("signInWithPopup", "google.com", lose_and_choose)
        assert result.get("operation") == "signIn", result
        self.app.delete_user()

    def check_sdk_gets_the_result_that_takes_longer_than_a_closed_popup_may(self):
        # The SDK waits eight seconds for a popup that is closed; the server waits ten for a provider.
        self.order_fault("google.com", fault="slow-answer", seconds=9.5, endpoint="token")
        self.app.open()
        result = self.app.in_popup("signInWithPopup", "google.com", self.app.choose("ada"))
        assert result.get("operation") == "signIn", result
        self.app.delete_user()

    def check_sdk_learns_of_a_denial_without_a_state(self):
        for way, go in self.ways():
            def deny():
                self.browser.shown("#deny")
                self.browser.go(f"{self.base}/emulator/auth/handler?error=access_denied")

            self.app.open()
            result = go(f"signInWith{way}", "google.com", deny)
            assert result.get("code") == "auth/user-cancelled", f"{way}: {result}"
            assert self.app.user() is None

    def check_sdk_says_that_a_domain_is_not_authorized(self):
        stranger = SDKApp(self.browser, f"http://{FOREIGN_HOST}:{self.server.port}/")
        stranger.open()
        result = stranger.in_popup("signInWithPopup", "google.com", None)
        assert result.get("code") == "auth/unauthorized-domain", result
        assert stranger.user() is None

    def check_sdk_frame_of_an_unauthorized_page_hands_over_nothing_else(self):
        stranger = SDKApp(self.browser, f"http://{FOREIGN_HOST}:{self.server.port}/")
        redirect = json.dumps({
            "type": "signInViaRedirect", "error": {"code": "auth/user-cancelled", "message": ""},
            "redirectOrigin": stranger.address.rstrip("/"),
        })
        store = "sessionStorage.setItem(arguments[0], arguments[1])"
        self.browser.go(f"{self.base}/sample")
        self.browser.driver.execute_script(store, "firebase:redirectEvent:any:[DEFAULT]", redirect)
        stranger.open()
        self.browser.driver.execute_script(store, "firebase:pendingRedirect:any:[DEFAULT]", '"true"')
        stranger.open(forget=False)
        assert stranger.result() == {"operation": None}, stranger.outcome()

    def check_sdk_frame_takes_events_from_its_own_origin_and_app_alone(self):
        def send_as_another_app():
            # The lab's page is of the server's origin.
            answer = self.browser.driver.execute_async_script(
                SEND, "return window.opener.frames[0]", event("another:app"), self.base
            )
            assert answer["status"] == "done" and answer["response"][0]["fulfilled"] is False, answer
            self.app.deny()

        self.app.open()
        result = self.app.in_popup("signInWithPopup", "google.com", send_as_another_app)
        assert result.get("code") == "auth/user-cancelled", result
        own_frame = 'return document.querySelector("iframe").contentWindow'
        answer = self.browser.driver.execute_async_script(SEND, own_frame, event("any:[DEFAULT]"), self.base)
        assert answer is None, f"a page of another origin was heard: {answer}"

    def check_sdk_redirect_result_is_for_the_page_that_began_it(self):
        event = {"type": "signInViaRedirect", "error": {"code": "auth/user-cancelled", "message": ""}}
        own = self.app.address.rstrip("/")
        for origin, expected in ((own, "auth/user-cancelled"), (f"http://127.0.0.1:{self.server.port + 1}", None)):
            store = "sessionStorage.setItem(arguments[0], arguments[1])"
            # With nothing pending yet: a page that still asks would take what the next one is to find.
            self.app.open()
            self.browser.driver.execute_script(store, "firebase:pendingRedirect:any:[DEFAULT]", '"true"')
            self.browser.go(f"{self.base}/sample")
            kept = json.dumps({**event, "redirectOrigin": origin})
            self.browser.driver.execute_script(store, "firebase:redirectEvent:any:[DEFAULT]", kept)
            self.app.open(forget=False)
            assert self.app.result().get("code") == expected, f"{origin}: {self.app.outcome()}"

    def check_popup_that_nobody_waits_for_says_so(self):
        address = (
            f"{self.base}/emulator/auth/handler?apiKey=any&appName=%5BDEFAULT%5D&authType=signInViaPopup"
            f"&eventId=1&providerId=unknown.example&v=1&redirectUrl={self.app.address}"
        )
        self.browser.go(address)
        self.browser.until(lambda: "is gone" in self.browser.text("#handler-message"), "the message")
        self.shoot("handler-popup-without-app")
