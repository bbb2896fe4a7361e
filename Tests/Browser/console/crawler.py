"""Finds the pages of the console by their links, as a search engine would."""

import collections
import dataclasses
import html.parser
import re
import urllib.error
import urllib.parse
import urllib.request

ROOT = "/console"
# What a link in a message does at once: it verifies, or uses up a code.
ACTIONS = ("/emulator/action", "/__/auth/action")
LANGUAGES = ("en", "ja", "vi")
# Of pages that differ in what they are about, as one user's from another's, so many are looked at.
MOST_OF_A_KIND = 2
# A part of an address that somebody or something made up: a user's id, a record's number, a file's name.
MADE_UP = re.compile(r"(?=.*\d)[\w.~%-]{12,}|\d+\w?|[\w-]{20,}")
# Where a name follows that is one of many, whose own pages are alike.
COLLECTIONS = ("apps", "providers", "service-accounts", "templates", "tenants", "users")


@dataclasses.dataclass(frozen=True)
class Page:
    """An answer of the server."""

    path: str
    status: int
    kind: str
    text: str

    @property
    def is_of_console(self):
        """Whether it is one of the console's pages, and no file or another part of the server."""
        return self.kind == "text/html" and re.match(rf"{ROOT}($|[/?])", self.path) is not None

    @property
    def sort(self):
        """What it has in common with pages that look as it does: a tenant's are its project's with other users."""
        path, names = kind_of(self.path)
        return path, tuple(name for name in names if name != "tenant")

    @property
    def name(self):
        """Fit for a file, and the same on every server for the same kind of page."""
        parts = [MADE_UP.sub("x", part) for part in re.split(r"[/?&=]", self.path) if part]
        return re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts)).strip("-")


class Links(html.parser.HTMLParser):
    """The addresses that a page leads to."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        address = dict(attributes).get("href")
        if tag == "a" and address:
            self.found.append(address)


class Crawler:
    """Reads pages of the server at `base`; changes nothing, as nothing changes by a link."""

    def __init__(self, base):
        self.base = base

    def read(self, path, language="en"):
        request = urllib.request.Request(self.base + path, headers={"Cookie": f"latchkey-language={language}"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return self._page(path, answer)
        except urllib.error.HTTPError as answer:
            return self._page(path, answer)

    def pages(self):
        """Everything that links lead to from the console's first page, in the order in which it is found; of
        what is not the console's, only whether it is there."""
        waiting, seen, kinds = collections.deque([ROOT]), {ROOT}, collections.Counter()
        while waiting:
            page = self.read(waiting.popleft())
            yield page
            if not page.is_of_console:
                continue
            for link in Links(page.text).found:
                path = self._path(page.path, link)
                if path is None or path in seen:
                    continue
                seen.add(path)
                kind = kind_of(path)
                kinds[kind] += 1
                if kinds[kind] <= MOST_OF_A_KIND:
                    waiting.append(path)

    def _page(self, path, answer):
        return Page(path, answer.status, answer.headers.get_content_type(), answer.read().decode(errors="replace"))

    def _path(self, page, link):
        """The link's place on this server, without what is only for the browser."""
        address = urllib.parse.urlsplit(urllib.parse.urljoin(self.base + page, link))
        if f"{address.scheme}://{address.netloc}" != self.base or address.path in ACTIONS:
            return None
        return address.path + (f"?{address.query}" if address.query else "")


def kind_of(path):
    """The address without what differs between pages of a kind: names of one of many, and what is asked for."""
    address = urllib.parse.urlsplit(path)
    parts = [MADE_UP.sub("*", part) if MADE_UP.fullmatch(part) else part for part in address.path.split("/")]
    for index in range(1, len(parts) - 1):
        if parts[index - 1] in COLLECTIONS:
            parts[index] = "*"
    names = sorted({name for name, _ in urllib.parse.parse_qsl(address.query, keep_blank_values=True)})
    return "/".join(parts), tuple(names)
