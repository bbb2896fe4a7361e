#!/usr/bin/env python3
"""Sends random requests that the Discovery documents describe, some of them spoiled, and looks at the answers.

    python3 fuzz.py http://127.0.0.1:9099 --project example --requests 2000 --seed 7

No answer may be a 5xx other than 501, every answer is JSON, every error is in the envelope, and the server still
answers at the end. The seed is printed; the same seed sends the same requests.

**The project's users and tenants do not survive this.**
"""

import argparse
import base64
import collections
import concurrent.futures
import json
import random
import sys
import threading
import time
import urllib.parse

import requests

import discovery

TEXTS = [
    "", " ", "a", "0", "-1", "null", "true", "\x00", "\U0001f600", "\ud800", "é" * 200, "x" * 5_000, "../../etc/passwd",
    "' OR 1=1 --", "%00", "{{7*7}}", "<script>alert(1)</script>", "ada@example.com", "ADA@EXAMPLE.COM",
    "a@b", "@", "+15555550100", "+1", "+" + "9" * 40, "123456", "password", "https://localhost/app",
    "http://localhost", "javascript:alert(1)", "//evil.example", "google.com", "apple.com", "phone", "password",
    "oidc.lab", "saml.x", "PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_EMAIL", "refresh_token", "iso-8859-1", "\u202e",
    "providerId=google.com&id_token={}", "providerId=google.com&id_token={\"sub\":\"1\"}", "{\"uid\":\"u\"}", "[]",
    "eyJhbGciOiJub25lIn0.e30.", "a.b.c", "A" * 43, "_" * 43, "9" * 30, "1e400", "2026-11-21T00:00:00Z",
]
NUMBERS = [0, 1, -1, 2, 1000, 1001, 2**31, -(2**31), 2**53, 2**63 - 1, 2**63, 2**70, 0.5, -0.0, 1e308]


