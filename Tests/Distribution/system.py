"""Systems to install into: Debian with nothing but what it cannot do without, in a directory each.

A command runs in namespaces of its own, so that it cannot reach other processes and leaves no mounts behind. The network is
this machine's: what listens on 127.0.0.1 there is reached from here.
"""

import os
import shutil
import subprocess
import tempfile
import time

SUITE = "bookworm"


class Failure(Exception):
    """Says what was expected and what came."""


def base(kept):
    """The archive of a bare system, made once."""
    path = os.path.join(kept, f"{SUITE}.tar")
    if not os.path.exists(path):
        os.makedirs(kept, exist_ok=True)
        draft = f"{path}.part"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", "--mode=root", "--format=tar", SUITE, draft], check=True)
        os.rename(draft, path)
    return path


class System:
    """A directory tree with a Debian in it. Use it in a `with` block."""

    def __init__(self, kept):
        self.root = tempfile.mkdtemp(prefix="latchkey-system.")
        subprocess.run(["tar", "-xf", base(kept), "-C", self.root], check=True)
        shutil.copyfile("/etc/resolv.conf", f"{self.root}/etc/resolv.conf")
        # As the machine reaches its registry.
        for name in os.listdir("/etc/apt/apt.conf.d"):
            if name.startswith("99"):
                shutil.copyfile(f"/etc/apt/apt.conf.d/{name}", f"{self.root}/etc/apt/apt.conf.d/{name}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def path(self, inside):
        return self.root + inside

    def put(self, file, inside="/tmp"):
        """Copies a file there; its path inside."""
        shutil.copy(file, self.path(inside))
        return f"{inside}/{os.path.basename(file)}"

    def command(self, *words):
        """What runs words inside, in a process namespace that ends with it."""
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root}/proc",
                "chroot", self.root, "/usr/bin/env", "-i", "PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin",
                "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "HOME=/root", *words]

    def run(self, *words, environment=(), status=0, seconds=600):
        """What a command prints, both ways; None accepts any status."""
        done = subprocess.run(self.command(*environment, *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, timeout=seconds)
        if status is not None and done.returncode != status:
            raise Failure(f"{' '.join(words)}: ended with {done.returncode} and not {status}: {done.stdout[-2000:]}")
        return done.stdout

    def update(self):
        self.run("apt-get", "update", "-qq")

    def install(self, *packages, **options):
        return self.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages, **options)


def expect(condition, *what):
    if not condition:
        raise Failure(" ".join(str(part) for part in what))


def until(condition, what, seconds=30):
    """Waits for what other processes do."""
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, what, "did not come in", seconds, "s")
        time.sleep(0.02)
