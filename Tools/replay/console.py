"""The console, as somebody sees it who follows every link and sends every form."""

import html.parser
import re
import urllib.parse

import accounts

ROUNDS = 3
ROOT = "/console"
REQUESTS = 170
# A part of an address that somebody or something made up.
MADE_UP = re.compile(r"(?=[^/]*\d)[\w.~%@-]{12,}|\d+\w?|[\w-]{24,}")
MOST_OF_A_KIND = 2
TEXTS = {
    "email": "somebody@example.com", "password": "a password 1", "phone": "+15555550177", "number": "+15555550188",
    "url": "https://example.com/x", "uri": "https://example.com/x", "domain": "app.example.com", "name": "A Name",
    "claims": '{"role":"editor"}', "code": "123456", "client": "a-client", "secret": "a secret of some length",
    "issuer": "https://id.example.com", "subject": "A subject", "text": "Words with %LINK%", "id": "made-here",
    "days": "30", "bundle": "com.example.other", "package": "com.example.other", "team": "ABCDE12345",
}


class Page(html.parser.HTMLParser):
    """The links and forms of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.links, self.forms = [], []
        self.form = self.select = self.area = None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        if tag == "a" and (has.get("href") or "").startswith(ROOT):
            self.links.append(has["href"].partition("#")[0])
        elif tag == "form":
            self.form = {"method": (has.get("method") or "get").upper(), "action": has.get("action") or "",
                         "kind": has.get("enctype"), "fields": []}
            self.forms.append(self.form)
        elif self.form is None:
            return
        elif tag == "input":
            kind = has.get("type", "text")
            self._field(has.get("name"), kind, has.get("value", "on" if kind in ("checkbox", "radio") else ""),
                        "checked" in has)
        elif tag == "button" and has.get("name"):
            self._field(has["name"], "button", has.get("value", ""), False)
        elif tag == "select":
            self.select = has.get("name")
        elif tag == "option" and self.select:
            self._field(self.select, "option", has.get("value", ""), "selected" in has)
        elif tag == "textarea":
            self._field(has.get("name"), "textarea", "", True)
            self.area = True

    def _field(self, name, kind, value, is_chosen):
        if name:
            self.form["fields"].append([name, kind, value, is_chosen])

    def handle_data(self, data):
        if self.area and self.form and self.form["fields"]:
            self.form["fields"][-1][2] += data

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None


class Visitor:
    def __init__(self, client, rng):
        self.client, self.rng = client, rng
        self.waiting, self.kinds, self.sent = [ROOT, f"{ROOT}/p/example"], {}, {}
        self.count = 0

    def kind(self, path):
        place, _, query = path.partition("?")
        names = sorted(urllib.parse.parse_qs(query))
        return MADE_UP.sub("x", place) + "?" + "&".join(names)

    def walk(self):
        while self.waiting and self.count < REQUESTS:
            path = self.waiting.pop(self.rng.randrange(min(len(self.waiting), 6)))
            self.visit(path)

    def visit(self, path):
        kind = self.kind(path)
        if self.kinds.get(kind, 0) >= MOST_OF_A_KIND:
            return
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.client.label = f"visit {kind}"
        self.count += 1
        answer = self.client.call("GET", path, key=None, headers={"Accept": "text/html"})
        if "html" not in answer.headers.get("content-type", ""):
            return
        page = Page(answer.text)
        for link in page.links:
            if self.kinds.get(self.kind(link), 0) < MOST_OF_A_KIND and link not in self.waiting:
                self.waiting.append(link)
        for form in page.forms:
            self.send(form, path)

    def send(self, form, path):
        place = urllib.parse.urljoin(path, form["action"])
        buttons = [field for field in form["fields"] if field[1] == "button"]
        kind = f"{form['method']} {self.kind(place)} {len(form['fields'])}"
        for filled in (False, True):
            if self.sent.get(kind, 0) >= 2 or self.count >= REQUESTS:
                return
            self.sent[kind] = self.sent.get(kind, 0) + 1
            self.count += 1
            pairs = self.pairs(form["fields"], filled)
            if buttons:
                button = self.rng.choice(buttons)
                pairs.append((button[0], button[2]))
            self.client.label = f"send {kind}"
            headers = {"Accept": "text/html", "Origin": self.client.base, "Sec-Fetch-Site": "same-origin"}
            if form["method"] == "GET":
                self.client.call("GET", place, key=None, headers=headers, query=pairs and dict(pairs))
                continue
            if form["kind"] == "multipart/form-data":
                body = self.multipart(pairs)
                headers["Content-Type"] = "multipart/form-data; boundary=boundary-of-replay"
                answer = self.client.call("POST", place, key=None, headers=headers, raw=body)
            else:
                answer = self.client.call("POST", place, key=None, headers=headers, form=pairs)
            target = answer.headers.get("location", "")
            if target.startswith(ROOT) and target not in self.waiting:
                self.waiting.insert(0, target)

    def pairs(self, fields, filled):
        pairs, chosen = [], set()
        for name, kind, value, is_chosen in fields:
            if kind in ("button", "submit"):
                continue
            if kind in ("checkbox", "radio"):
                is_on = is_chosen if not filled or kind == "radio" else self.rng.random() < 0.5
                if is_on:
                    pairs.append((name, value))
            elif kind == "option":
                if (is_chosen and not filled) or name not in chosen:
                    pairs = [pair for pair in pairs if pair[0] != name] + [(name, value)]
                    chosen.add(name)
                elif filled and self.rng.random() < 0.3:
                    pairs = [pair for pair in pairs if pair[0] != name] + [(name, value)]
            elif kind == "hidden" or not filled:
                pairs.append((name, value))
            else:
                pairs.append((name, self.text(name, value)))
        return pairs

    def text(self, name, value):
        if self.rng.random() < 0.15:
            return self.rng.choice(["", "<b>&\"'", "x" * 300, "ünïcödé"])
        for known, text in TEXTS.items():
            if known in name.lower():
                return text
        return value or "7"

    @staticmethod
    def multipart(pairs):
        parts = [f'--boundary-of-replay\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                 for name, value in pairs]
        return ("".join(parts) + "--boundary-of-replay--\r\n").encode()


def send(client, context, rng):
    people = accounts.People(client, context, rng)
    people.prepare()
    for number in range(5):
        people.administer("", {"localId": f"shown-{number}", "email": f"shown{number}@example.com",
                               "password": "a password", "displayName": f"Shown {number}"})
    people.sign_up_by_password()
    people.oob_code()
    client.cookies.set("latchkey-language", rng.choice(["en", "ja", "vi"]), path=ROOT)
    Visitor(client, rng).walk()
