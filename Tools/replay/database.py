"""What a request changed in the database: rows that came, went and changed, with their sealed columns open."""

import hashlib
import re
import sqlite3

# Written now and then, beside the requests: compared at the end.
LATE = {"activity_counts"}
GENESIS = bytes(32)


class Database:
    """Reads a server's database while it runs."""

    def __init__(self, path):
        self.path, self.plain = path, str
        self.connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self.unsealer = None
        self.tables = {}
        self.version = None
        self.known = {}

    def begin(self, unsealer, plain):
        """plain makes a text comparable: see recorder.Recorder.plain."""
        self.unsealer, self.plain = unsealer, plain
        self._read_schema()
        self.changes()

    def _read_schema(self):
        names = [name for (name,) in self.connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")]
        for name in names:
            columns = self.connection.execute(f"PRAGMA table_info({name})").fetchall()
            key = [index for index, column in enumerate(columns) if column[5]]
            self.tables[name] = ([column[1] for column in columns], key or list(range(len(columns))))

    def schema(self):
        return [f"{kind}: {text}" for kind, text in self.connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")]

    # ------------------------------------------------------------ differences

    def changes(self):
        """What changed since it was last asked: a list of texts "table + {…}", "table - {…}" and "table ~ {…}"."""
        version = self.connection.execute("PRAGMA data_version").fetchone()[0]
        if version == self.version:
            return []
        self.version = version
        found = []
        self.connection.execute("BEGIN")
        try:
            for name in self.tables:
                if name not in LATE:
                    found += self._table_changes(name)
        finally:
            self.connection.execute("COMMIT")
        return found

    def _table_changes(self, name):
        columns, key = self.tables[name]
        before = self.known.get(name, {})
        after = {tuple(row[index] for index in key): row
                 for row in self.connection.execute(f"SELECT {', '.join(columns)} FROM {name}")}
        self.known[name] = after
        if before == after:
            return []
        found = []
        for identity, row in after.items():
            old = before.get(identity)
            if old is None:
                found.append(f"{name} + {self._row(name, columns, row)}")
            elif old != row:
                # The name of the row, so that it is known which one changed.
                changed = [f"{column}: {was} -> {now}" for column, was, now in zip(
                    columns, self._values(name, columns, old), self._values(name, columns, row)) if was != now]
                mine = [self._value(name, columns, row, index) for index in key]
                found.append(f"{name} ~ {', '.join(mine)}: {'; '.join(changed)}")
        found += [f"{name} - {self._row(name, columns, row)}" for identity, row in before.items()
                  if identity not in after]
        return found

    def everything(self):
        """Every row of every table, the late ones too."""
        found = []
        for name, (columns, _) in self.tables.items():
            # Whether a tenant that is gone was counted before, depends on when the counts were written.
            still = " WHERE tenant = '' OR tenant IN (SELECT id FROM tenants)" if name in LATE else ""
            for row in self.connection.execute(f"SELECT {', '.join(columns)} FROM {name}{still}"):
                found.append(f"{name}: {self._row(name, columns, row)}")
        return found

    # ------------------------------------------------------------ values

    def _row(self, name, columns, row):
        return "; ".join(f"{column}: {value}" for column, value in zip(columns, self._values(name, columns, row)))

    def _values(self, name, columns, row):
        return [self._value(name, columns, row, index) for index in range(len(columns))]

    def _value(self, name, columns, row, index):
        column, value = columns[index], row[index]
        if value is None or isinstance(value, (int, float)):
            return "null" if value is None else str(value)
        cell = dict(zip(columns, row))
        if isinstance(value, str):
            return self.plain(self.unsealer.document(value, self._contexts(name, cell)) if "[" in value else value)
        return self.plain(self._blob(name, column, value, cell))

    def _blob(self, name, column, value, cell):
        if column in ("token_hash", "family"):
            return self.unsealer.hash(value)
        if (name, column) in (("sessions", "sealed_successor"), ("artifacts", "payload")):
            return self.unsealer.payload(cell["token_hash"], value)
        if name == "outbox" and column == "payload":
            return self.unsealer.master_sealed(value, [f"outbox/{cell['id']}"]) or "does not open: " + value.hex()
        if name == "signing_keys" and column == "sealed_private_key":
            key = self.unsealer.master_sealed(value, [f"signing-key/{cell['key_id']}"])
            return "a sealed key" if key else "does not open: " + value.hex()
        if name == "audit_records" and column == "hash":
            return self._chained(cell, value)
        if name == "audit_heads" and column == "hash":
            return self._head(cell, value)
        return value.hex()

    def _chained(self, cell, value):
        before = self.known.get("audit_records", {}).get((cell["chain"], cell["sequence"] - 1))
        if before is None and cell["sequence"] > 1:
            before = self.connection.execute(
                "SELECT * FROM audit_records WHERE chain = ? AND sequence = ?",
                (cell["chain"], cell["sequence"] - 1)).fetchone()
            if before is None:
                return "the record before is not there"
        columns = self.tables["audit_records"][0]
        previous = before[columns.index("hash")] if before else GENESIS
        made = hashlib.sha256(previous + cell["record"].encode()).digest()
        return "chained" if made == value else "broken: " + value.hex()

    def _head(self, cell, value):
        last = self.connection.execute(
            "SELECT hash FROM audit_records WHERE chain = ? AND sequence = ?",
            (cell["chain"], cell["sequence"])).fetchone()
        return "that of the last record" if last and last[0] == value else value.hex()

    @staticmethod
    def _contexts(name, cell):
        """The purposes for which parts of a document may be sealed."""
        text = next((value for column, value in cell.items()
                     if column in ("document", "factors", "password") and isinstance(value, str)), "")
        project = cell.get("project") or cell.get("id")
        tenant = cell.get("tenant") or (cell.get("id") if name == "tenants" else "") or ""
        contexts = [f"signer-key/{project}", f"password-key/{project}"]
        scope = f"{project}/{tenant}" if tenant else project
        for provider in re.findall(r'"providerID":"([^"]+)"', text):
            contexts.append(f"provider/{scope}/{provider}")
        for enrolment in re.findall(r'"(?:id|enrollmentID|mfaEnrollmentID)":"([^"]+)"', text):
            contexts.append(f"totp/{project}/{tenant}/{enrolment}/{cell.get('local_id')}")
        return contexts
