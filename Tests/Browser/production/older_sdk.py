"""The official web SDK of an earlier major version, for tests alone.

`fb-streamlit-auth` is a page that was built with npm's `firebase` 10.7.1. Its script holds what the page uses of the SDK, as it
was published, under short names. The page's own code, at the end of the script, is left out, and exports are put there.
"""

import importlib.metadata

DISTRIBUTION = "fb-streamlit-auth"
VERSION = "10.7.1"
PAGE = "const nk=({args:t})=>{"
EXPORTS = """
export {
  g0 as initializeApp, Ku as getAuth, $T as onAuthStateChanged, WT as signOut, dO as signInWithPopup,
  gn as GoogleAuthProvider,
};
"""


def script():
    """One script module."""
    files = importlib.metadata.files(DISTRIBUTION)
    text = next(file.locate() for file in files if file.name.endswith(".js")).read_text()
    sdk, page, _ = text.partition(PAGE)
    assert page and f'"{VERSION}"' in sdk, "not the package that these names are from"
    return sdk + EXPORTS
