"""Where the messages of a server for real users go in tests: a mail server, and a gateway for text messages."""

import base64
import email
import email.policy
import http.server
import json
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading

MAIL_SERVER = pathlib.Path(__file__).resolve().parents[2] / "SMTP" / "server.py"
SECONDS = 30


class Mailbox:
    def __init__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="latchkey-mail-")
        command = [sys.executable, MAIL_SERVER, self.directory.name, "--security", "none", "--no-auth"]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.server.stdout.readline())["port"]
        self.mails = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.server.stdout:
            self.mails.put(json.loads(line))

    def link(self, to):
        """The address in the next mail."""
        mail = self.mails.get(timeout=SECONDS)
        assert mail["recipients"] == [to], mail["recipients"]
        message = email.message_from_bytes(base64.b64decode(mail["content"]), policy=email.policy.default)
        return re.search(r"https://\S+", message.get_body(("plain",)).get_content()).group()

    def close(self):
        self.server.stdin.close()
        self.server.wait(SECONDS)
        self.directory.cleanup()


class TextMessageGateway:
    """Takes what the webhook gateway posts."""

    def __init__(self):
        self.messages = messages = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                messages.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def code(self, to):
        """The code in the next message."""
        message = self.messages.get(timeout=SECONDS)
        assert message["to"] == to, message["to"]
        return re.search(r"\b\d{6}\b", message["text"]).group()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
