"""What an app in production says when something is wrong, and that nothing secret goes astray."""

from checks import Checks
from production.app_host import AppHost
from production.production_app import ProductionApp, requested_hosts
from production.service import OTHER_HOST
from secure_proxy import certificate
from with_server import free_port

PASSWORD = "a secret that must not leave"
PERSON = {"email": "ada@example.com", "password": PASSWORD}
# A page's first lines, the options of useLatchkey, and the code of what it throws.
REFUSED = [
    ("", '{ server: "http://auth.example.test" }', "insecure-server"),
    ("", '{ server: "auth.example.test" }', "invalid-server"),
    ("", '{ server: "https://auth.example.test/api" }', "invalid-server"),
    ("", '{ authDomain: "https://app.example.test" }', "invalid-auth-domain"),
    ("auth = {};", "{}", "unknown-sdk"),
    ("auth = null;", "{}", "unknown-sdk"),
    ('auth.config.sdkClientVersion = "Chrome/JsCore/99.0.0/FirebaseCore-web";', "{}", "unknown-sdk"),
    ('delete auth.config.tokenApiHost;', "{}", "unknown-sdk"),
    ('auth.config.apiHost = "identityplatform.example";', "{}", "already-pointed"),
    ('firebase.connectAuthEmulator(auth, "http://127.0.0.1:9", { disableWarnings: true });', "{}", "emulator"),
    ("auth._canInitEmulator = false;", "{}", "already-used"),
    ("auth._popupRedirectResolver.eventManagers[auth._key()] = {};", "{}", "already-used"),
    ("window.gapi = { iframes: { Iframe: class {} } };", "{}", "foreign-gapi"),
]


