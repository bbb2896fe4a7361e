#!/usr/bin/env python3
"""Walks every method of the Discovery documents and says which are answered and which are not.

    python3 coverage.py http://127.0.0.1:9099 --project example            # print the table
    python3 coverage.py http://127.0.0.1:9099 --check docs/divergences.md  # compare it with a document's
    python3 coverage.py http://127.0.0.1:9099 --write docs/divergences.md  # put it into a document

A method is answered when it does what it should or refuses what it was given; a method that is left out answers
501 in the error envelope. Anything else (an unknown path, an answer without the envelope) fails.
"""

import argparse
import pathlib
import sys

import requests

import discovery

BEGIN, END = "<!-- methods: begin -->", "<!-- methods: end -->"
OWNER = {"Authorization": "Bearer owner"}


def classify(method, base, values):
    """answered or 501, or an explanation of what is wrong."""
    answer = requests.request(
        method.verb, method.url(base, **values), headers=OWNER, params={"key": "coverage"},
        json={} if method.verb in ("POST", "PATCH") else None, timeout=30)
    try:
        body = answer.json()
    except ValueError:
        return f"{answer.status_code} without JSON"
    if answer.ok:
        return "answered"
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or error.get("code") != answer.status_code or not error.get("message"):
        return f"{answer.status_code} without the error envelope"
    if answer.status_code == 501:
        return "501"
    if answer.status_code >= 500:
        return f"{answer.status_code} {error['message']}"
    # A resource that is not there is named; a path that is not there is not.
    if answer.status_code == 404 and not error["message"].split(" ")[0].endswith("_NOT_FOUND"):
        return f"unknown path: {error['message']}"
    return "answered"


def table(base, project):
    tenants = f"{base}/identitytoolkit.googleapis.com/v2/projects/{project}/tenants"
    # A method may delete the tenant that it is tried on, so each has its own.
    rows, wrong = [], []
    for method in discovery.load()[0]:
        made = requests.post(tenants, headers=OWNER, json={"displayName": "coverage"}, timeout=30)
        tenant = made.json().get("name", "").rpartition("/")[2] or "unknown"
        verdict = classify(method, base, {"projectsId": project, "tenantsId": tenant})
        requests.delete(f"{tenants}/{tenant}", headers=OWNER, timeout=30)
        if verdict not in ("answered", "501"):
            wrong.append(f"{method.verb} {method.path}: {verdict}")
        rows.append(f"| {method.verb} | `{method.path}` | {verdict} |")
    head = ["| method | path | |", "| --- | --- | --- |"]
    return "\n".join(head + rows), wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base")
    parser.add_argument("--project", default="example")
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    text, wrong = table(options.base.rstrip("/"), options.project)
    if options.write or options.check:
        path = options.write or options.check
        document = path.read_text()
        before, _, rest = document.partition(BEGIN)
        written, _, after = rest.partition(END)
        if options.write:
            path.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")
        elif written.strip() != text:
            wrong.append(f"the table in {path} is not this one; write it anew with --write")
    else:
        print(text)
    answered = text.count("| answered |")
    print(f"{answered} methods answered, {text.count('| 501 |')} left out, {len(wrong)} wrong")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
