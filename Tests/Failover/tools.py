"""The programs that a failover needs beside PostgreSQL: Patroni in a virtual environment, and etcd.

Both go into one folder and stay there, so that only the first run fetches them.
"""

import glob
import os
import shutil
import subprocess
import sys


class Tools:
    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)
        self.postgres = self._postgres()
        self.patroni = self._patroni()
        self.etcd = shutil.which("etcd") or self._etcd()

    @staticmethod
    def _postgres():
        found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
        if not found and not shutil.which("initdb"):
            sys.exit("PostgreSQL is not installed.")
        newest = max(found, key=lambda path: int(path.split("/")[4])) if found else shutil.which("initdb")
        return os.path.dirname(newest)

    def _patroni(self):
        program = f"{self.folder}/venv/bin/patroni"
        if not os.path.exists(program):
            # Patroni starts itself anew without being root, and root's own Python may be where nobody else may look.
            python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
            subprocess.run([python, "-m", "venv", f"{self.folder}/venv"], check=True)
            subprocess.run([f"{self.folder}/venv/bin/pip", "install", "--quiet", "--disable-pip-version-check",
                            "patroni[etcd3]", "psycopg2-binary"], check=True)
        return program

    def _etcd(self):
        """Debian's package, unpacked and not installed: nothing starts it at the next boot."""
        program = f"{self.folder}/etcd/usr/bin/etcd"
        if not os.path.exists(program):
            subprocess.run(["apt-get", "download", "-q", "etcd-server"], cwd=self.folder, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            package = glob.glob(f"{self.folder}/etcd-server_*.deb")[0]
            subprocess.run(["dpkg", "-x", package, f"{self.folder}/etcd"], check=True)
        return program

    def versions(self):
        lines = [subprocess.run([program, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
                 for program in (f"{self.postgres}/postgres", self.patroni, self.etcd)]
        return ", ".join(lines)
