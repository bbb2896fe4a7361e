"""Walks through the pages of a running `latchkey dev` as a newcomer would.

    python walk.py http://127.0.0.1:9099 [--secure https://app.localhost:8443] [--screenshots DIR]
        [--sign-in-cli .build/debug/sign-in-cli]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh: the walk expects that nobody of the lab has an account. `--secure` is an address
that the server was told to be reached by (`--origin`); the walk puts a TLS proxy there and uses it as an app
does in production. `--sign-in-cli` is the built example program. Without either, that part is left out.
"""

import argparse
import pathlib
import sys
import traceback

from browser import Browser
from own_account_checks import OwnAccountChecks
from page_checks import BrowserChecks, DefenceChecks, PageChecks
from provider_checks import LinkingChecks, ProviderChecks
from sdk_checks import SDKChecks
from secure_sdk_checks import SecureSDKChecks
from sign_in_cli_checks import SignInCLIChecks

ORDER = [
    PageChecks,
    ProviderChecks,
    LinkingChecks,
    OwnAccountChecks,
    DefenceChecks,
    SDKChecks,
    SecureSDKChecks,
    SignInCLIChecks,
    BrowserChecks,
]


def all_checks(arguments, browser):
    """Each check's name and method, in order."""
    base = arguments.base.rstrip("/")
    for group in ORDER:
        if group is SecureSDKChecks and not arguments.secure:
            continue
        if group is SignInCLIChecks and not arguments.sign_in_cli:
            continue
        checks = group(base, browser, arguments.screenshots, arguments.secure)
        names = [name for name in dir(group) if name.startswith("check_")]
        names.sort(key=lambda name: getattr(group, name).__code__.co_firstlineno)
        for name in names:
            if not arguments.only or arguments.only in title(name):
                yield name, getattr(checks, name)
        checks.close()


def title(name):
    return name.removeprefix("check_").replace("_", " ")


def main():
    parser = argparse.ArgumentParser(description="Walks through the pages of a running latchkey dev.")
    parser.add_argument("base", help="the server's address, such as http://127.0.0.1:9099")
    parser.add_argument("--secure", help="another address of the server, on which no proxy is yet")
    parser.add_argument("--sign-in-cli", help="the built example program")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a directory for pictures of each page")
    parser.add_argument("--only", help="run the checks whose name contains this")
    arguments = parser.parse_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)

    SignInCLIChecks.program = arguments.sign_in_cli
    browser = Browser()
    passed = failed = 0
    try:
        for name, check in all_checks(arguments, browser):
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


if __name__ == "__main__":
    sys.exit(main())
