"""Checks what deploys Latchkey: deploy/compose.yaml, deploy/kubernetes and .github/workflows.

    python3 Tools/check-deploy .build/debug/latchkey
    python3 Tools/check-deploy .build/debug/latchkey --only agreement

- `schemas`: every file has the form that Docker Compose, Kubernetes and GitHub expect, and zizmor finds no weakness in a workflow.
- `agreement`: images, users, ports, paths, secrets and times are the same in the manifests, the Dockerfile and the configurations.
- `servers`: the program takes each configuration, and answers on it where probes and proxies ask. PostgreSQL is made as
  compose.yaml makes it; Caddy stands in front of two nodes if it is installed.

No container is started, and no workflow is run. The exit code is 1 if anything was found.
"""

import argparse
import pathlib
import sys

import agreement
import schemas
import servers
from findings import Findings

PARTS = {"schemas": schemas.check, "agreement": agreement.check, "servers": servers.check}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path, help="a latchkey program")
    parser.add_argument("--only", choices=PARTS, help="run one part")
    arguments = parser.parse_args()
    findings = Findings()
    for name, check in PARTS.items():
        if arguments.only in (None, name):
            print(f"{name}:")
            check(arguments.program.resolve(), findings)
    print(f"{findings.passed} passed, {len(findings.failed)} failed")
    sys.exit(1 if findings.failed else 0)


main()
