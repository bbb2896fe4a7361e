"""The metrics of the server, from where they are registered."""

import swift

HEAD = """# Metrics

Prometheus reads these at `/metrics`. By default they are at an address of their own, `http://127.0.0.1:9464/metrics`. See
[Watching it](../operating.md#watching-it) for what to alert on, and for the values of labels.

Libraries in the program add metrics of their own, named after what they measure.

| Metric | Kind | Labels | Meaning |
|---|---|---|---|
"""


def document(root):
    rows = []
    for path in (root / "Sources").rglob("*.swift"):
        source = path.read_text(encoding="utf-8")
        for kind in ("counter", "gauge", "histogram"):
            for _, given in swift.calls(source, rf"registry\.{kind}"):
                # A library's metric has its name from the library.
                if not (name := swift.text(given[0])):
                    continue
                labels = next((swift.TEXT.findall(argument) for argument in given if argument.startswith("labels:")), [])
                shown = ", ".join(f"`{label}`" for label in labels)
                rows.append(f"| `{name}` | {kind} | {shown} | {swift.cell(swift.text(given[1]))} |")
    return HEAD + "\n".join(sorted(rows)) + "\n"
