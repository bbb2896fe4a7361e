import CSpawn
import Foundation
import Synchronization

/// Another program, started by the test.
///
/// Foundation's `Process` reads beyond the end of a directory's buffer where more than some 1,300 files are open, as
/// they are where hundreds of tests have servers at the same time, and crashes. It also learns of an end by a socket
/// that another child may inherit.
public final class ChildProcess: Sendable {
  /// What stands behind one of the program's three standard streams.
  public enum Stream {
    case null
    /// This process's own.
    case inherited
    case file(FileHandle)
    /// The child's end is closed here when the child has it; this end stays open as long as the `ChildProcess`.
    case pipe(Pipe)
  }

  public let processIdentifier: pid_t
  private let pipes: [Pipe]
  private let end = DispatchGroup()
  private let status = Mutex<Int32?>(nil)

  /// Starts a program with no signal blocked or ignored, and with no other file open than its standard streams.
  ///
  /// - Throws: `POSIXError`.
  public init(
    _ executable: URL, _ arguments: [String], environment: [String: String]? = nil, input: Stream = .null,
    output: Stream = .inherited, error: Stream = .inherited
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(Int32(0), input), (1, output), (2, error)] {
      switch stream {
      case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .inherited: break
      case .file(let handle): posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
      case .pipe(let pipe):
        let handle = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
        posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    var identifier: pid_t = 0
    let problem = Self.withStrings([executable.path] + arguments) { arguments in
      Self.withStrings(variables) { variables in
        posix_spawn(&identifier, executable.path, &actions, &attributes, arguments, variables)
      }
    }
    guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .ENOENT) }
    processIdentifier = identifier
    var pipes: [Pipe] = []
    for case (let number, .pipe(let pipe)) in [(0, input), (1, output), (2, error)] {
      try? (number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting).close()
      pipes.append(pipe)
    }
    self.pipes = pipes
    end.enter()
    Thread.detachNewThread { self.reap() }
  }

  private static func withStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  private func reap() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    status.withLock { status in
      var ignored: Int32 = 0
      waitpid(processIdentifier, &ignored, 0)
      status = info._sifields._sigchld.si_status
    }
    end.leave()
  }

  public var isRunning: Bool { status.withLock { $0 == nil } }

  /// Sends a signal, unless the program has ended.
  public func signal(_ number: Int32) {
    status.withLock { if $0 == nil { _ = kill(processIdentifier, number) } }
  }

  /// Waits until the program has ended, and answers its status, or the signal that ended it.
  @discardableResult
  public func waitForExit() -> Int32 {
    end.wait()
    return status.withLock { $0 ?? -1 }
  }

  /// The status, or the signal, when the program has ended.
  @discardableResult
  public func exitStatus() async -> Int32 {
    await withCheckedContinuation { continuation in
      end.notify(queue: .global()) { continuation.resume(returning: self.status.withLock { $0 ?? -1 }) }
    }
  }

  /// Runs a program, and answers its status when it has ended.
  public static func run(
    _ executable: URL, _ arguments: [String], environment: [String: String]? = nil, input: Stream = .null,
    output: Stream = .inherited, error: Stream = .inherited
  ) async throws -> Int32 {
    try await ChildProcess(
      executable, arguments, environment: environment, input: input, output: output, error: error
    ).exitStatus()
  }
}
