import Foundation

/// A command that runs in this process's place: on its streams, in its process group, and with its signals.
///
/// Foundation's `Process` would give it a process group of its own, which a terminal's Ctrl-C does not reach and which
/// may not read from the terminal.
struct ChildCommand: Sendable, Equatable {
  /// What is run, and with which arguments, its own name first.
  let words: [String]

  /// - Parameter words: a program and its arguments; or one text, which the shell runs if it is more than a name.
  init(_ words: [String]) {
    guard words.count == 1, words[0].contains(where: { " \t\n\"'`$&|;<>()*?[]{}~=\\#!".contains($0) }),
      !FileManager.default.isExecutableFile(atPath: words[0])
    else {
      self.words = words
      return
    }
    self.words = ["/bin/sh", "-c", words[0]]
  }

  /// Runs it to its end.
  ///
  /// - Parameter environment: what it has beside this process's variables, or instead of them.
  /// - Returns: its status; 128 and the number of the signal that ended it.
  /// - Throws: if it cannot be started.
  func run(_ environment: [String: String]) async throws(CommandFailure) -> Int32 {
    let process = try start(environment)
    SignalRelay.attach(process)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { end in
        Thread.detachNewThread { end.resume(returning: Self.wait(for: process)) }
      }
    } onCancel: {
      // Without its server it has nothing to do.
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
    // The server ignores SIGPIPE.
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
        .commandNotFound, "There is no command \(name). Look at its spelling, and at the PATH.")
    case EAGAIN, ENOMEM:
      return CommandFailure(.unavailable, "\(name) cannot be started: \(String(cString: strerror(problem))).")
    default:
      return CommandFailure(
        .commandNotRun, "\(name) cannot be run: \(String(cString: strerror(problem))).")
    }
  }

  private static func wait(for process: pid_t) -> Int32 {
    // Its number stays its own until it has been waited for, so that no signal reaches another process.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    SignalRelay.detach()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // Somebody else has waited for it: its status is lost.
      if errno != EINTR { return ExitStatus.refused.rawValue }
    }
    // As <sys/wait.h> has it in macros: the signal that ended it, or else how it ended.
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
