"""A headless Chromium that can reach nothing but this machine, and what tests ask of it."""

import base64
import shutil

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # Lets a page's script ask how a screen reader calls an element.
    "--enable-blink-features=ComputedAccessibilityInfo",
]
# Any other name fails to resolve, so that a request to the outside is an error in the log.
LOOPBACK_ONLY = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2, EXCLUDE localhost"


class Browser:
    """Finds, clicks and waits; nothing sleeps."""

    def __init__(self, timeout=15, hosts=LOOPBACK_ONLY, accepts_any_certificate=False, arguments=(), preferences=None):
        options = webdriver.ChromeOptions()
        for argument in [*ARGUMENTS, *arguments]:
            options.add_argument(argument)
        options.add_argument(f"--host-resolver-rules={hosts}")
        if preferences:
            options.add_experimental_option("prefs", preferences)
        options.accept_insecure_certs = accepts_any_certificate
        options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.timeout = timeout
        self._messages = []
        self.resize(1440)

    def close(self):
        self.driver.quit()

    def resize(self, width, height=900):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, scheme):
        # Without transitions, so that a colour that is looked at is the one that stays.
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def go(self, url):
        self.driver.get(url)

    def download_to(self, directory):
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": directory})

    def until(self, condition, what):
        """The first true value of a condition, or an error that says what was waited for."""
        wait = WebDriverWait(
            self.driver, self.timeout, 0.05, ignored_exceptions=[StaleElementReferenceException]
        )
        return wait.until(lambda _: condition(), f"waited for {what} at {self.driver.current_url}")

    def find(self, selector):
        # Ids hold provider ids, whose dots a style selector would read as classes.
        is_id = selector.startswith("#") and " " not in selector
        found = (
            self.driver.find_elements(By.ID, selector[1:])
            if is_id
            else self.driver.find_elements(By.CSS_SELECTOR, selector)
        )
        return found[0] if found else None

    def shown(self, selector):
        """The element, once it is visible."""

        def visible():
            element = self.find(selector)
            return element if element and element.is_displayed() else None

        return self.until(visible, f"{selector} to show")

    def is_shown(self, selector):
        element = self.find(selector)
        return bool(element and element.is_displayed())

    def click(self, selector):
        element = self.shown(selector)
        self.until(element.is_enabled, f"{selector} to be enabled")
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def fill(self, selector, text):
        element = self.shown(selector)
        element.clear()
        element.send_keys(text)

    def text(self, selector):
        """An element's text, whether it is scrolled into view or not."""
        element = self.until(lambda: self.find(selector), f"{selector} to exist")
        return element.get_attribute("textContent").strip()

    def messages(self):
        """Everything that the browser has complained of since its start; its own log gives a thing away once."""
        self._messages += self.driver.get_log("browser")
        return list(self._messages)

    def forget(self):
        """Empties what the current page's origin keeps."""
        self.driver.execute_script("localStorage.clear(); sessionStorage.clear()")

    def forget_databases(self):
        """Deletes what the current page's origin keeps in databases, where the official SDK has its user."""
        script = (
            "const done = arguments[0]; indexedDB.databases().then((all) => Promise.all(all.map(({ name }) =>"
            " new Promise((resolve) => { const request = indexedDB.deleteDatabase(name);"
            " request.onsuccess = request.onblocked = resolve; })))).then(() => done())"
        )
        self.driver.execute_async_script(script)

    def screenshot(self, path):
        """The whole page, as high as it is."""
        size = "return [innerWidth, document.documentElement.scrollHeight]"
        width, height = self.driver.execute_script(size)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        command = {"clip": clip, "captureBeyondViewport": True}
        picture = self.driver.execute_cdp_cmd("Page.captureScreenshot", command)
        path.write_bytes(base64.b64decode(picture["data"]))
