"""Servers that are no Latchkey, for clients that are led to them.

    with WrongServer(body=b"{}", kind="application/json") as server:
        ask(server.origin)
        assert server.requests
"""

import http.server
import socket
import ssl
import threading

# Answers of a host that is no Latchkey to a request for the public keys: (name, status, content type, body).
ANSWERS = [
    ("a page", 200, "text/html", b"<html><title>Welcome</title></html>"),
    ("no such page", 404, "text/html", b"<html><title>Not found</title></html>"),
    ("an empty object", 200, "application/json", b"{}"),
    ("an empty list", 200, "application/json", b"[]"),
    ("no keys", 200, "application/json", b'{"keys":[]}'),
    ("keys that are none", 200, "application/json", b'{"keys":[1]}'),
]


class WrongServer:
    """Answers every request alike, except for the paths of `contents`, and keeps the requests.

    It speaks TLS if an authority is given. While `hangs` is true it answers nothing.
    """

    def __init__(self, status=200, kind="text/html", body=b"", location=None, contents=None, authority=None):
        self.requests = requests = []
        self.answer_with(status, kind, body, location)
        self._goes_on = threading.Event()
        self._goes_on.set()
        goes_on = self._goes_on
        contents = contents or {}
        wrong = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                requests.append((self.command, self.path, dict(self.headers), sent))
                goes_on.wait()
                status, kind, body, location = wrong.answer
                known = contents.get(self.path)
                self.send_response(200 if known else status)
                self.send_header("Content-Type", "application/json" if known else kind)
                self.send_header("Content-Length", str(len(known or body)))
                if known:
                    self.send_header("Cache-Control", "public, max-age=3600")
                elif location:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(known or body)

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        if authority is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(authority.certificate_file, authority.key_file)
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.origin = f"{'https' if authority else 'http'}://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer_with(self, status=200, kind="text/html", body=b"", location=None):
        self.answer = status, kind, body, location

    @property
    def hangs(self):
        return not self._goes_on.is_set()

    @hangs.setter
    def hangs(self, hangs):
        (self._goes_on.clear if hangs else self._goes_on.set)()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._goes_on.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Keeps quiet: clients hang up, some before they send anything because they do not trust the certificate."""


class HangingServer:
    """Takes connections at a port, and never answers."""

    def __init__(self, port):
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind(("127.0.0.1", port))
        self._listener.listen(100)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()
