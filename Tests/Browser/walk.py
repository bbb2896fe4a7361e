"""Walks through the pages of a running `latchkey dev` as a newcomer would.

    python walk.py http://127.0.0.1:9099 [--secure https://app.localhost:8443] [--screenshots DIR]
        [--sign-in-cli .build/debug/sign-in-cli]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh: the walk expects that nobody of the lab has an account. `--secure` is an address
that the server was told to be reached by (`--origin`); the walk puts a TLS proxy there and uses it as an app
does in production. `--sign-in-cli` is the built example program. Without either, that part is left out.
"""

import sys

import runner
from fault_checks import FaultChecks
from message_checks import MessageChecks
from own_account_checks import OwnAccountChecks
from passkey_checks import PasskeyChecks
from passkey_fault_checks import PasskeyFaultChecks
from passkey_sdk_checks import PasskeySDKChecks
from passkey_secure_checks import PasskeySecureChecks
from page_checks import BrowserChecks, DefenceChecks, PageChecks
from provider_checks import LinkingChecks, ProviderChecks
from saml_checks import SAMLChecks
from sdk_checks import SDKChecks
from second_factor_checks import SecondFactorChecks
from secure_sdk_checks import SecureSDKChecks
from sign_in_cli_checks import SignInCLIChecks

ORDER = [
    PageChecks,
    ProviderChecks,
    LinkingChecks,
    FaultChecks,
    OwnAccountChecks,
    MessageChecks,
    SecondFactorChecks,
    PasskeyChecks,
    PasskeyFaultChecks,
    DefenceChecks,
    SDKChecks,
    SAMLChecks,
    PasskeySDKChecks,
    SecureSDKChecks,
    PasskeySecureChecks,
    SignInCLIChecks,
    BrowserChecks,
]


def main():
    parser = runner.parser("Walks through the pages of a running latchkey dev.")
    parser.add_argument("--secure", help="another address of the server, on which no proxy is yet")
    parser.add_argument("--sign-in-cli", help="the built example program")
    arguments = parser.parse_args()
    SignInCLIChecks.program = arguments.sign_in_cli
    left_out = [
        *([] if arguments.secure else [SecureSDKChecks, PasskeySecureChecks]),
        *([] if arguments.sign_in_cli else [SignInCLIChecks]),
    ]
    groups = [group for group in ORDER if group not in left_out]
    return runner.run(groups, arguments, arguments.secure)


if __name__ == "__main__":
    sys.exit(main())
