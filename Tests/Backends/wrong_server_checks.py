"""Checks a recipe whose server is no Latchkey, hangs, or does not know the API key."""

import contextlib
import threading
import time

import serving as servers
from recipes import DROPPED, Running
from wrong_servers import ANSWERS, WrongServer

KEYS = ("/.well-known/jwks.json", "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
        "/example/.well-known/openid-configuration", "/.well-known/openid-configuration")
# Longer than a recipe waits before it fetches the keys for the next unknown key id.
PAUSE_SECONDS = 5.5
# A recipe that has the key of a good token asks no server about it.
AT_ONCE_SECONDS = 2


class WrongServerChecks:
    """`expect` takes the name of an attempt, its answer and the right statuses; `faults` collects all other faults."""

    def __init__(self, recipe, serving, environment, log, expect, faults):
        self.recipe, self.serving, self.environment, self.log = recipe, serving, environment, log
        self.expect, self.faults = expect, faults
        # mod_auth_openidc crashes on some answers that are no keys, which closes the one connection.
        self.unavailable = [503] if recipe.tells_outages else [401, DROPPED]

    def all(self, uid, token):
        self.uid, self.token = uid, token
        with contextlib.ExitStack() as closing:
            hanging, server = self.start_before_it_hangs(closing)
            began = time.monotonic()
            self.hosts_that_are_no_latchkey()
            if not self.recipe.follows_redirects:
                self.redirects()
            if self.recipe.refuses_plain_http:
                self.plain_http()
            if self.recipe.asks:
                self.keys_that_the_server_does_not_know()
                self.wrong_answers_about_a_user()
            time.sleep(max(0, began + PAUSE_SECONDS - time.monotonic()))
            self.made_up_key_ids(hanging, server)

    def running(self, closing, server, **more):
        return Running(self.recipe, {**self.environment, "LATCHKEY_SERVER": server, **more}, closing, self.log)

    def check(self, is_right, fault):
        if not is_right:
            self.faults.append(fault)

    def get(self, running):
        return running.get(self.token, self.uid)

    def wrong_server(self, closing, *arguments, **options):
        return closing.enter_context(WrongServer(*arguments, authority=self.serving.authority, **options))

    def keys(self):
        """The server's documents for verifying tokens, by their paths."""
        answers = {path: self.serving.session.get(self.serving.origin + path, timeout=30) for path in KEYS}
        return {path: answer.content for path, answer in answers.items() if answer.status_code == 200}

    def hosts_that_are_no_latchkey(self):
        for name, status, kind, body in ANSWERS:
            with contextlib.ExitStack() as closing:
                wrong = self.wrong_server(closing, status, kind, body)
                self.expect(f"a host that is no Latchkey: {name}", self.get(self.running(closing, wrong.origin)), self.unavailable)
                self.check(wrong.requests, f"{name}: nothing was asked")

    def redirects(self):
        with contextlib.ExitStack() as closing:
            elsewhere = self.wrong_server(closing, contents=self.keys())
            redirecting = self.wrong_server(closing, 302, location=elsewhere.origin + KEYS[0])
            answer = self.get(self.running(closing, redirecting.origin))
            self.expect("a redirect to keys elsewhere", answer, self.unavailable)
            self.check(not elsewhere.requests, "a redirect was followed")

    def plain_http(self):
        """Anybody on the way could read tokens, and replace keys."""
        for address in ("http://auth.example.com", "http://127.0.0.1.example.com"):
            with contextlib.ExitStack() as closing:
                try:
                    self.running(closing, address)
                except AssertionError:
                    continue
                self.faults.append(f"it started with {address}")

    def keys_that_the_server_does_not_know(self):
        for name, key in (("a wrong API key", "AIzaWrong"), ("another project's API key", self.serving.other_api_key)):
            with contextlib.ExitStack() as closing:
                begins = self.log.seek(0, 2)
                running = self.running(closing, self.serving.origin, LATCHKEY_API_KEY=key)
                self.expect(name, self.get(running), [503])
                self.log.seek(begins)
                self.check(b"LATCHKEY_API_KEY" in self.log.read(), f"{name}: the log does not name the setting")

    def wrong_answers_about_a_user(self):
        with contextlib.ExitStack() as closing:
            elsewhere = self.wrong_server(closing)
            wrong = self.wrong_server(closing, contents=self.keys())
            running = self.running(closing, wrong.origin, LATCHKEY_API_KEY=self.serving.api_key)
            for name, status, kind, body in [*ANSWERS, ("a page, as an error", 400, "text/html", b"<html>")]:
                wrong.answer_with(status, kind, body)
                self.expect(f"an answer about a user that is none: {name}", self.get(running), [503])
            for status in (301, 302, 303, 307, 308):
                wrong.answer_with(status, location=elsewhere.origin + "/")
                self.expect(f"a redirect ({status}) of a question about a user", self.get(running), [503])
            self.check(not elsewhere.requests, "the API key and the token went elsewhere")
            self.check(any(method == "POST" for method, *_ in wrong.requests), "nothing was asked about a user")

    def start_before_it_hangs(self, closing):
        server = self.wrong_server(closing, 404, contents=self.keys())
        running = self.running(closing, server.origin)
        self.expect("a good token, before the server hangs", self.get(running), [200])
        return running, server

    def made_up_key_ids(self, running, server):
        """Anybody can send them. They must not keep good tokens waiting while the server hangs."""
        server.hangs = True

        def send(number):
            with contextlib.suppress(Exception):
                running.get(servers.forgeries_of_key_id(self.token, f"made-up-{number}"))

        senders = [threading.Thread(target=send, args=(number,), daemon=True) for number in range(6)]
        for sender in senders:
            sender.start()
        deadline = time.monotonic() + AT_ONCE_SECONDS
        while len(server.requests) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        began = time.monotonic()
        self.expect("a good token beside made-up key ids, while the server hangs", self.get(running), [200])
        seconds = time.monotonic() - began
        self.check(seconds < AT_ONCE_SECONDS, f"a good token waited {seconds:.1f} s for made-up key ids")
        for sender in senders:
            sender.join(60)
        waited = time.monotonic() - began
        self.check(waited < 12, f"made-up key ids waited {waited:.1f} s, one for the other")
