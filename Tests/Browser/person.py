"""A person at a headless browser, for a program that opens addresses in it.

Reads an order a line from standard input, each a JSON object: the `url` to open, and either the `person` to
be on the provider's page, or `deny`, or neither to only look. Answers each with a line: what the browser
showed in the end (`title`, `address`), and what the provider's page had said (`provider`, `scopes`,
`parameters`). Ends with its input.
"""

import json
import sys

from browser import Browser


def visit(browser, order):
    browser.go(order["url"])
    seen = {}
    if "person" in order or order.get("deny"):
        browser.shown("#deny")
        seen["provider"] = browser.text("#provider-name")
        script = (
            "return [[...document.querySelectorAll('.scope')].map((each) => each.textContent),"
            " Object.fromEntries([...document.querySelectorAll('[data-parameter]')]"
            ".map((each) => [each.dataset.parameter, each.textContent]))]"
        )
        seen["scopes"], seen["parameters"] = browser.driver.execute_script(script)
        if order.get("deny"):
            browser.click("#deny")
        else:
            browser.click(f'button[name="person"][value="{order["person"]}"]')
        # The way back leads through the server's pages, to one that is none of the provider's.
        browser.until(
            lambda: browser.find("main h1") and not browser.find("[data-page=authorize]")
            and "/lab/" not in browser.driver.current_url, "the way back"
        )
    return {**seen, "title": browser.driver.title, "address": browser.driver.current_url}


def main():
    browser = Browser()
    try:
        for line in sys.stdin:
            try:
                answer = visit(browser, json.loads(line))
            except Exception as error:  # The program that asked has to hear of it.
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
