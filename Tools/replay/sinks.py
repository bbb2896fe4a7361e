"""Where messages of a server for real users end: a mail server and a gateway for text messages."""

import http.server
import re
import socketserver
import threading


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every mail over."""

    allow_reuse_address = daemon_threads = True

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            self.say("220 mail.test")
            for line in self.rfile:
                verb = line[:4].upper()
                if verb == b"EHLO":
                    self.say("250-mail.test", "250-8BITMIME", "250 SMTPUTF8")
                elif verb == b"DATA":
                    self.say("354 go on")
                    self.server.messages.append(self.message())
                    self.say("250 taken over")
                elif verb == b"QUIT":
                    return self.say("221 goodbye")
                else:
                    self.say("250 well")

        def say(self, *lines):
            self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

        def message(self):
            lines = []
            for line in self.rfile:
                if line == b".\r\n":
                    break
                lines.append(line.decode("utf-8", "replace").rstrip("\r\n"))
            return "\n".join(lines)

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.messages = []
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Gateway(http.server.ThreadingHTTPServer):
    """Takes every text message over."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            names = sorted(name.lower() for name in self.headers if re.match("(?i)latchkey|content-type", name))
            self.server.messages.append(f"{', '.join(names)}: {body}")
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.messages = []
        self.port = self.server_port
        threading.Thread(target=self.serve_forever, daemon=True).start()
