"""Walks through the console of a running `latchkey dev` as an administrator would.

    PYTHONPATH=Tests/Browser python -m console.walk http://127.0.0.1:9099 [--only NAME] [--screenshots DIR]

Prints a line for each check and `N passed, N failed` at the end; the exit code is 1 if one failed.
The server should be fresh.
"""

import sys

import runner
from console.checker_checks import CheckerChecks
from console.crawl import CrawlChecks
from console.navigation import NavigationChecks
from console.provider_journey import ProviderJourney
from console.settings_journey import SettingsJourney
from console.user_journey import UserJourney
from page_checks import BrowserChecks

ORDER = [CheckerChecks, ProviderJourney, UserJourney, SettingsJourney, CrawlChecks, NavigationChecks, BrowserChecks]


def main():
    return runner.run(ORDER, runner.parser("Walks through the console of a running latchkey dev.").parse_args())


if __name__ == "__main__":
    sys.exit(main())
