import Foundation
import TestSupport
import Testing

@Suite("latchkey backup drill and a signal", .serialized, .timeLimit(.minutes(5)))
struct BackupDrillSignalTests {
  /// Programs in the place of PostgreSQL's. pg_restore waits in the middle of a drill until the end drops the database,
  /// and fails then, as it does when its connection is cut.
  private static let programs = [
    "createdb": "exit 0",
    "pg_dump": """
    for word; do case "$word" in --file=*) echo dump > "${word#--file=}";; esac; done
    """,
    "pg_restore": """
    echo restoring >&2
    while [ ! -e "$MARKS/dropping" ] && [ -d "$MARKS" ]; do sleep 0.05; done
    echo > "$MARKS/restored"
    exit 1
    """,
    // Gives the drill time for a wrong verdict before the end of the process.
    "dropdb": """
    echo > "$MARKS/dropping"
    while [ ! -e "$MARKS/restored" ] && [ -d "$MARKS" ]; do sleep 0.05; done
    sleep 0.5
    """,
  ]

  // Fails when the drill judges a copy by what the end of the process took from it.
  @Test(
    "a signal in the middle ends it without a verdict, and its place is removed",
    arguments: [SIGTERM, SIGINT])
  func signal(_ number: Int32) async throws {
    let scratch = try Scratch()
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    for name in ["programs", "marks", "place"] {
      try FileManager.default.createDirectory(at: scratch.url(name), withIntermediateDirectories: false)
    }
    for (name, script) in Self.programs {
      let path = scratch.url("programs").path + "/" + name
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
    try Data().write(to: scratch.url("out"))
    let variables = ProcessInfo.processInfo.environment
    let errors = Pipe()
    let process = try ChildProcess(
      Program.url,
      ["backup", "drill", "--data", scratch.data, "--database", "postgresql://nobody@127.0.0.1:1/none"],
      environment: variables.merging([
        "PATH": "\(scratch.url("programs").path):\(variables["PATH"] ?? "/usr/bin:/bin")",
        "MARKS": scratch.url("marks").path, "TMPDIR": scratch.url("place").path,
      ]) { $1 },
      output: .file(FileHandle(forWritingTo: scratch.url("out"))), error: .pipe(errors))
    let said = errors.text(keeping: process)
    #expect(await said.reaches { $0.contains("restoring") }, "\(said.value)")
    process.signal(number)
    let end = await process.exitStatus()
    #expect(end == number, "\(said.value)")
    let output = try String(contentsOf: scratch.url("out"), encoding: .utf8)
    #expect(output.contains("copied") && !output.contains("failed"), "\(output)")
    #expect(!said.value.contains("cannot be restored"), "\(said.value)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url("place").path).isEmpty)
  }
}
