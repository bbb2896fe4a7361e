"""Whether a page speaks one language, and says all that it has to say."""

import html.parser
import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).parents[3] / "Sources" / "Console" / "Texts"
# What of an element is read to somebody.
SPOKEN = ("aria-label", "aria-description", "title", "alt", "placeholder", "data-label", "data-copied")
# What somebody wrote, or a machine reads.
FOREIGN = ("script", "style", "code", "pre", "textarea", "samp", "kbd")
VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
# What a value looks like that nobody meant to show.
RAW = re.compile(
    r"\[\"[\w.-]+\": |\{\{|\}\}|\bOptional\(|\bnil\b|\[object |\bundefined\b|\bNaN\b|(?<![\w$%])\{[a-zA-Z]+\}"
)


class Words(html.parser.HTMLParser):
    """The texts of a page, but for those in another language than the page (`lang`) and what is no language."""

    def __init__(self, page):
        super().__init__()
        self.texts = []
        self.language = None
        self._foreign = 0
        self._open = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "html":
            self.language = attributes.get("lang")
        is_foreign = tag in FOREIGN or (tag != "html" and "lang" in attributes)
        if tag not in VOID:
            self._open.append((tag, is_foreign))
            self._foreign += is_foreign
        if not self._foreign:
            self.texts += [attributes[name] for name in SPOKEN if attributes.get(name)]

    def handle_endtag(self, tag):
        while self._open and any(name == tag for name, _ in self._open):
            name, is_foreign = self._open.pop()
            self._foreign -= is_foreign
            if name == tag:
                break

    def handle_data(self, data):
        text = " ".join(data.split())
        if text and not self._foreign:
            self.texts.append(text)


class Catalog:
    """The texts of the console, as its files have them."""

    def __init__(self, folder=FOLDER):
        self.by_language, self.sections = {}, set()
        for file in folder.glob("*.json"):
            section, language, _ = file.name.split(".")
            texts = self.by_language.setdefault(language, {})
            self.sections.add(section)
            texts |= {f"{section}.{key}": text for key, text in json.loads(file.read_text()).items()}

    def problems(self, page, language):
        """What is wrong with the words of a page that should be in a language."""
        words = Words(page)
        found = [] if words.language == language else [f"the page says that it is in {words.language}"]
        for text in words.texts:
            if self._is_key(text):
                found.append(f"the text {text} is missing")
            elif RAW.search(text):
                found.append(f"a raw value shows: {text[:80]}")
            elif language != "en" and self._is_english(text, language):
                found.append(f"this is in English: {text[:80]}")
        return sorted(set(found))

    def _is_key(self, text):
        """A text that there is not shows as its key."""
        return re.fullmatch(r"[a-z]+(\.[A-Za-z0-9_-]+)+", text) is not None and text.split(".")[0] in self.sections

    def _is_english(self, text, language):
        """Whether it is a text of ours in English, which the other language has in other words."""
        own = self.by_language[language]
        if text in own.values():
            return False
        return any(english == text and own.get(key) != text for key, english in self.by_language["en"].items())