class Fuzzer:
    def __init__(self, base, project, seed):
        self.base = base
        self.project = project
        self.seed = seed
        self.methods, self.schemas = discovery.load()
        # Tokens and ids from answers, so that requests reach further than the first check.
        self.seen = collections.deque(maxlen=400)
        self.lock = threading.Lock()
        self.problems = []
        self.statuses = collections.Counter()
        self.sessions = threading.local()

    def prepare(self):
        """Makes a tenant and some users, so that requests have something to meet."""
        toolkit, owner = f"{self.base}/identitytoolkit.googleapis.com", {"Authorization": "Bearer owner"}

        def post(path, body, **more):
            answer = requests.post(f"{toolkit}/{path}", json=body, timeout=30, **more)
            answer.raise_for_status()
            self.learn(answer.json())
            return answer.json()

        tenant = post(f"v2/projects/{self.project}/tenants", {
            "displayName": "fuzzed", "allowPasswordSignup": True, "enableEmailLinkSignin": True,
            "enableAnonymousUser": True}, headers=owner)["name"].rpartition("/")[2]
        for number in range(4):
            for place in ({}, {"tenantId": tenant}):
                post("v1/accounts:signUp", {"email": f"fuzzed-{number}-{self.seed}@example.com",
                                            "password": "password", **place}, params={"key": "fuzz"})

    # ------------------------------------------------------------ what to send

    def text(self, rng, name=""):
        with self.lock:
            known = [value for key, value in self.seen if key.lower() == name.lower()]
            anything = [value for _, value in self.seen]
        if known and rng.random() < 0.6:
            return rng.choice(known)
        if anything and rng.random() < 0.1:
            return self.mangle(rng, rng.choice(anything))
        return rng.choice(TEXTS)

    @staticmethod
    def mangle(rng, text):
        if not text:
            return text
        at = rng.randrange(len(text))
        return rng.choice([text[:at], text[:at] + rng.choice("A_.-/+ ") + text[at + 1:], text + text[:at]])

    def value(self, rng, schema, name="", depth=0):
        if depth > 6:
            return None
        if rng.random() < 0.04:
            return rng.choice([None, True, [], {}, [[]], rng.choice(NUMBERS), rng.choice(TEXTS), {"": ""}])
        if "$ref" in schema:
            return self.message(rng, self.schemas.get(schema["$ref"], {}), depth + 1)
        kind = schema.get("type")
        if kind == "array":
            return [self.value(rng, schema.get("items", {}), name, depth + 1) for _ in range(rng.randrange(4))]
        if kind == "object":
            if "properties" in schema:
                return self.message(rng, schema, depth + 1)
            inner = schema.get("additionalProperties", {"type": "string"})
            return {self.text(rng): self.value(rng, inner, "", depth + 1) for _ in range(rng.randrange(3))}
        if kind == "boolean":
            return rng.choice([True, False, "true", "FALSE"])
        if kind in ("integer", "number"):
            return rng.choice(NUMBERS)
        if "enum" in schema and rng.random() < 0.8:
            return rng.choice(schema["enum"])
        if schema.get("format") in ("int64", "uint64") and rng.random() < 0.8:
            return str(rng.choice(NUMBERS))
        if schema.get("format") == "byte" and rng.random() < 0.8:
            return base64.urlsafe_b64encode(rng.randbytes(rng.randrange(80))).decode()
        return self.text(rng, name)

    def message(self, rng, schema, depth=0):
        properties = schema.get("properties", {})
        names = [name for name in properties if rng.random() < (0.35 if depth == 0 else 0.25)]
        return {name: self.value(rng, properties[name], name, depth) for name in names}

    def request(self, rng):
        method = rng.choice(self.methods)
        values = {"projectsId": self.project if rng.random() < 0.95 else self.in_address(self.text(rng)) or "x"}
        for name in ("tenantsId", "defaultSupportedIdpConfigsId", "oauthIdpConfigsId", "inboundSamlConfigsId"):
            known = self.text(rng, "tenantId" if name == "tenantsId" else "providerId")
            values[name] = self.in_address(known) or "x"
        url = method.url(self.base, **values)
        query = {name: self.text(rng, name).encode("utf-8", "replace")
                 for name in method.query if rng.random() < 0.5}
        headers = {}
        dice = rng.random()
        if dice < 0.45:
            headers["Authorization"] = "Bearer owner"
        elif dice < 0.95:
            query["key"] = "fuzz"
        body = None
        if method.verb in ("POST", "PATCH"):
            schema = self.schemas.get(method.request, {})
            body = json.dumps(self.message(rng, schema)).encode("utf-8", "surrogatepass")
            headers["Content-Type"] = "application/json"
            if rng.random() < 0.03:
                body = self.spoil(rng, body)
            if rng.random() < 0.02:
                headers["Content-Type"] = rng.choice(["text/plain", "", "application/x-www-form-urlencoded", "a/b;c"])
        verb = method.verb if rng.random() < 0.98 else rng.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"])
        return verb, url, query, headers, body

    @staticmethod
    def in_address(text):
        return urllib.parse.quote(text.encode("utf-8", "replace"), safe="")

    @staticmethod
    def spoil(rng, body):
        at = rng.randrange(len(body) + 1)
        return rng.choice([body[:at], body[:at] + bytes([rng.randrange(256)]) + body[at:], b"[" * 2_000, b"",
                           b'{"a":' * 600 + b"1" + b"}" * 600, b"\xff\xfe", body + b"}"])

    # ------------------------------------------------------------ what comes back

    def send(self, number):
        rng = random.Random(f"{self.seed}/{number}")
        verb, url, query, headers, body = self.request(rng)
        session = getattr(self.sessions, "value", None) or requests.Session()
        self.sessions.value = session
        started = time.monotonic()
        try:
            answer = session.request(verb, url, params=query, headers=headers, data=body, timeout=60,
                                     allow_redirects=False)
        except requests.RequestException as error:
            return self.report(number, verb, url, f"no answer: {error}")
        took = time.monotonic() - started
        self.statuses[answer.status_code] += 1
        problem = self.problem(verb, answer)
        if problem or took > 30:
            self.report(number, verb, url, problem or f"took {took:.1f} s", body)

    def problem(self, verb, answer):
        # 503 and 429 say that the bounded queues are full, which a fuzzer may well bring about.
        if answer.status_code >= 500 and answer.status_code not in (501, 503):
            return f"{answer.status_code} {answer.text[:200]}"
        if verb == "HEAD" or answer.status_code == 405:
            return None
        try:
            body = answer.json()
        except ValueError:
            return f"{answer.status_code} without JSON: {answer.text[:80]!r}"
        if answer.status_code >= 400:
            error = body.get("error") if isinstance(body, dict) else None
            if not isinstance(error, dict) or error.get("code") != answer.status_code or "message" not in error:
                return f"{answer.status_code} outside the envelope: {answer.text[:200]}"
            if answer.status_code == 503 and "UNAVAILABLE" in error["message"]:
                return f"503 {error['message']}"
        else:
            self.learn(body)
        return None

    def learn(self, value, name=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                self.learn(inner, key)
        elif isinstance(value, list):
            for inner in value[:3]:
                self.learn(inner, name)
        elif isinstance(value, str) and name not in ("kind", "message"):
            with self.lock:
                self.seen.append((name, value))
                if name == "name" and "/" in value:
                    self.seen.append(("tenantId", value.rpartition("/")[2]))

    def report(self, number, verb, url, problem, body=None):
        with self.lock:
            self.problems.append(f"request {number}: {verb} {url}: {problem}\n    {(body or b'')[:600]!r}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base")
    parser.add_argument("--project", default="example")
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--workers", type=int, default=4)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    fuzzer = Fuzzer(options.base.rstrip("/"), options.project, options.seed)
    fuzzer.prepare()
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        for done, _ in enumerate(pool.map(fuzzer.send, range(options.requests)), 1):
            if done % 10_000 == 0:
                print(f"{done} requests, {len(fuzzer.problems)} problems", flush=True)
    alive = requests.get(f"{fuzzer.base}/readyz", timeout=10).status_code == 200
    took = time.monotonic() - started
    print(f"{options.requests} requests in {took:.0f} s: "
          + ", ".join(f"{count} × {status}" for status, count in sorted(fuzzer.statuses.items())))
    for problem in fuzzer.problems[:20]:
        print(problem, file=sys.stderr)
    print(f"{len(fuzzer.problems)} problems" + ("" if alive else "; the server is gone"))
    return 1 if fuzzer.problems or not alive else 0


if __name__ == "__main__":
    sys.exit(main())
