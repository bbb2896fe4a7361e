"""Writes the documents of a package: all in one directory, with links that lead to each other there."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OF_THE_ROOT = ("README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE")
MAP = "documents.md"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]*)(#[^)\s]*)?\)")


def sources():
    """The path of each document in the sources, by its name in the package."""
    names = {name: name for name in OF_THE_ROOT if os.path.exists(os.path.join(ROOT, name))}
    for folder, folders, files in os.walk(f"{ROOT}/docs"):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".md", ".yaml", ".json")):
                path = os.path.relpath(os.path.join(folder, name), f"{ROOT}/docs")
                # The map of the documents is a README.md, too.
                names[MAP if path == "README.md" else path.replace("/", "-")] = f"docs/{path}"
    return names


def relink(text, place, packed):
    """Leads links to documents that are packed, and has those to other files name the file.

    place: the document's directory in the sources.
    packed: the names in the package by paths in the sources.
    """
    def link(match):
        picture, words, target, part = match.groups(default="")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = os.path.normpath(os.path.join(place, target))
        if path in packed:
            return f"{picture}[{words}]({packed[path]}{part})"
        return words if picture or path in words else f"{words} (`{path}` of the sources)"

    # Code stays as it is.
    parts = re.split(r"(^```.*?^```$|^(?: {4}[^\n]*\n)+)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith(("```", "    ")) else LINK.sub(link, part) for part in parts)


def documents():
    """The text of each document by its name in the package."""
    names = sources()
    packed = {path: name for name, path in names.items()}
    texts = {}
    for name, path in names.items():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            text = file.read()
        texts[name] = relink(text, os.path.dirname(path), packed) if name.endswith(".md") else text
    return texts
