"""Plays, on one TLS port of this machine, the hosts that the official SDK talks to in production.

The app's own host, where it is a proxy before both the app and Latchkey's sign-in pages, as the SDK's makers
advise; and Google's API hosts, whose names the SDK has built in. Whoever runs a browser against it maps those
names to the port and accepts the certificate, which nobody signed.
"""

import datetime
import http.client
import http.server
import pathlib
import ssl
import sys
import tempfile
import threading
from urllib.parse import urlparse

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

API_HOSTS = ("identitytoolkit.googleapis.com", "securetoken.googleapis.com")
# RFC 9110 section 7.6.1, and what the proxy's own server writes.
NOT_PASSED_ON = {"connection", "keep-alive", "transfer-encoding", "date", "server"}


class SecureProxy:
    """`origin` is the app's; `latchkey` and `app` are the servers behind, `http://host:port`. `sites` has further hosts,
    each with the one server behind it."""

    def __init__(self, origin, latchkey, app, sites={}):
        public = urlparse(origin).netloc

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                host = self.headers["Host"]
                site = sites.get(host.split(":")[0])
                if site:
                    target = site
                elif host.split(":")[0] in API_HOSTS:
                    target, host = latchkey, urlparse(latchkey).netloc
                elif host == public:
                    # The host is passed on: by it the server knows how the browser came.
                    target = latchkey if self.path.startswith("/__/") else app
                else:
                    return self.send_error(421)
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                connection = http.client.HTTPConnection(urlparse(target).netloc, timeout=30)
                connection.request(self.command, self.path, body, {**headers, "Host": host})
                answer = connection.getresponse()
                content = answer.read()
                connection.close()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in NOT_PASSED_ON | {"content-length"}:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_OPTIONS = do_DELETE = pass_on

            def log_message(self, *_):
                pass

        self.server = _Server(("127.0.0.1", urlparse(origin).port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "certificate.pem"
            path.write_bytes(certificate([urlparse(origin).hostname, *API_HOSTS, *sites]))
            context.load_cert_chain(path)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A browser that leaves a page lets go of what it was still to be sent.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def certificate(hosts):
    """A key and a certificate for it, PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, hosts[0])])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName(host) for host in hosts]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + made.public_bytes(serialization.Encoding.PEM)
