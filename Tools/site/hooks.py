"""Links of the documents that MkDocs does not know: those to other files of the repository."""

import os
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.insert(0, f"{ROOT}/Tools/dist")
import documents  # noqa: E402


def on_page_markdown(markdown, page, config, files):
    """Replaces a link to a file that is not part of the site by the file's name."""
    place = os.path.dirname(f"docs/{page.file.src_uri}")
    packed = {f"docs/{file.src_uri}": os.path.relpath(f"docs/{file.src_uri}", place) for file in files}
    for _, _, target, _ in documents.LINK.findall(markdown):
        path = os.path.normpath(os.path.join(place, target))
        # MkDocs reports it.
        if not os.path.exists(f"{ROOT}/{path}"):
            packed[path] = target
    return documents.relink(markdown, place, packed)
