#!/usr/bin/env python3
"""A web server on `localhost` with a certificate that nobody signed, for tests of clients that must not trust it.

Prints its port; then, for each line of its input, how many requests it has been able to read. Ends with its input.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "Browser"))

from production.app_host import AppHost
from secure_proxy import certificate
from with_server import free_port


def serve():
    """The server, its requests as `requests`, and its port."""
    port = free_port()
    return AppHost(certificate(["localhost"]), port, {}, 0), port


def main():
    server, port = serve()
    print(port, flush=True)
    for _ in sys.stdin:
        print(len(server.requests), flush=True)
    server.close()


if __name__ == "__main__":
    main()
