"""The errors of the API, from Sources/Identity/Refusal.swift and the Swift SDK's table."""

import re

import swift

HEAD = """# Errors

An error of the API is a JSON object. `error.message` begins with one of the names below. A detail for people may follow
after ` : `.

```json
{"error": {"code": 400, "message": "EMAIL_EXISTS", "errors": [{"message": "EMAIL_EXISTS", "domain": "global", "reason": "invalid"}]}}
```

The SDKs turn the names into codes of their own, such as `auth/email-already-in-use`. The last column has the code of the
Swift SDK; the C++ and Objective-C SDKs have the same codes with their prefixes.

| Status | Meaning |
|---|---|
| 400 | A rule refuses the request, or the request is malformed. Most errors have this status, also those of [limits](../abuse.md), with `Retry-After` |
| 401, 403 | The access token is missing, has expired, or does not allow this |
| 404 | The named object does not exist |
| 409 | The object exists already, or changed since it was read |
| 429 | The server has too much work at once. `Retry-After` says when to try again |
| 501 | The method is not implemented. [Where Latchkey differs](../divergences.md#every-method-of-the-api) lists them |
| 503 | The database or another part does not answer. Try again |

A refused sign-in with a provider has the header `X-Latchkey-Diagnostic`. `latchkey explain` with its value says which check
failed.

| Name | Meaning | Swift SDK |
|---|---|---|
"""


def document(root):
    refusals = (root / "Sources/Identity/Refusal.swift").read_text(encoding="utf-8")
    table = (root / "Sources/LatchkeyAuth/Errors/ServerMessage.swift").read_text(encoding="utf-8")
    codes = dict(re.findall(r'"([A-Z0-9_]+)": \.(\w+),', table))
    rows, before = [], ""
    for line in refusals.splitlines():
        if case := re.match(r'  case \w+ = "(\w+)"', line):
            if not before:
                raise SystemExit(f"Sources/Identity/Refusal.swift: {case[1]} has no description. Write one above it.")
            code = codes.get(case[1])
            rows.append(f"| `{case[1]}` | {swift.cell(before)} | {f'`{code}`' if code else ''} |")
            before = ""
        elif comment := re.match(r"  /// (.+)", line):
            before = f"{before} {comment[1]}".strip()
    return HEAD + "\n".join(rows) + "\n"
