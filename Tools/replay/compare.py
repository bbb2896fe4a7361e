"""Finds what differs between the traces of two programs.

Randomness differs: a text differs from another where what is in their places does not look random, or where the same
random text stands for two. So a token that is in an answer, in the database and in a mail has to be in the same three
places of both traces.
"""

import collections
import functools
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHORTEST = 12
# The lengths of numbers that are random: codes, numbers of projects and of service accounts. Times are of 10 and 13.
RANDOM_NUMBERS = (6, 12, 21)
ATOM = re.compile(
    r"-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----"
    # Base64 of whole texts.
    r"|(?<=[\"'])(?:[A-Za-z0-9+]|\\?/){20,}={0,2}(?=[\"'])"
    r"|[A-Za-z0-9_-]+", re.DOTALL)
EXCERPT = 70


@functools.cache
def words():
    """What stands in the sources of the server and of the requests, and so is no randomness."""
    names = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--", "Sources", "Conformance", "Tools/replay",
                            ":(exclude)Tools/replay/test_*"],
                           check=True, capture_output=True, text=True).stdout.split("\0")
    found = set()
    for name in filter(None, names):
        found.update(re.findall(r"[A-Za-z0-9_-]{%d,}" % SHORTEST, (ROOT / name).read_text(errors="replace")))
    return found


@functools.lru_cache(maxsize=65536)
def looks_random(text):
    if text.startswith("-----BEGIN"):
        return True
    if text.isdigit():
        return len(text) in RANDOM_NUMBERS
    if len(text) < SHORTEST or text in words():
        return False
    kinds = (str.isdigit, str.islower, str.isupper)
    return sum(any(map(kind, text)) for kind in kinds) >= 2


@functools.lru_cache(maxsize=4096)
def pieces(text):
    """The text as what stands between the atoms, and the atoms."""
    between, atoms, end = [], [], 0
    for match in ATOM.finditer(text):
        between.append(text[end:match.start()])
        atoms.append(match[0])
        end = match.end()
    return between + [text[end:]], atoms


class Equality:
    """Which random text of one trace stands for which of the other."""

    def __init__(self, strict=False):
        self.strict = strict
        self.forward, self.backward = {}, {}
        # How many stand for something else.
        self.others = 0

    def same(self, left, right):
        if self.strict:
            return left == right
        between, atoms = pieces(left)
        others, other_atoms = pieces(right)
        if between != others or len(atoms) != len(other_atoms):
            return False
        new = []
        for a, b in zip(atoms, other_atoms):
            if not self._may_stand_for(a, b):
                # What does not fit as a whole says nothing of its parts.
                for was, now in new:
                    del self.forward[was], self.backward[now]
                    self.others -= was != now
                return False
            # What is equal stands for itself from now on; numbers are too short to say so.
            if a not in self.forward and (a != b or (looks_random(a) and not a.isdigit())):
                self.forward[a], self.backward[b] = b, a
                self.others += a != b
                new.append((a, b))
        return True

    def _may_stand_for(self, left, right):
        if left in self.forward or right in self.backward:
            return self.forward.get(left) == right and self.backward.get(right) == left
        if left == right:
            return True
        is_pem = left.startswith("-----BEGIN") and right.startswith("-----BEGIN")
        return (is_pem or len(left) == len(right)) and looks_random(left) and looks_random(right)

    # Two traces have the same rows in another order, which keys that are random give them.

    def order(self, texts, is_left):
        def key(text):
            between, atoms = pieces(text)
            masked = [None if looks_random(atom) else atom for atom in atoms]
            known = [self.forward.get(atom, "") if is_left else (atom if atom in self.backward else "")
                     for atom in atoms]
            return json.dumps([between, masked]), json.dumps(known), text
        return sorted(texts, key=key)


class Difference:
    def __init__(self, part, number, step, what):
        self.part, self.number, self.what = part, number, what
        self.request, self.label = step.get("request", ""), step.get("label", "")
        self.excuse = None

    def __str__(self):
        label = f" ({self.label})" if self.label else ""
        return f"{self.part} {self.number}{label}: {self.request[:140]}\n    {self.what}"


