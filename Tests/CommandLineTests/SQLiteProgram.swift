import Foundation
import TestSupport
import Testing

/// Runs Python's SQLite on a database, as somebody who is not Latchkey.
func sqlite(_ path: String, _ statement: String) async throws -> String {
  let scratch = try Scratch()
  try Data().write(to: scratch.url("out"))
  let status = try await ChildProcess.run(
    URL(fileURLWithPath: "/usr/bin/python3"),
    [
      "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(c.execute(sys.argv[2]).fetchall()); c.commit()",
      path, statement,
    ], output: .file(FileHandle(forWritingTo: scratch.url("out"))))
  #expect(status == 0)
  return try String(contentsOf: scratch.url("out"), encoding: .utf8)
}
