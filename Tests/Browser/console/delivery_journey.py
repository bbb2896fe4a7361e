"""An administrator gives a project its own mail server and SMS gateway, and tries both out."""

import base64
import email
import email.policy
import http.server
import json
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading

from checks import Checks
from console.administrator import Administrator
from console.seed import Project

MAIL_SERVER = pathlib.Path(__file__).parents[2] / "SMTP" / "server.py"
STOP_SECONDS = 20
# Of a private network, which no development server may reach for a project.
PRIVATE = "10.20.30.40"


class DeliveryJourney(Checks):
    """What the project sends goes where its page says."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.console = Administrator(self.browser, self.base, Project(self.base).id)

    def check_a_mail_server_at_a_private_address_is_refused(self):
        self.console.open("settings/mail")
        self.console.expect_accessible()
        assert not self.browser.find("#test-form"), "a test is offered of no mail server"
        self.console.fill(host=PRIVATE, port="587", senderEmail="noreply@example.com", senderName="The brand")
        self.save()
        problem = self.console.expect_problem()
        assert "private" in problem and "functions.privateHosts" in problem, problem
        # What was typed is there to be mended.
        assert self.value("host") == PRIVATE and self.value("senderName") == "The brand"
        self.console.expect_accessible()
        self.shoot("settings-mail-refused")
        self.console.open("settings/mail")
        assert self.value("host") == "", self.value("host")

    def check_a_test_mail_leaves_by_the_projects_own_mail_server(self):
        with MailSink() as sink:
            self.console.open("settings/mail")
            self.console.fill(host="127.0.0.1", port=str(sink.port), senderEmail="noreply@example.com",
                              senderName="The brand", replyTo="help@example.com")
            self.browser.click('[name="security"][value="none"]')
            self.save()
            self.console.expect_notice()
            self.console.expect_accessible()
            self.shoot("settings-mail")
            self.console.fill(recipient="refuse-550@example.com")
            self.console.press("#test-form button")
            problem = self.console.expect_problem()
            assert "550" in problem, problem
            self.console.fill(recipient="reader@example.com")
            self.console.press("#test-form button")
            self.console.expect_notice()
            message = sink.next()
            assert message["From"] == "The brand <noreply@example.com>", message["From"]
            assert (message["To"], message["Reply-To"]) == ("reader@example.com", "help@example.com"), message.items()
        # Nothing listens there any more.
        self.console.fill(recipient="reader@example.com")
        self.console.press("#test-form button")
        assert self.console.expect_problem()
        self.console.open("settings/mail")
        self.browser.fill('[name="host"]', "")
        self.save()
        self.console.expect_notice()
        assert not self.browser.find("#test-form"), "the mail server is still there"

    def check_the_senders_domain_is_looked_up(self):
        self.console.open("settings/mail")
        # No name server is asked about such a domain.
        self.console.fill(host="smtp.example.com", senderEmail="noreply@localhost")
        self.save()
        self.console.expect_notice()
        self.console.fill(selector="mail2026")
        self.console.press("#sender-form button")
        hints = self.browser.shown("#sender-hints").text
        assert all(kind in hints for kind in ("SPF", "DMARC", "DKIM")), hints
        assert self.value("selector") == "mail2026", self.value("selector")
        self.console.expect_accessible()
        self.shoot("settings-mail-domain")
        self.console.open("settings/mail")
        self.browser.fill('[name="host"]', "")
        self.save()
        self.console.expect_notice()
        assert not self.browser.find("#sender-form"), "there is no sender any more"

    def check_a_gateway_at_a_private_address_is_refused(self):
        self.console.open("settings/sms")
        self.console.expect_accessible()
        self.choose_webhook(f"https://{PRIVATE}/sms")
        problem = self.console.expect_problem()
        assert "private" in problem and "functions.privateHosts" in problem, problem
        assert self.browser.find('[name="gateway"][value="webhook"]').is_selected()
        self.console.expect_accessible()
        self.shoot("settings-sms-refused")

    def check_a_test_message_goes_to_the_projects_own_gateway(self):
        with Gateway() as gateway:
            self.console.open("settings/sms")
            self.choose_webhook(f"http://127.0.0.1:{gateway.port}/sms")
            self.console.expect_notice()
            self.console.expect_accessible()
            self.shoot("settings-sms")
            self.console.fill(recipient="not a number")
            self.console.press("#test-form button")
            assert self.console.expect_problem()
            assert gateway.requests.empty()
            self.console.fill(recipient="+15551230009")
            self.console.press("#test-form button")
            self.console.expect_notice()
            signature, message = gateway.requests.get(timeout=self.browser.timeout)
            assert signature and "+15551230009" in message.values(), message
        self.console.open("settings/sms")
        self.browser.click('[name="gateway"][value="server"]')
        self.save()
        self.console.expect_notice()
        assert not self.browser.find("#test-form"), "the gateway is still there"

    def choose_webhook(self, address):
        self.browser.click('[name="gateway"][value="webhook"]')
        self.console.fill(url=address, secret="a-key-of-thirty-characters-here", **{"from": "The brand"})
        self.save()

    def save(self):
        self.console.press("#settings-form .button-primary")

    def value(self, name):
        return self.browser.find(f'[name="{name}"]').get_attribute("value")


class MailSink:
    """A mail server that asks for no password and keeps what it is given."""

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="latchkey-mail-")
        self.server = subprocess.Popen(
            [sys.executable, MAIL_SERVER, self.directory.name, "--security", "none", "--no-auth"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.server.stdout.readline())["port"]
        return self

    def __exit__(self, *_):
        self.server.stdin.close()
        self.server.wait(STOP_SECONDS)
        self.server.stdout.close()
        self.directory.cleanup()

    def next(self):
        """The next message, which has been taken over."""
        taken = json.loads(self.server.stdout.readline())
        return email.message_from_bytes(base64.b64decode(taken["content"]), policy=email.policy.default)


class Gateway:
    """A program that text messages are sent to: the signature and the JSON of each request."""

    def __enter__(self):
        self.requests = requests = queue.SimpleQueue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                requests.put((self.headers["Latchkey-Signature"], json.loads(body)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
