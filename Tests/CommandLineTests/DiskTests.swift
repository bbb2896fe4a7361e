import Foundation
import TestSupport
import Testing

@Suite(
  "A disk that takes nothing",
  .enabled(if: SmallDisk.isAvailable, "This machine lets its user mount no disk."),
  .timeLimit(.minutes(15)))
struct DiskTests {
  // Fails when SQLite's words for it are passed on: "disk I/O error", "unable to open database file".
  @Test(
    "is named when a server starts on it",
    arguments: [
      (SmallDisk.Fault.full, "the disk is full", "Free some space"),
      (.readOnly, "the disk is read-only", "Mount it for writing"),
    ])
  func server(fault: SmallDisk.Fault, words: String, advice: String) async throws {
    let scratch = try Scratch()
    let template = scratch.url("template").path
    #expect(try await Program.run("project", "create", "my-app", "--data", template).status == 0)
    let configuration = scratch.url("latchkey.yaml")
    try Data(
      "publicOrigin: https://auth.example.com\ndata: {directory: data}\nmetrics: {enabled: false}\n".utf8
    ).write(to: configuration)
    chmod(configuration.path, 0o600)
    let disk = SmallDisk(at: scratch.data, content: template, fault: fault)
    let (status, log) = try await disk.run(["serve", "--config", configuration.path])
    #expect(status == 74 && log.contains(words) && log.contains(advice), "\(log)")
  }

  @Test(
    "is named when an installation is made on it",
    arguments: [(SmallDisk.Fault.full, "full"), (.readOnly, "read-only")])
  func installation(fault: SmallDisk.Fault, word: String) async throws {
    let scratch = try Scratch()
    let disk = SmallDisk(at: scratch.data, content: nil, fault: fault)
    let (status, log) = try await disk.run(["project", "create", "my-app", "--data", scratch.data])
    #expect(status == 74 && log.contains("the disk is \(word)"), "\(log)")
  }
}

/// A disk of a few megabytes that one process sees.
struct SmallDisk {
  enum Fault: String, Sendable { case full, readOnly }

  private static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")
  /// Others than root need a user namespace, which not every machine lets them have.
  private static let namespaces = getuid() == 0 ? ["-m"] : ["-m", "-r"]

  /// Whether one can be mounted.
  static let isAvailable: Bool = {
    let script = "mount -t tmpfs none /tmp"
    let process = try? ChildProcess(unshare, namespaces + ["sh", "-c", script], output: .null, error: .null)
    return process?.waitForExit() == 0
  }()

  private let path: String
  private let content: String?
  private let fault: Fault

  /// - Parameter content: a directory of which a copy is on the disk.
  init(at path: String, content: String?, fault: Fault) {
    (self.path, self.content, self.fault) = (path, content, fault)
  }

  /// Runs the program where it sees the disk.
  func run(_ arguments: [String]) async throws -> (status: Int32, log: String) {
    let errors = Pipe()
    let process = try start(arguments, output: .null, error: .pipe(errors))
    let log = try errors.fileHandleForReading.readToEnd() ?? Data()
    return (await process.exitStatus(), String(decoding: log, as: UTF8.self))
  }

  /// Starts the program where it sees the disk. Signals reach it.
  func start(_ arguments: [String], output: ChildProcess.Stream, error: ChildProcess.Stream) throws
    -> ChildProcess
  {
    let script = """
      set -e
      mkdir -p "$1"; mount -t tmpfs -o size=8m,mode=700 none "$1"
      if [ -n "$2" ]; then cp -a "$2"/. "$1"; fi
      case $3 in
        full) dd if=/dev/zero of="$1/filler" bs=4k 2>/dev/null || true ;;
        readOnly) mount -o remount,ro "$1" ;;
      esac
      shift 3
      exec timeout 60 "$@"
      """
    return try ChildProcess(
      Self.unshare,
      Self.namespaces + ["sh", "-c", script, "sh", path, content ?? "", fault.rawValue, Program.url.path]
        + arguments, output: output, error: error)
  }
}
