"""The page of an app in production, in the words of a test."""

import json
from urllib.parse import urlparse

from sdk_app import SDKApp


class ProductionApp(SDKApp):
    def press(self, operation, provider="google.com", /, **argument):
        script = "document.getElementById(arguments[0]).value = arguments[1]"
        for field, value in (("provider", provider), ("argument", json.dumps(argument))):
            self.browser.driver.execute_script(script, field, value)
        self.browser.click(f"#{operation}")

    def do(self, operation, /, **argument):
        self.press(operation, **argument)
        return self.result()

    def succeed(self, operation, /, **argument):
        result = self.do(operation, **argument)
        assert "code" not in result, f"{operation}: {result}"
        return result

    def fail(self, expected, operation, /, **argument):
        result = self.do(operation, **argument)
        assert result.get("code") == expected, f"{operation}: {result}"

    def expect_user(self, **members):
        user = self.user()
        assert user is not None, "nobody is signed in"
        found = {name: user[name] for name in members}
        assert found == members, user
        return user

    def reload(self):
        self.browser.go(self.address)
        self.ready()


def requested_hosts(browser):
    """The hosts, with their ports, of all that pages have asked for since the last call."""
    hosts = set()
    for entry in browser.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            url = urlparse(message["params"]["request"]["url"])
            if url.scheme in ("http", "https", "ws", "wss"):
                hosts.add(url.netloc)
    return hosts
