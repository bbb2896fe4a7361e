"""Programs by their commits: built once, and kept."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

KEPT = 4
# The Makefile says them, so that nothing differs but the commit.
FLAGS = shlex.split(os.environ.get("FLAGS", ""))


def git(root, *arguments):
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def is_changed(root):
    """Whether what the program is made of differs from the commit."""
    return bool(git(root, "status", "--porcelain", "--", "Sources", "Plugins", "Package.swift", "Package.resolved"))


def parent(root):
    """The commit to compare with: the one before, or the one that the changes are made to."""
    return git(root, "rev-parse", "HEAD" if is_changed(root) else "HEAD^")


class Programs:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.place = folder / "programs"

    def known(self, commit):
        program = self.place / commit / "latchkey"
        if not program.exists():
            return None
        # Those that were used last are kept.
        os.utime(program.parent)
        return program

    def keep(self, commit, program):
        """A copy of a commit's program, for the replay of the commit after it."""
        if self.known(commit):
            return self.known(commit)
        target = self.place / commit
        target.mkdir(parents=True, exist_ok=True)
        draft = target / f"latchkey.{os.getpid()}"
        shutil.copy2(program, draft)
        draft.rename(target / "latchkey")
        oldest = sorted(self.place.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]
        for old in oldest:
            shutil.rmtree(old)
        return target / "latchkey"

    def build(self, commit):
        """The program of a commit: known, or built in a working tree of its own. The first time takes ten minutes."""
        if program := self.known(commit):
            return program
        tree = self.folder / "tree"
        print(f"Building {commit[:12]} in {tree} …", file=sys.stderr, flush=True)
        if (tree / ".git").exists():
            git(tree, "checkout", "--quiet", "--force", "--detach", commit)
        else:
            git(self.root, "worktree", "prune")
            git(self.root, "worktree", "add", "--quiet", "--force", "--detach", str(tree), commit)
        # The same versions of dependencies, where the commit does not say which.
        resolved = self.root / "Package.resolved"
        if resolved.exists() and not (tree / "Package.resolved").exists():
            shutil.copy2(resolved, tree / "Package.resolved")
        scratch = self.folder / "scratch"
        swift = os.environ.get("SWIFT", "swift")
        subprocess.run([swift, "build", *FLAGS, "--product", "latchkey", "--package-path", str(tree),
                        "--scratch-path", str(scratch)], check=True, stdout=sys.stderr,
                       env={**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"})
        return self.keep(commit, pathlib.Path(scratch) / "debug" / "latchkey")
