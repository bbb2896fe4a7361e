"""The settings of `latchkey serve`, from their declarations in Sources/Settings."""

import os
import re
import subprocess

import swift

UNITS = {"duration": ((86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1_000, "s"), (1, "ms")),
         "size": ((1 << 20, "MiB"), (1 << 10, "KiB"), (1, ""))}
WORDS = {"flag": "true or false", "rate": "a number and a time, such as 10/1h", "file": "a file", "directory": "a directory",
         "secret": "a secret", "secretFile": "a file that only its owner and its group may read"}

HEAD = """# Settings of the server

`latchkey serve` reads its settings from a file (`--config`), from the environment and from `--set`. The later ones count
more. [latchkey.example.yaml](../latchkey.example.yaml) is the same as a file, with remarks.

- A dot in a name is a section of the file: `listen.port` is `port` under `listen`.
- `listen.port` is `LATCHKEY_LISTEN_PORT` in the environment, and `masterKeyFile` is `LATCHKEY_MASTER_KEY_FILE`.
- Times are written as `500ms`, `10s`, `5m`, `1h` or `30d`, sizes as `64KiB` or `1MiB`.
- Secrets come from the environment or from files of their own, never from this file.

`latchkey config check` names every mistake. `latchkey config show` shows the value of each setting and where it comes from.
"""


class Sources:
    """The Swift sources of the settings, and the few names in them that stand for values."""

    def __init__(self, root):
        self.text = {}
        for folder, _, files in os.walk(root / "Sources/Settings"):
            for name in sorted(files):
                if name.endswith(".swift"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        self.text[name] = file.read()
        self.all = "\n".join(self.text[name] for name in sorted(self.text))

    def constant(self, name):
        """The value of `static let NAME`."""
        return re.search(rf"\bstatic let {name}(?:: \w+)? =\s+([^\n]+)", self.all)[1]

    def cases(self, name):
        """The raw values of an enumeration of texts."""
        body = re.search(rf"\benum {name}\b[^{{]*\{{(.*?)\}}", self.all, re.DOTALL)[1]
        found = []
        for line in re.findall(r"\bcase (.+)", body):
            for case in line.split(","):
                bare, _, raw = case.partition("=")
                found.append(raw.strip().strip('"') or bare.strip())
        return found

    def number(self, expression):
        expression = expression.replace("_", "").strip()
        for name in re.findall(r"[A-Za-z]\w*", expression):
            expression = expression.replace(name, f"({self.constant(name).replace('_', '')})")
        if not re.fullmatch(r"[\d\s*+<()]+", expression):
            raise ValueError(f"This is no number: {expression}")
        return eval(expression)  # noqa: S307: digits and operators

    def expectation(self, kind):
        """What a value may be, in words."""
        name, _, rest = kind.lstrip(".").partition("(")
        inner = rest[:-1]
        if name in WORDS:
            return WORDS[name]
        if name in ("text", "list"):
            words = swift.text(inner) or swift.text(self.constant(inner.split(".")[-1]))
            return words + (", as a list" if name == "list" else "")
        if name == "choice":
            listed = re.match(r"(?:\w+\.)*(\w+)\.allCases", inner)
            cases = self.cases(listed[1]) if listed else swift.TEXT.findall(inner)
            return ", ".join(f"`{case}`" for case in cases)
        if "..." not in inner:
            inner = self.constant(inner.split(".")[-1])
        low, high = (self.number(part) for part in inner.split("..."))
        return f"{self.amount(name, low)} to {self.amount(name, high)}"

    @staticmethod
    def amount(kind, number):
        for unit, letters in UNITS.get(kind, ()):
            if number and number % unit == 0:
                return f"{number // unit}{letters}"
        return f"{number}" + ("s" if kind == "duration" else "")


def read(root):
    """Every setting in the order of the program, as (key, expectation, default, summary)."""
    sources = Sources(root)
    declared = re.search(r"static let settings: \[Setting\] =(.*?)\n\n", sources.text["ServeConfiguration.swift"], re.DOTALL)[1]
    order = re.findall(r"(\w+Settings)\.all", declared)
    found = []
    for section in order:
        source = next(text for text in sources.text.values() if re.search(rf"\benum {section}\b", text))
        source = source[re.search(rf"\benum {section}\b", source).start():]
        groups = re.findall(r'static let \w+ = Guesses\("([\w.]+)", what: "(\w+)"\)', source)
        rows = []
        for _, given in swift.calls(source, "Setting"):
            default = next((argument[8:].strip() for argument in given if argument.startswith("default:")), None)
            if default is not None and swift.text(default) is None:
                default = sources.constant(re.search(r"\.(\w+)\)?$", default)[1]).replace("_", "")
            elif default is not None:
                default = swift.text(default)
            rows.append((swift.text(given[0]), sources.expectation(given[1]), default, swift.text(given[-1])))
        for name, what in groups:
            found += [tuple(part and part.replace("\\(section)", name).replace("\\(what)", what) for part in row)
                      for row in rows if "\\(section)" in row[0]]
        found += [row for row in rows if "\\(section)" not in row[0]]
    sections = list(dict.fromkeys(map(section_of, found)))
    return sorted(found, key=lambda row: sections.index(section_of(row)))


def section_of(row):
    return row[0].split(".")[0] if "." in row[0] else ""


def document(root):
    lines, section = [HEAD], None
    for key, expectation, default, summary in read(root):
        if section_of((key,)) != section:
            section = section_of((key,))
            lines += ["", f"## {section or 'The server'}", "", "| Setting | Value | Default | |", "|---|---|---|---|"]
        shown = f"`{default}`" if default else ""
        lines.append(f"| `{key}` | {swift.cell(expectation)} | {shown} | {swift.cell(summary)} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def differences(root, program):
    """Sentences about settings that the program has otherwise."""
    said = subprocess.run([program, "config", "show"], capture_output=True, text=True, env={"PATH": os.environ["PATH"]}).stdout
    shown = dict(re.findall(r"^([a-z][\w.]*) {2,}(\S.*?) {2,}default$", said, re.MULTILINE))
    documented = {key: default for key, _, default, _ in read(root)}
    if len(documented) != len(read(root)):
        yield "docs/reference/configuration.md has a setting twice."
    for key in sorted(documented.keys() - shown.keys()):
        yield f"docs/reference/configuration.md has {key}, which the program has not."
    for key in sorted(shown.keys() - documented.keys()):
        yield f"docs/reference/configuration.md lacks {key}."
    for key in sorted(shown.keys() & documented.keys()):
        if (documented[key] or "-") != shown[key]:
            yield f"{key} is {shown[key]} in the program, and {documented[key]} in docs/reference/configuration.md."
