"""Serves an app that uses the official web SDK, on addresses of this machine."""

import http.server
import json
import pathlib
import threading

import official_sdk

FOLDER = pathlib.Path(__file__).parent / "web_app"


class AppServer:
    """The app's own web server. `configuration` is what the app knows of where Latchkey is; `folder` holds `index.html`
    and `app.js`; `more` are exports of the SDK beside the usual ones."""

    def __init__(self, configuration, host="127.0.0.1", folder=FOLDER, more=""):
        script, self.sdk_version = official_sdk.bundle(more)
        files = {
            "/firebase.js": ("text/javascript", script),
            "/app.js": ("text/javascript", (folder / "app.js").read_text()),
        }
        page = (folder / "index.html").read_text()
        page = page.replace("GAPI", configuration.get("gapi", ""))
        page = page.replace("CONFIGURATION", json.dumps(configuration))

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                if path == "/":
                    self.answer("text/html", page)
                elif path in files:
                    self.answer(*files[path])
                else:
                    self.send_error(404)

            def answer(self, kind, text):
                body = text.encode()
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((host, 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
