#!/usr/bin/env python3
"""A web app whose pages are made on the server, and whose users have a session cookie.

    server.py --latchkey https://auth.example.com --project my-app --api-key AIza… --admin-token-file token
        --origin https://app.example.com --sdk firebase.js --port 8080 [--certificate tls.pem] [--ca-file ca.pem]

The browser signs in by the Firebase web SDK, hands the ID token to this server once, and forgets it. The server has Latchkey
make a session cookie of it, which no script can read, and checks that with each request. It needs PyJWT[crypto].

`--sdk` is your bundle of the SDK, such as `npx esbuild entry.js --bundle --format=esm` makes. Without `--certificate` the
server speaks plain http for a proxy that speaks https to browsers: the cookies are for https alone.
"""

import argparse
import hmac
import html
import http.cookies
import http.server
import json
import pathlib
import re
import secrets
import ssl
import string
import sys
import urllib.parse
import urllib.request

from sessions import Refused, Sessions, Unavailable, checked

FOLDER = pathlib.Path(__file__).parent
# Browsers accept a cookie with this name prefix only over https, for this host and all its paths (RFC 6265bis section
# 4.1.3.2).
SESSION, CSRF = "__Host-session", "__Host-csrf"
LIFETIME = 5 * 24 * 60 * 60
MAXIMUM_BODY = 16 * 1024


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    sessions: Sessions
    options: argparse.Namespace

    def do_GET(self):
        self.answer_or_say_why_not(self.get)

    def do_POST(self):
        self.answer_or_say_why_not(self.post)

    def answer_or_say_why_not(self, method):
        try:
            method()
        except Unavailable as error:
            # The session may be valid. Keeps the cookie, so that the user is signed in when Latchkey is available
            # again.
            print(f"Latchkey is not available: {error}", file=sys.stderr, flush=True)
            self.answer(503, "Try again later.", "text/plain")

    def get(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/sdk.js":
            self.answer(200, self.options.sdk.read_text(), "text/javascript")
        elif path == "/sign_in.js":
            self.answer(200, (FOLDER / "sign_in.js").read_text(), "text/javascript")
        elif path == "/sign-in":
            self.page("sign_in.html", configuration=json.dumps(self.configuration()))
        elif path == "/":
            user = self.user()
            if user is None:
                self.redirect("/sign-in", forget=True)
            else:
                self.page("account.html", name=user.get("email") or user["sub"])
        else:
            self.answer(404, "There is no such page.", "text/plain")

    def post(self):
        form = self.form()
        path = urllib.parse.urlsplit(self.path).path
        if not self.is_own(form):
            # Another site can send forms to this server, even a site that signs in its own user. It can neither read
            # nor set the cookie.
            self.answer(403, "This form is not of this site, or too old. Load the page again.", "text/plain")
        elif path == "/session":
            self.begin_session(form.get("idToken", ""))
        elif path == "/sign-out":
            user = self.user()
            if user is not None:
                # Ends all sessions of the user. To end only this session, just delete the cookie.
                self.sessions.end(user)
            self.redirect("/sign-in", forget=True)
        else:
            self.answer(404, "There is no such page.", "text/plain")

    def begin_session(self, id_token):
        try:
            cookie = self.sessions.begin(id_token, LIFETIME)
        except Refused as refusal:
            return self.answer(401, str(refusal), "text/plain")
        self.answer(204, "", "text/plain", [self.cookie(SESSION, cookie, "Lax", LIFETIME)])

    def user(self):
        """The claims of whoever has a good session."""
        cookie = self.cookies().get(SESSION)
        try:
            return self.sessions.user(cookie.value) if cookie else None
        except Refused:
            return None

    def is_own(self, form):
        csrf = self.csrf()
        return (
            self.headers.get("Origin") == self.options.origin
            and csrf is not None
            and hmac.compare_digest(csrf.encode(), form.get("csrf", "").encode())
        )

    def csrf(self):
        """The secret of the browser's forms, if it has one of ours."""
        cookie = self.cookies().get(CSRF)
        return cookie.value if cookie and re.fullmatch(r"[\w-]{43}", cookie.value, re.ASCII) else None

    def configuration(self):
        options = self.options
        return {"latchkey": options.latchkey, "app": {"apiKey": options.api_key, "projectId": options.project}}

    def page(self, file, **values):
        """A page whose forms hold the same secret as a cookie."""
        csrf = self.csrf() or secrets.token_urlsafe(32)
        values["csrf"] = csrf
        escaped = {name: html.escape(value) for name, value in values.items()}
        text = string.Template((FOLDER / file).read_text()).substitute(escaped)
        self.answer(200, text, "text/html", [self.cookie(CSRF, csrf, "Strict")])

    def redirect(self, path, forget=False):
        self.answer(303, "", "text/plain", [self.cookie(SESSION, "", "Lax", 0)] if forget else [], location=path)

    def answer(self, status, text, kind, cookies=(), location=None):
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        # Allows scripts of this server and of Latchkey, and requests to both. No other site may put the page in a
        # frame.
        self.send_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'self' {self.options.latchkey}; connect-src 'self' {self.options.latchkey}; "
            "form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
        if location:
            self.send_header("Location", location)
        for cookie in cookies:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()
        self.wfile.write(content)

    def cookie(self, name, value, same_site, lifetime=None):
        age = "" if lifetime is None else f"; Max-Age={lifetime}"
        return f"{name}={value}; Path=/; Secure; HttpOnly; SameSite={same_site}{age}"

    def cookies(self):
        try:
            return http.cookies.SimpleCookie(self.headers.get("Cookie", ""))
        except http.cookies.CookieError:
            return {}

    def form(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > MAXIMUM_BODY:
            self.close_connection = True
            return {}
        text = self.rfile.read(int(length)).decode(errors="replace")
        return dict(urllib.parse.parse_qsl(text, max_num_fields=10))


def address(text):
    try:
        return checked(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--latchkey", required=True, type=address)
    for name in ("project", "api-key", "origin"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--api", type=address, help="Latchkey's address for this server, where it is not the browsers'")
    parser.add_argument("--admin-token-file", required=True, type=pathlib.Path)
    parser.add_argument("--sdk", required=True, type=pathlib.Path)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--certificate", type=pathlib.Path, help="PEM, with the key")
    parser.add_argument("--ca-file", help="who signed Latchkey's certificate, where the system does not trust them")
    options = parser.parse_args()
    Handler.options = options
    Handler.sessions = Sessions(
        options.api or options.latchkey, options.project, options.admin_token_file.read_text().strip(),
        ssl.create_default_context(cafile=options.ca_file))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    print(f"The app is at {options.origin}.", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
