"""Differences that somebody meant, by the names that a file gives them.

    [the password column is read when asked for]
    reason = What changes, and why nobody who relies on the protocol is hurt.
    request = ^POST /identitytoolkit\\.googleapis\\.com/v1/accounts:lookup
    difference = ^headers: 'cache-control

Each section excuses the differences whose request and text match its regular expressions ("part" may be given, too:
"^scenarios/"; what is not given matches everything, but "difference" has to be). Every section needs a reason, and has
to excuse something: what is no longer there is taken out.
"""

import configparser
import re


class Exceptions:
    def __init__(self, path=None):
        self.sections = []
        if path is None:
            return
        parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
        with open(path, encoding="utf-8") as file:
            parser.read_file(file)
        for name in parser.sections():
            section = parser[name]
            unknown = set(section) - {"reason", "request", "difference", "part"}
            if unknown or not section.get("reason", "").strip() or not section.get("difference", "").strip():
                raise ValueError(f"[{name}] needs a reason and a difference" + (
                    f", and knows no {', '.join(sorted(unknown))}" if unknown else ""))
            self.sections.append((name, [(field, re.compile(section[field]))
                                         for field in ("part", "request", "difference") if field in section]))
        self.used = dict.fromkeys(parser.sections(), 0)

    def excuse(self, difference):
        """The name of what excuses a difference; none if nothing does."""
        texts = {"part": difference.part, "request": difference.request, "difference": difference.what}
        for name, patterns in self.sections:
            if all(pattern.search(texts[field]) for field, pattern in patterns):
                self.used[name] += 1
                return name
        return None

    def unused(self):
        return [name for name, _ in self.sections if not self.used[name]]
