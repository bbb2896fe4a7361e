"""Packs a directory into a .tar.gz that is the same whenever its files are."""

import gzip
import os
import tarfile


def pack(tree, path, moment):
    """Writes `tree`, under its own name, with every file of root and of one time."""
    def entry(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = moment
        info.mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
        return info

    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=moment) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
            archive.add(tree, os.path.basename(tree), recursive=False, filter=entry)
            for folder, folders, files in os.walk(tree):
                folders.sort()
                for name in sorted(folders + files):
                    source = os.path.join(folder, name)
                    inside = os.path.join(os.path.basename(tree), os.path.relpath(source, tree))
                    archive.add(source, inside, recursive=False, filter=entry)
