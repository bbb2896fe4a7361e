#if os(Linux) || os(FreeBSD) || os(OpenBSD)
  import Foundation

  /// Runs another program with its standard streams connected to nothing.
  ///
  /// This type replaces Foundation's `Process`, which has two defects on these systems. `Process` detects an
  /// exit with a socket in a dispatch source, and crashes if the source is finalised before it is registered.
  /// `Process` also reads past a buffer if very many files are open.
  enum SpawnedProgram {
    /// Runs the program and waits until it has ended.
    ///
    /// - Returns: its exit status, or the number of the signal that ended it.
    /// - Throws: `POSIXError` if the program cannot be started.
    static func run(_ path: String, _ arguments: [String]) async throws -> Int32 {
      let identifier = try start(path, arguments)
      return await withCheckedContinuation { end in
        Thread.detachNewThread { end.resume(returning: wait(for: identifier)) }
      }
    }

    private static func start(_ path: String, _ arguments: [String]) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for stream in Int32(0)...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
      }
      // A browser runs longer than this program and must not inherit its files.
      for file in openFiles() where fcntl(file, F_GETFD) & FD_CLOEXEC == 0 {
        posix_spawn_file_actions_addclose(&actions, file)
      }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
      let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
      var identifier: pid_t = 0
      let problem = withStrings([path] + arguments) { arguments in
        withStrings(variables) { variables in
          posix_spawn(&identifier, path, &actions, &attributes, arguments, variables)
        }
      }
      guard problem == 0 else { throw POSIXError(POSIXErrorCode(rawValue: problem) ?? .ENOENT) }
      return identifier
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

    private static func wait(for identifier: pid_t) -> Int32 {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 {
        // Other code has already waited for the process, so the exit status is lost.
        if errno != EINTR { return -1 }
      }
      // Does what the macros of <sys/wait.h> do: returns the signal that ended the program, or else its exit
      // status.
      let signal = status & 0x7F
      return signal == 0 ? status >> 8 & 0xFF : signal
    }
  }
#endif
