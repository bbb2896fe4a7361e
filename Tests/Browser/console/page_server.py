"""Serves pages to the browser, as strictly as the console does."""

import http.server
import threading


class PageServer:
    """`files` are by path: the kind and the text of each."""

    def __init__(self, files, policy=None):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                kind, text = files.get(self.path, (None, None))
                if kind is None:
                    return self.send_error(404)
                body = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                if policy and kind == "text/html":
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("", 0), Handler)
        self.port = self.server.server_port
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
