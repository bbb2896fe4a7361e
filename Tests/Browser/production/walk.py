"""Signs people in as in production: the official web SDK in Chromium, over TLS, against a `latchkey serve` of its own.

    PYTHONPATH=Tests:Tests/Browser python -m production.walk http://127.0.0.1:9099 --program .build/debug/latchkey
        [--only NAME]

The address is a running `latchkey dev`: its provider lab plays the providers. Prints a line for each check and `N passed,
N failed` at the end; the exit code is 1 if one failed.
"""

import sys

import runner
from production.cookie_session_checks import CookieSessionChecks
from production.failure_checks import FailureChecks
from production.passkey_checks import PasskeyChecks
from production.service import Service
from production.sign_in_checks import SignInChecks


def main():
    parser = runner.parser("Signs people in as in production.")
    parser.add_argument("--program", required=True, help="the built latchkey")
    arguments = parser.parse_args()
    service = Service(arguments.program, arguments.base.rstrip("/"))
    groups = [SignInChecks, PasskeyChecks, FailureChecks, CookieSessionChecks]
    for group in groups:
        group.service = service
    try:
        return runner.run(groups, arguments)
    finally:
        service.close()


if __name__ == "__main__":
    sys.exit(main())
