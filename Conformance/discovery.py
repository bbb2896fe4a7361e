"""The methods and messages of the API, read from its Discovery documents."""

import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).parent / "discovery"

# What the Discovery documents leave out and clients call.
MORE_METHODS = [
    ("POST", "v2/accounts/passkeyEnrollment:start", "identitytoolkit.accounts.passkeyEnrollment.start"),
    ("POST", "v2/accounts/passkeyEnrollment:finalize", "identitytoolkit.accounts.passkeyEnrollment.finalize"),
    ("POST", "v2/accounts/passkeySignIn:start", "identitytoolkit.accounts.passkeySignIn.start"),
    ("POST", "v2/accounts/passkeySignIn:finalize", "identitytoolkit.accounts.passkeySignIn.finalize"),
    ("GET", "v2/projects/{projectsId}/passkeyConfig", "identitytoolkit.projects.getPasskeyConfig"),
    ("PATCH", "v2/projects/{projectsId}/passkeyConfig", "identitytoolkit.projects.updatePasskeyConfig"),
    ("GET", "v2/projects/{projectsId}/tenants/{tenantsId}/passkeyConfig",
     "identitytoolkit.projects.tenants.getPasskeyConfig"),
    ("PATCH", "v2/projects/{projectsId}/tenants/{tenantsId}/passkeyConfig",
     "identitytoolkit.projects.tenants.updatePasskeyConfig"),
]


class Method:
    def __init__(self, verb, path, name, request=None, query=()):
        self.verb = verb
        self.path = path
        self.name = name
        self.request = request
        self.query = list(query)

    def url(self, base, **values):
        """The address with its variables filled in."""
        path = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], "unknown"), self.path)
        return f"{base}/identitytoolkit.googleapis.com/{path}"


def _methods(node):
    for method in node.get("methods", {}).values():
        query = {name: parameter for name, parameter in method.get("parameters", {}).items()
                 if parameter["location"] == "query"}
        yield Method(method["httpMethod"], method["flatPath"], method["id"],
                     method.get("request", {}).get("$ref"), query)
    for child in node.get("resources", {}).values():
        yield from _methods(child)


def load():
    """All methods, and the messages' schemas by name."""
    methods, schemas = [], {}
    for version in ("v1", "v2"):
        document = json.loads((FOLDER / f"identitytoolkit.{version}.json").read_text())
        methods += sorted(_methods(document), key=lambda method: (method.path, method.verb))
        schemas.update(document["schemas"])
    methods += [Method(*method) for method in MORE_METHODS]
    return methods, schemas
