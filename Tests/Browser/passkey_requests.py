"""The requests for a passkey that pages make of the browser, and how they end."""

# Keeps the page's timers at hand that are for a challenge: between half a minute and the ten minutes that it lives.
SCRIPT = """{
    const requests = (window.passkeyRequests = []);
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = function (options) {
      const request = { isConditional: options.mediation === "conditional", end: null };
      requests.push(request);
      const answer = get.call(this, options);
      answer.then(() => (request.end = "answered"), ({ name }) => (request.end = name));
      return answer;
    };
    const { setTimeout } = window;
    window.setTimeout = (work, delay, ...rest) => {
      if (delay >= 30_000 && delay < 600_000) window.replaceChallenge = work;
      return setTimeout(work, delay, ...rest);
    };
}"""


class PasskeyRequests:
    """Watches the pages that are opened after it was made."""

    def __init__(self, browser):
        self.browser = browser
        added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SCRIPT})
        self._script = added["identifier"]

    def close(self):
        self.browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": self._script})

    def made(self):
        """Whether each was for a form that is filled in, and how it ended: `answered`, an error's name, or None."""
        script = "return window.passkeyRequests.map(({ isConditional, end }) => [isConditional, end])"
        return [tuple(each) for each in self.browser.driver.execute_script(script)]

    def wait_for_form(self):
        """Waits until a form waits for a passkey."""
        self.browser.until(lambda: self.made()[-1:] == [(True, None)], "a form that waits for a passkey")

    def replace_challenge(self):
        """Lets the time pass after which a form that waits asks for another challenge."""
        self.browser.driver.execute_script("window.replaceChallenge()")