class FailureChecks(Checks):
    service = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.browser = self.service.browser()
        self.hosts = []
        self.names = set()

    def close(self):
        self.browser.close()
        for host in self.hosts:
            host.close()

    def check_wrong_host_gets_nothing_and_is_a_network_error(self):
        host, address = self.host(self.service.pem)
        app = self.app("wrong-host", address)
        app.fail("auth/network-request-failed", "createUser", **PERSON)
        app.fail("auth/network-request-failed", "signInWithEmail", **PERSON)
        assert host.requests and {method for method, _, _ in host.requests} == {"OPTIONS"}, host.requests
        assert app.user() is None

    def check_server_that_is_down_is_a_network_error(self):
        app = self.app("down", f"https://{OTHER_HOST}:{free_port()}")
        app.fail("auth/network-request-failed", "signInWithEmail", **PERSON)
        failed = app.in_popup("signInWithPopup", "google.com", None)
        assert failed.get("code") == "auth/network-request-failed", failed

    def check_certificate_that_is_not_trusted_is_a_network_error(self):
        host, address = self.host(certificate([OTHER_HOST]))
        app = self.app("certificate", address)
        app.fail("auth/network-request-failed", "signInWithEmail", **PERSON)
        assert not host.requests, host.requests

    def check_wrong_api_key_is_named(self):
        self.service.serve_app("/wrong-key/", self.service.snippet.replace(self.service.key, "AIzaWrong"))
        app = self.open("/wrong-key/")
        code = "auth/api-key-not-valid.-please-pass-a-valid-api-key."
        app.fail(code, "signInWithEmail", **PERSON)
        assert app.user() is None

    def check_what_cannot_be_pointed_at_the_server_is_refused_before_anything_changes(self):
        self.service.serve_app("/refused/", self.service.snippet)
        app = self.open("/refused/")
        for number, (lines, options, code) in enumerate(REFUSED):
            found = self.run(f"""
                let auth = firebase.getAuth(firebase.initializeApp({{ apiKey: "k" }}, "app {number}"));
                const { "{ useLatchkey }" } = await import(script);
                {lines}
                const before = JSON.stringify(auth?.config);
                try {{ useLatchkey(auth, {options}); return "accepted"; }}
                catch (error) {{
                  return [error.name, error.code, JSON.stringify(auth?.config) === before];
                }}
                finally {{ if (window.gapi?.iframes) delete window.gapi; }}""")
            assert found == ["LatchkeyError", f"latchkey/{code}", True], f"{lines} {options}: {found}"
        assert app.user() is None

    def check_copy_of_the_script_asks_for_the_server(self):
        self.service.files["/copy.js"] = self.service.files["/firebase.js"]
        source = self.run("return (await fetch(script)).text()")
        self.service.files["/copy.js"] = ("text/javascript", source)
        found = self.run("""
            const { useLatchkey } = await import("/copy.js");
            const auth = firebase.getAuth(firebase.initializeApp({ apiKey: "k" }, "copy"));
            try { useLatchkey(auth); } catch (error) {
              const server = new URL(script).origin;
              return [error.code, useLatchkey(auth, { server }) === auth, auth.config.apiHost];
            }""")
        assert found == ["latchkey/unknown-server", True, self.service.base.removeprefix("https://")], found

    def check_classic_script_points_what_the_compat_layer_wraps(self):
        found = self.run("""
            const classic = document.createElement("script");
            classic.src = script.replace("firebase.js", "firebase-compat.js");
            document.head.append(classic);
            await new Promise((resolve) => (classic.onload = resolve));
            const auth = { _delegate: firebase.getAuth(firebase.initializeApp({ apiKey: "k" }, "compat")) };
            const same = latchkey.useLatchkey(auth) === auth && latchkey.useLatchkey(auth) === auth;
            const { apiHost, tokenApiHost, authDomain, apiScheme } = auth._delegate.config;
            return [same, apiHost, tokenApiHost, authDomain, apiScheme];""")
        host = self.service.base.removeprefix("https://")
        assert found == [True, host, host, host, "https"], found

    def check_element_of_the_page_is_not_taken_for_the_classic_script(self):
        found = self.run("""
            const image = document.createElement("img");
            image.name = "currentScript";
            image.src = "/__/latchkey/image.png";
            document.body.append(image);
            const classic = document.createElement("script");
            classic.src = script.replace("firebase.js", "firebase-compat.js");
            document.head.append(classic);
            await new Promise((resolve) => (classic.onload = resolve));
            const auth = firebase.getAuth(firebase.initializeApp({ apiKey: "k" }, "clobbered"));
            try { latchkey.useLatchkey(auth); return "accepted"; }
            catch (error) { return [document.currentScript === image, error.code, auth.config.apiHost]; }
            finally { image.remove(); }""")
        assert found == [True, "latchkey/unknown-server", "identitytoolkit.googleapis.com"], found

    def check_no_request_left_for_a_host_that_was_not_named(self):
        self.names |= {each.removeprefix("https://") for each in (self.service.base, self.service.app)}
        hosts = requested_hosts(self.browser)
        assert hosts and hosts <= self.names, hosts - self.names

    def host(self, pem):
        """A web server that is no Latchkey, and its address."""
        port = free_port()
        host = AppHost(pem, port, {}, self.service.installation.port)
        self.hosts.append(host)
        return host, f"https://{OTHER_HOST}:{port}"

    def app(self, name, server):
        self.names.add(server.removeprefix("https://"))
        self.service.serve_app(
            f"/{name}/", self.service.snippet.replace("getAuth(app))", f'getAuth(app), {{ server: "{server}" }})'))
        return self.open(f"/{name}/")

    def open(self, path):
        app = ProductionApp(self.browser, self.service.app + path)
        app.open()
        return app

    def run(self, body):
        """What a piece of script returns; it has the SDK as `firebase`, and the address of the script as `script`."""
        address = self.service.snippet.split('from "https://')[1].split('"')[0]
        return self.browser.driver.execute_async_script(f"""
            const done = arguments[0], script = "https://{address}";
            (async () => {{ const firebase = await import("/firebase.js"); {body} }})()
              .then(done, (error) => done(String(error)));""")
