#!/usr/bin/env python3
"""Walks the pages of a sign-in as a browser does: walk_pages.py ADDRESS PERSON.

The person is one of the lab's, or "nobody" for somebody who refuses. The last page is the app's own.
"""

import html.parser
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect, urllib.request.HTTPCookieProcessor())


class Form(html.parser.HTMLParser):
    """The first form of a page that posts itself."""

    def __init__(self, text):
        super().__init__()
        self.action = None
        self.fields = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes["action"]
        elif tag == "input" and "name" in attributes:
            self.fields.append((attributes["name"], attributes.get("value", "")))


def send(address, fields=None):
    """Where the answer leads, and its text."""
    body = None if fields is None else urllib.parse.urlencode(fields).encode()
    try:
        answer = OPENER.open(address, body, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    text = answer.read().decode("utf-8", "replace")
    location = answer.headers.get("Location")
    if location is None and answer.status >= 400:
        sys.exit(f"{address} is answered {answer.status}: {text[:300]}")
    return location and urllib.parse.urljoin(address, location), text


def main():
    address, person = sys.argv[1:]
    provider, text = send(address)
    if provider is None:
        data = re.search(r'id="page-data">(.*?)</script>', text, re.DOTALL)
        provider = json.loads(data[1])["authUri"]
    decision = {"deny": "1"} if person == "nobody" else {"person": person}
    back, text = send(provider, decision)
    if back is None:
        form = Form(text)
        back, text = send(urllib.parse.urljoin(provider, form.action), form.fields)
    while back is not None:
        back, text = send(back)


main()
