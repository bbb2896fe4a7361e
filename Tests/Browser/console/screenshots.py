"""Takes a picture of each page of the console of a running `latchkey dev`, for somebody to look at.

    PYTHONPATH=Tests/Browser python -m console.screenshots http://127.0.0.1:9099 FOLDER [--only NAME]

Each is there as on a phone and on a desk, in the light and in the dark: `NAME-360-light.png`. With `--only`, of
the pages whose name contains that. Gives the server something to show first.
"""

import argparse
import collections
import pathlib
import sys

from browser import Browser
from console.accessibility import DARK, DESK, LIGHT, PHONE
from console.crawler import Crawler
from console.seed import seed

# What is closed at first, on every page alike.
MENUS = {PHONE: ".console-menu summary", DESK: ".switcher-account summary"}


def shoot(browser, folder, name):
    """The page that the browser shows, in every look."""
    for width in (PHONE, DESK):
        browser.resize(width)
        for scheme in (LIGHT, DARK):
            browser.prefer(scheme)
            browser.screenshot(folder / f"{name}-{width}-{scheme}.png")
    browser.prefer(LIGHT)


def main():
    parser = argparse.ArgumentParser(description="Takes a picture of each page of the console.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("folder", type=pathlib.Path, help="where the pictures go")
    parser.add_argument("--only", default="", help="take the pages whose name contains this")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    base = arguments.base.rstrip("/")
    seed(base)
    browser, names, sorts = Browser(), collections.Counter(), set()
    try:
        for page in Crawler(base).pages():
            if not page.is_of_console or page.sort in sorts or arguments.only not in page.name:
                continue
            sorts.add(page.sort)
            names[page.name] += 1
            name = page.name + (f"-{names[page.name]}" if names[page.name] > 1 else "")
            browser.go(base + page.path)
            shoot(browser, arguments.folder, name)
            print(f"{name}: {page.path}", flush=True)
        for width, menu in MENUS.items():
            browser.resize(width)
            browser.click(menu)
            browser.screenshot(arguments.folder / f"menu-{width}.png")
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
