"""Sends requests one after the other, and writes down what came of each."""

import hashlib
import html.parser
import json
import re
import time
import urllib.parse

import requests

SETTLING_SECONDS = 10
TEXTS = re.compile(r"text/|json|xml|javascript|form-urlencoded")


class Recorder(requests.Session):
    """An HTTP client whose every request is a step of a trace.

    A step holds the request's line and body, the answer's status, headers and body, the changes of the database, and the
    messages and calls of functions that left the server. All of it is plain: see plain().
    """

    def __init__(self, base, standstill, database, unsealer, inbox, ports):
        super().__init__()
        self.trust_env = False
        self.headers = {"Accept-Encoding": "identity", "Accept": "*/*"}
        self.base, self.standstill, self.database, self.unsealer = base, standstill, database, unsealer
        self.inbox = inbox
        self.calls = lambda: []
        self.ports = []
        for name, port in ports.items():
            self.add_port(name, port)
        self.steps, self.label = [], ""
        self.quiet = False

    def add_port(self, name, port):
        """A port that stands for a name wherever it is."""
        self.ports.append((re.compile(rf"(?<![0-9A-Za-z_-]){port}(?![0-9A-Za-z_-])|(?<=%3[Aa]){port}(?!\d)"), f"<{name}>"))

    # ------------------------------------------------------------ what is written down

    def plain(self, text):
        """The text without what differs from server to server: its ports, and signed tokens opened."""
        text = self.unsealer.tokens_open(text)
        for pattern, name in self.ports:
            text = pattern.sub(name, text)
        return text

    def note(self, label, **more):
        """A step that is no request."""
        self.steps.append({"label": label, "request": "", **more})

    def send(self, request, **options):
        if self.quiet:
            return super().send(request, **options)
        self.standstill.next_request()
        body = request.body if isinstance(request.body, bytes) else (request.body or "").encode("utf-8", "replace")
        step = {"label": self.label, "request": f"{request.method} {self.plain(self._relative(request.url))}",
                "sent": self.plain(body.decode("utf-8", "replace"))}
        self.steps.append(step)
        try:
            answer = super().send(request, **{**options, "allow_redirects": False, "timeout": 60})
        except requests.RequestException as problem:
            step["status"] = f"no answer: {type(problem).__name__}"
            raise
        step["status"] = answer.status_code
        step["headers"] = [f"{name.lower()}: {self._header(name, value)}" for name, value in answer.raw.headers.items()]
        step["body"] = self._body(answer)
        for text in [step["body"], *step["headers"]]:
            self.unsealer.learn(text)
        step["mails"] = [self.plain(message) for message in self.inbox.news(self)]
        for text in step["mails"]:
            self.unsealer.learn(text)
        step["calls"] = [self.plain(call) for call in self.calls()]
        self.inbox.settle(self)
        step["rows"] = self.database.changes()
        return answer

    def _relative(self, url):
        return url.removeprefix(self.base)

    def _header(self, name, value):
        # The server renews it once a second, by a timer.
        return "a date" if name.lower() == "date" else self.plain(value)

    def _body(self, answer):
        kind = answer.headers.get("content-type", "")
        if TEXTS.search(kind) or not answer.content:
            return self.plain(answer.content.decode("utf-8", "surrogateescape"))
        digest = hashlib.sha256(answer.content).hexdigest()
        # Apart, so that no part of it passes for randomness.
        return f"{len(answer.content)} bytes: " + " ".join(digest[at:at + 4] for at in range(0, 64, 4))

    # ------------------------------------------------------------ for those who send

    def call(self, method, path, *, key="replay", auth=None, query=None, headers=None, json=None, form=None, raw=None):
        """Sends a request and returns its answer."""
        query, headers = dict(query or {}), dict(headers or {})
        if auth:
            headers["Authorization"] = f"Bearer {auth}"
        elif key:
            query["key"] = key
        data = raw if raw is not None else urllib.parse.urlencode(form) if form is not None else None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        return self.request(method, self.base + path, params=query, headers=headers, json=json, data=data)

    def get_quietly(self, path):
        """An answer that is no step."""
        self.quiet = True
        try:
            return self.get(self.base + path, timeout=60)
        finally:
            self.quiet = False


class DevelopmentInbox:
    """The messages of a development server, from its inbox page."""

    def __init__(self, log):
        self.log, self.size, self.count = log, None, 0

    def news(self, recorder):
        """It prints a line for what it sends, so that the page is read when there is something new."""
        size = self.log.stat().st_size
        if size == self.size:
            return []
        self.size = size
        messages = Messages(recorder.get_quietly("/inbox").text).found
        new = messages[:len(messages) - self.count]
        self.count = len(messages)
        return list(reversed(new))

    def settle(self, recorder):
        """What is written is written before the answer."""


class Messages(html.parser.HTMLParser):
    """The messages of the inbox page, the newest first."""

    def __init__(self, text):
        super().__init__()
        self.found, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "li" and ("class", "card message") in attributes:
            self.found.append("")
            self.inside = True
        elif tag == "a" and self.inside:
            self.found[-1] += f"[{dict(attributes).get('href')}]"

    def handle_endtag(self, tag):
        if tag == "ol":
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.found[-1] += data


class ProductionInbox:
    """The messages of a server for real users, as a mail server and a gateway took them over."""

    def __init__(self, mail_server, gateway, database):
        self.mail_server, self.gateway, self.database = mail_server, gateway, database

    def settle(self, recorder):
        """Waits until the outbox is empty."""
        end = time.monotonic() + SETTLING_SECONDS
        while self.database.connection.execute("SELECT count(*) FROM outbox").fetchone()[0]:
            if time.monotonic() > end:
                return
            time.sleep(0.005)

    def news(self, recorder):
        self.settle(recorder)
        mails, self.mail_server.messages[:] = list(self.mail_server.messages), []
        texts, self.gateway.messages[:] = list(self.gateway.messages), []
        return sorted(mails) + sorted(texts)


def body_of(answer):
    """The JSON object of an answer, or an empty one."""
    try:
        value = json.loads(answer.content)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