def excerpt(left, right):
    """The texts around the first place in which they differ."""
    if max(len(left), len(right)) <= 2 * EXCERPT:
        return f"{left!r} -> {right!r}"
    (between, atoms), (others, other_atoms) = pieces(left), pieces(right)
    at = 0
    for index in range(min(len(between), len(others))):
        if between[index] != others[index]:
            break
        at += len(between[index])
        if index >= min(len(atoms), len(other_atoms)):
            break
        a, b = atoms[index], other_atoms[index]
        if a != b and not (len(a) == len(b) and looks_random(a) and looks_random(b)):
            break
        at += len(a)
    start = max(at - EXCERPT // 2, 0)
    return f"…{left[start:start + 2 * EXCERPT]!r}… -> …{right[start:start + 2 * EXCERPT]!r}…"


def json_differences(equality, left, right, path):
    """The differences of two JSON values, by their paths; the order of members counts."""
    if isinstance(left, dict) and isinstance(right, dict):
        names, others = list(left), list(right)
        if not equality.same(json.dumps(names), json.dumps(others)):
            if sorted(names) == sorted(others):
                return [f"{path}: order of {names} -> {others}"]
            gone, came = [name for name in names if name not in right], [name for name in others if name not in left]
            if not gone and not came or any(looks_random(name) for name in gone + came):
                return [f"{path}: members {names} -> {others}"]
            found = [f"{path}.{name}: {json.dumps(left[name])[:100]} -> nothing" for name in gone]
            found += [f"{path}.{name}: nothing -> {json.dumps(right[name])[:100]}" for name in came]
            for name in names:
                if name in right:
                    found += json_differences(equality, left[name], right[name], f"{path}.{name}")
            return found
        found = []
        for name, other in zip(names, others):
            found += json_differences(equality, left[name], right[other], f"{path}.{name}")
        return found
    if isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            return [f"{path}: {len(left)} elements -> {len(right)}"]
        found = []
        for index, (a, b) in enumerate(zip(left, right)):
            found += json_differences(equality, a, b, f"{path}.{index}")
        return found
    if isinstance(left, str) and isinstance(right, str):
        return [] if equality.same(left, right) else [f"{path}: {excerpt(left, right)}"]
    if type(left) is type(right) and left == right:
        return []
    return [f"{path}: {json.dumps(left)[:100]} -> {json.dumps(right)[:100]}"]


def body_differences(equality, left, right):
    if equality.same(left, right):
        return []
    try:
        found = json_differences(equality, json.loads(left), json.loads(right), "body")
    except ValueError:
        found = []
    return found or [f"body: {excerpt(left, right)}"]


def list_differences(equality, name, left, right):
    if len(left) == len(right) and all(equality.same(a, b) for a, b in zip(left, right)):
        return []
    gone, came = unmatched(equality, left, right)
    paired = [f"{name}: {excerpt(a, b)}" for a, b in zip(gone, came)] if len(gone) == len(came) else []
    if not gone and not came:
        return [f"{name}: in another order"]
    return paired or [f"{name}: {text[:300]} -> nothing" for text in gone] + [
        f"{name}: nothing -> {text[:300]}" for text in came]


def unmatched(equality, left, right):
    """What has no counterpart in the other list."""
    left, right = list(left), list(right)
    for text in list(left):
        match = next((other for other in right if equality.same(text, other)), None)
        if match is not None:
            left.remove(text)
            right.remove(match)
    return left, right


def row_differences(equality, name, left, right):
    """As lists, whose order says nothing."""
    if len(left) == len(right):
        pairs = list(zip(equality.order(left, True), equality.order(right, False)))
        if all(equality.same(a, b) for a, b in pairs):
            return []
    return list_differences(equality, name, equality.order(left, True), equality.order(right, False))


def step_differences(equality, left, right):
    found = []
    if left.get("status") != right.get("status"):
        found.append(f"status: {left.get('status')} -> {right.get('status')}")
    found += list_differences(equality, "headers", left.get("headers", []), right.get("headers", []))
    found += body_differences(equality, left.get("body", ""), right.get("body", ""))
    found += list_differences(equality, "mails", left.get("mails", []), right.get("mails", []))
    found += list_differences(equality, "calls", left.get("calls", []), right.get("calls", []))
    found += row_differences(equality, "rows", left.get("rows", []), right.get("rows", []))
    return found


def differences(part, left, right, strict=False):
    """What differs between two traces of a part, and the randomness that does by where it was seen first."""
    equality, found = Equality(strict), []
    others = collections.Counter()
    for number, (a, b) in enumerate(zip(left, right), 1):
        known = equality.others
        asked = all(equality.same(a.get(name, ""), b.get(name, "")) for name in ("label", "request", "sent"))
        if not asked:
            found.append(Difference(part, number, a, "the request itself: " + excerpt(
                f"{a['request']} {a.get('sent', '')}", f"{b['request']} {b.get('sent', '')}")))
            # Whoever asks something else gets something else.
            return found, others
        found += [Difference(part, number, a, what) for what in step_differences(equality, a, b)]
        if equality.others > known:
            others[a["request"].split("?")[0]] += equality.others - known
    if len(left) != len(right):
        longer = left if len(left) > len(right) else right
        at = min(len(left), len(right))
        found.append(Difference(part, at + 1, longer[at], f"{len(left)} steps -> {len(right)}"))
    return found, others
