"""Reads the QR code that a program has drawn with half blocks."""

import re

import qr_code
from qr_code import DARK, LIGHT, PIXELS

BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
BLOCKS = "█▀▄ "


def read(text):
    """The text of the one QR code in a program's output."""
    rows, is_colored = _lines(text)
    pixels = []
    for line in rows:
        upper = [_shade(character in "█▀", is_colored) for character in line]
        lower = [_shade(character in "█▄", is_colored) for character in line]
        for half in (upper, lower):
            pixels += [[shade for shade in half for _ in range(PIXELS)]] * PIXELS
    # What is around it in a dark terminal.
    margin = 8 * PIXELS
    width = len(pixels[0]) + 2 * margin
    blank = [[DARK] * width] * margin
    return qr_code.read(blank + [[DARK] * margin + row + [DARK] * margin for row in pixels] + blank)


def _shade(is_drawn, is_colored):
    """Black is drawn on white where colours are; else the terminal's light text on its dark background."""
    return DARK if is_drawn == is_colored else LIGHT


def _lines(text):
    is_colored = BLACK_ON_WHITE in text
    if is_colored:
        lines = [line for line in text.split("\n") if line.startswith(BLACK_ON_WHITE)]
        lines = [line.removeprefix(BLACK_ON_WHITE).removesuffix("\x1b[0m") for line in lines]
    else:
        lines = [line for line in text.split("\n") if re.fullmatch(f"[{BLOCKS}]+", line)]
    assert lines and len({len(line) for line in lines}) == 1, f"no QR code in:\n{text}"
    return lines, is_colored
