"""Walks through the pages of a running `latchkey dev` as a newcomer would.

    python walk.py http://127.0.0.1:9099 [--screenshots DIR]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh: the walk expects that nobody of the lab has an account.
"""

import argparse
import pathlib
import sys
import traceback

from browser import Browser
from own_account_checks import OwnAccountChecks
from page_checks import BrowserChecks, DefenceChecks, PageChecks
from provider_checks import LinkingChecks, ProviderChecks

ORDER = [PageChecks, ProviderChecks, LinkingChecks, OwnAccountChecks, DefenceChecks, BrowserChecks]


def all_checks(base, browser, screenshots):
    """Each check's name and method, in order."""
    for group in ORDER:
        checks = group(base, browser, screenshots)
        for name in vars(group):
            if name.startswith("check_"):
                yield name, getattr(checks, name)


def main():
    parser = argparse.ArgumentParser(description="Walks through the pages of a running latchkey dev.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a directory for pictures of each page")
    parser.add_argument("--only", help="run the checks whose name contains this")
    arguments = parser.parse_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)

    browser = Browser()
    passed = failed = 0
    try:
        base = arguments.base.rstrip("/")
        for name, check in all_checks(base, browser, arguments.screenshots):
            title = name.removeprefix("check_").replace("_", " ")
            if arguments.only and arguments.only not in title:
                continue
            try:
                check()
                passed += 1
                print(f"ok      {title}", flush=True)
            except Exception as error:  # A failed check must not keep the others from running.
                failed += 1
                print(f"FAILED  {title}: {error}", flush=True)
                traceback.print_exc()
                if arguments.screenshots:
                    browser.driver.save_screenshot(str(arguments.screenshots / f"failed-{name}.png"))
    finally:
        browser.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
