"""Reads the console's pages, forms and files over TLS as an administrator's browser does.

    client = ConsoleClient(serving)
    client.file("settings/apps/1:2:ios:3/files/GoogleService-Info.plist")
"""

import html
import pathlib
import re
import subprocess
import sys
import time

import requests

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent / part) for part in ("Backends", "Browser")]

import serving as servers  # noqa: E402
from authenticator import Authenticator  # noqa: E402

OWNER, PASSWORD = "owner@example.com", "a long one that nobody guesses"


class ConsoleClient:
    """Makes an owner at the server of a `Serving`, and signs in as that owner."""

    def __init__(self, serving):
        self.serving = serving
        self.session = requests.Session()
        self.session.verify = serving.ca_file
        self.session.trust_env = False
        directory = pathlib.Path(serving.directory)
        password = directory / "owner-password"
        password.write_text(PASSWORD)
        password.chmod(0o600)
        key = subprocess.run(
            [serving.binary, "console", "create-owner", OWNER, "--password-file", password, "--config", serving.config],
            check=True, capture_output=True, text=True, timeout=60).stdout.strip()
        self._sign_in(Authenticator(key))

    def page(self, path):
        """A page of the project, below /console/p/PROJECT/."""
        return self._get(f"/console/p/{servers.PROJECT}/{path}").text

    def file(self, path):
        return self._get(f"/console/p/{servers.PROJECT}/{path}").content

    def snippet(self, path):
        """The code that a page of the project shows to be pasted."""
        found = re.search(r'<code id="snippet">(.*?)</code>', self.page(path), re.DOTALL)
        assert found, f"{path} has no snippet"
        return html.unescape(found.group(1))

    def _sign_in(self, authenticator):
        form = self._form(self._get("/console/sign-in").text)
        asked = self._post("/console/sign-in", {**form, "email": OWNER, "password": PASSWORD})
        assert "code-form" in asked.text, "the console does not ask for a code"
        form = self._form(asked.text)
        self._post("/console/sign-in/code", {**form, "code": authenticator.code(int(time.time()))})

    @staticmethod
    def _form(text):
        """The hidden fields of a page."""
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text)
        return {name: html.unescape(value) for name, value in fields}

    def _get(self, path):
        answer = self.session.get(self.serving.origin + path, allow_redirects=False, timeout=60)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.headers.get('Location')}"
        return answer

    def _post(self, path, form):
        answer = self.session.post(
            self.serving.origin + path, data=form, headers={"Origin": self.serving.origin}, timeout=60)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:400]}"
        return answer


def download_configurations(serving, directory):
    """Downloads the console's files for apps of Apple's systems, Android and the desktop into a directory."""
    console = ConsoleClient(serving)
    apps = []
    for platform, options, files in (
            ("ios", ["--bundle-id", "com.example.app"], ["GoogleService-Info.plist", "latchkey.json"]),
            ("android", ["--package-name", "com.example.app"], ["google-services.json"]),
            ("desktop", [], ["google-services-desktop.json"])):
        said = serving.latchkey("project", "add-app", servers.PROJECT, "--platform", platform, *options)
        apps.append((re.search(rf"1:\d+:{platform}:\w+", said).group(), files))
    for app, files in apps:
        for name in files:
            (pathlib.Path(directory) / name).write_bytes(known(console, f"settings/apps/{app}/files/{name}"))


def known(console, path, seconds=30):
    """Downloads a file of an app that another process added. A running server learns of the app within seconds."""
    end = time.monotonic() + seconds
    while True:
        try:
            return console.file(path)
        except AssertionError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
