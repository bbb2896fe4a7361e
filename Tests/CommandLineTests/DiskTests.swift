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
      (.readOnly, "the disk is read-only", "Mount the disk for writing"),
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

  /// Runs a drill of a good copy whose temporary place is on the disk.
  ///
  /// - Parameter fault: made from the copy's size in kibibytes.
  private static func drill(on fault: (Int64) -> SmallDisk.Fault) async throws -> (
    status: Int32, log: String
  ) {
    let scratch = try Scratch()
    let copy = scratch.url("copy.db").path
    #expect(try await Program.run("project", "create", "my-app", "--data", scratch.data).status == 0)
    #expect(try await Program.run("backup", "--data", scratch.data, copy).status == 0)
    let size = try FileManager.default.attributesOfItem(atPath: copy)[.size] as? NSNumber
    let kibibytes = try #require(size).int64Value / 1_024
    let place = scratch.url("place").path
    let disk = SmallDisk(at: place, content: nil, fault: fault(kibibytes))
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": place]) { $1 }
    return try await disk.run(
      ["backup", "drill", copy, "--data", scratch.data], environment: environment)
  }

  // Fails when every failure of a drill is taken for one of the copy.
  @Test("does not make a drill blame the copy")
  func drill() async throws {
    // The copy fits, and what a server writes beside it does not.
    let tight = try await Self.drill { .tight(kibibytes: $0 + 96) }
    #expect(tight.status == 1 && tight.log.contains("The copy was not tested."), "\(tight.log)")
    #expect(!tight.log.contains("cannot be restored"), "\(tight.log)")
    for fault in [SmallDisk.Fault.full, .readOnly] {
      let outcome = try await Self.drill { _ in fault }
      #expect(outcome.status == 1 && outcome.log.contains("TMPDIR"), "\(fault): \(outcome.log)")
      #expect(!outcome.log.contains("cannot be restored"), "\(fault): \(outcome.log)")
    }
  }
}

/// A disk of a few megabytes that one process sees.
struct SmallDisk {
  enum Fault: Sendable {
    case full
    case readOnly
    /// With a few bytes left.
    case tight(kibibytes: Int64)

    /// The words for the script.
    fileprivate var words: [String] {
      switch self {
      case .full: ["full", "0"]
      case .readOnly: ["readOnly", "0"]
      case .tight(let kibibytes): ["full", String(kibibytes)]
      }
    }
  }

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
  ///
  /// - Parameter environment: nil for the tests' own.
  func run(_ arguments: [String], environment: [String: String]? = nil) async throws -> (
    status: Int32, log: String
  ) {
    let errors = Pipe()
    let process = try start(arguments, environment: environment, output: .null, error: .pipe(errors))
    let log = try errors.fileHandleForReading.readToEnd() ?? Data()
    return (await process.exitStatus(), String(decoding: log, as: UTF8.self))
  }

  /// Starts the program where it sees the disk. Signals reach it.
  func start(
    _ arguments: [String], environment: [String: String]? = nil, output: ChildProcess.Stream,
    error: ChildProcess.Stream
  ) throws -> ChildProcess {
    let script = """
      set -e
      mkdir -p "$1"; mount -t tmpfs -o size=8m,mode=700 none "$1"
      if [ -n "$2" ]; then cp -a "$2"/. "$1"; fi
      case $3 in
        full)
          dd if=/dev/zero of="$1/filler" bs=4k 2>/dev/null || true
          if [ "$4" != 0 ]; then truncate -s "-${4}K" "$1/filler"; fi ;;
        readOnly) mount -o remount,ro "$1" ;;
      esac
      shift 4
      exec timeout 60 "$@"
      """
    return try ChildProcess(
      Self.unshare,
      Self.namespaces + ["sh", "-c", script, "sh", path, content ?? ""] + fault.words
        + [Program.url.path] + arguments, environment: environment, output: output, error: error)
  }
}
