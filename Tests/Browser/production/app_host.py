"""The web server of an app in production: https, on a name of its own."""

import http.client
import http.server
import pathlib
import ssl
import sys
import tempfile
import threading

FOLDER = pathlib.Path(__file__).parent / "app"
# RFC 9110 section 7.6.1, and what the server writes itself.
NOT_PASSED_ON = {"connection", "keep-alive", "transfer-encoding", "date", "server", "content-length"}


class AppHost:
    """Serves files, and passes `/__/` on to Latchkey, `Host` included, for apps whose `authDomain` is their own.

    `files` maps paths to a content type and a text; `requests` has the method, path and body of all that was asked.
    """

    def __init__(self, pem, port, files, latchkey_port):
        self.requests = requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def take(self):
                path = self.path.split("?")[0]
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                requests.append((self.command, path, body))
                if path.startswith("/__/"):
                    self.pass_on(body)
                elif path in files:
                    kind, text = files[path]
                    self.answer(200, [("Content-Type", f"{kind}; charset=utf-8")], text.encode())
                else:
                    self.answer(404, [], b"not here")

            def pass_on(self, body):
                context = ssl._create_unverified_context()
                connection = http.client.HTTPSConnection("127.0.0.1", latchkey_port, timeout=30, context=context)
                connection.request(self.command, self.path, body, dict(self.headers.items()))
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                headers = [each for each in answer.getheaders() if each[0].lower() not in NOT_PASSED_ON]
                self.answer(answer.status, headers, content)

            def answer(self, status, headers, content):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_OPTIONS = take

            def log_message(self, *_):
                pass

        self.server = _Server(("127.0.0.1", port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.NamedTemporaryFile() as file:
            file.write(pem)
            file.flush()
            context.load_cert_chain(file.name)
        # Handshakes are made by the threads, so that one that a browser leaves does not hold up the others.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A browser refuses certificates, and leaves pages before they have come.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
