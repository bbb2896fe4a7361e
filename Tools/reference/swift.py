"""Reads as much Swift as the reference needs: calls, their arguments, and texts."""

import re

TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


def calls(source, name):
    """Yields the arguments of each call of a function, as lists of source texts, with the place of the call."""
    for match in re.finditer(rf"\b{name}\(", source):
        yield match.start(), arguments(source, match.end())


def arguments(source, start):
    """The arguments of a call whose parenthesis opened before `start`.

    >>> arguments('"a, b" + "c", .choice([1, 2]), x: "d")', 0)
    ['"a, b" + "c"', '.choice([1, 2])', 'x: "d"']
    """
    found, depth, begin, place = [], 0, start, start
    while place < len(source):
        character = source[place]
        if character == '"':
            place = TEXT.match(source, place).end()
            continue
        if character in "([{":
            depth += 1
        elif character in ")]}":
            if depth == 0:
                found.append(source[begin:place].strip())
                return [argument for argument in found if argument]
            depth -= 1
        elif character == "," and depth == 0:
            found.append(source[begin:place].strip())
            begin = place + 1
        place += 1
    raise ValueError(f"A call does not end: {source[start:start + 80]!r}")


def text(expression):
    r"""The value of a text that may be several joined by "+"; None if the expression is something else.

    >>> text('"a " + "\\"b\\""')
    'a "b"'
    """
    parts = TEXT.findall(expression)
    if not parts or TEXT.sub("", expression).replace("+", "").strip():
        return None
    return "".join(part.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\") for part in parts)


def cell(words):
    """A text as it stands in a cell of a table."""
    return words.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
