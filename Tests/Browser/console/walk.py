"""Walks through the console of a running `latchkey dev` as an administrator would.

    PYTHONPATH=Tests:Tests/Browser python -m console.walk http://127.0.0.1:9099 --program .build/debug/latchkey
        [--only NAME] [--screenshots DIR]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh. `--program` is for a server of the walk's own, for real users.
"""

import sys

import runner
from console.administrator_journey import AdministratorJourney
from console.branding_journey import BrandingJourney
from console.checker_checks import CheckerChecks
from console.crawl import CrawlChecks
from console.delivery_journey import DeliveryJourney
from console.navigation import NavigationChecks
from console.openid_journey import OpenIDJourney
from console.passkey_journey import PasskeyJourney
from console.provider_journey import ProviderJourney
from console.saml_journey import SAMLJourney
from console.settings_journey import SettingsJourney
from console.user_journey import UserJourney
from page_checks import BrowserChecks

ORDER = [
    CheckerChecks,
    ProviderJourney,
    SAMLJourney,
    UserJourney,
    PasskeyJourney,
    SettingsJourney,
    DeliveryJourney,
    BrandingJourney,
    CrawlChecks,
    NavigationChecks,
    AdministratorJourney,
    OpenIDJourney,
    BrowserChecks,
]


def main():
    parser = runner.parser("Walks through the console of a running latchkey dev.")
    parser.add_argument("--program", required=True, help="the built latchkey")
    arguments = parser.parse_args()
    AdministratorJourney.program = OpenIDJourney.program = arguments.program
    return runner.run(ORDER, arguments)


if __name__ == "__main__":
    sys.exit(main())
