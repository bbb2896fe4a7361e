import Foundation

/// A command that acts for this process: it gets this process's streams, process group and signals.
///
/// Foundation's `Process` would give the command its own process group. A terminal's Ctrl-C does not reach
/// such a group, and the group may not read from the terminal.
struct ChildCommand: Sendable, Equatable {
  /// The program's name and its arguments.
  let words: [String]

  /// - Parameter words: a program and its arguments, or a single text. The shell runs a single text that is more
  ///   than a name.
  init(_ words: [String]) {
    guard words.count == 1, words[0].contains(where: { " \t\n\"'`$&|;<>()*?[]{}~=\\#!".contains($0) }),
      !FileManager.default.isExecutableFile(atPath: words[0])
    else {
      self.words = words
      return
    }
    self.words = ["/bin/sh", "-c", words[0]]
  }

  /// Runs the command to its end.
  ///
  /// - Parameter environment: variables that add to or replace this process's variables.
  /// - Returns: the exit status; 128 plus the signal's number if a signal ended it.
  /// - Throws: a failure if the command cannot be started.
  func run(_ environment: [String: String]) async throws(CommandFailure) -> Int32 {
    let process = try start(environment)
    SignalRelay.attach(process)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { end in
        Thread.detachNewThread { end.resume(returning: Self.wait(for: process)) }
      }
    } onCancel: {
      // Without its server, the command has nothing to do.
      kill(process, SIGTERM)
    }
  }

  private func start(_ environment: [String: String]) throws(CommandFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in Self.openFiles() where fcntl(file, F_GETFD) & FD_CLOEXEC == 0 {
      posix_spawn_file_actions_addclose(&actions, file)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // The server ignores SIGPIPE. The command must not inherit this setting.
    for number in SignalRelay.takenSignals + [SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var process: pid_t = 0
    let problem = Self.withStrings(words) { arguments in
      Self.withStrings(variables) { variables in
        posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard problem == 0 else { throw failure(problem) }
    return process
  }

  private func failure(_ problem: Int32) -> CommandFailure {
    let name = PlainText.line(words[0].prefix(200))
    switch problem {
    case ENOENT:
      return CommandFailure(
        .commandNotFound, "There is no command \(name). Check its spelling and the PATH.")
    case EAGAIN, ENOMEM:
      return CommandFailure(.unavailable, "\(name) cannot be started: \(String(cString: strerror(problem))).")
    default:
      return CommandFailure(
        .commandNotRun, "\(name) cannot be run: \(String(cString: strerror(problem))).")
    }
  }

  private static func wait(for process: pid_t) -> Int32 {
    // The process id stays reserved until the process is reaped, so no signal reaches another process.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    SignalRelay.detach()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // Other code has reaped the process, so its status is lost.
      if errno != EINTR { return ExitStatus.refused.rawValue }
    }
    // The macros of <sys/wait.h>: the signal that ended it, or else its exit status.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private static func openFiles() -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [])
      .compactMap { Int32($0) }.filter { $0 > 2 }
  }

  private static func withStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
