"""Runs groups of checks against a running `latchkey dev`, and prints what came of each."""

import argparse
import pathlib
import sys
import traceback

from browser import Browser


def parser(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a directory for pictures of each page")
    parser.add_argument("--only", help="run the checks whose name contains this")
    return parser


def run(groups, arguments, secure=None):
    """A line for each check and `N passed, N failed` at the end; the exit code."""
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    # Servers of the walks' own have certificates that nobody signed.
    browser = Browser(accepts_any_certificate=True)
    passed = failed = 0
    try:
        for name, check in all_checks(groups, arguments, browser, secure):
            try:
                check()
                passed += 1
                print(f"ok      {title(name)}", flush=True)
            except Exception as error:  # A failed check must not keep the others from running.
                failed += 1
                print(f"FAILED  {title(name)}: {error}", flush=True)
                traceback.print_exc()
                if arguments.screenshots:
                    browser.driver.save_screenshot(str(arguments.screenshots / f"failed-{name}.png"))
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def all_checks(groups, arguments, browser, secure):
    """Each check's name and method, in order."""
    base = arguments.base.rstrip("/")
    for group in groups:
        checks = group(base, browser, arguments.screenshots, secure)
        names = [name for name in dir(group) if name.startswith("check_")]
        names.sort(key=lambda name: getattr(group, name).__code__.co_firstlineno)
        for name in names:
            if not arguments.only or arguments.only in title(name):
                yield name, getattr(checks, name)
        checks.close()


def title(name):
    return name.removeprefix("check_").replace("_", " ")
