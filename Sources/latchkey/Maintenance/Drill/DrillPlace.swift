import Foundation
import Identity
import Storage
import Synchronization

/// A directory, accessible only to its owner, in which a copy is tested. ``remove()`` deletes it, and so does
/// a signal that ends the process.
final class DrillPlace: Sendable {
  let path: String
  private let removal: Removal

  /// - Throws: a failure if it cannot be created.
  init() throws(CommandFailure) {
    let directory = FileManager.default.temporaryDirectory
    let path = directory.appendingPathComponent("latchkey-drill-\(SystemRandom().alphanumeric(16))").path
    guard mkdir(path, 0o700) == 0 else {
      throw CommandFailure(
        .refused,
        "\(path) cannot be made: \(String(cString: strerror(errno))). TMPDIR in the environment names another place."
      )
    }
    self.path = path
    removal = Removal(path)
    EndingSignals.watch { [removal] in removal.run() }
  }

  /// Adds an action that runs before the directory is removed.
  func removing(_ action: @escaping @Sendable () -> Void) { removal.add(action) }

  func remove() { removal.run() }

  /// - Throws: a failure if there are fewer free bytes.
  func requireSpace(_ bytes: Int64) throws(CommandFailure) {
    guard let free = DiskSpace.free(at: path), free < bytes else { return }
    throw CommandFailure(
      .refused,
      "The copy needs \(bytes >> 20) MiB in \((path as NSString).deletingLastPathComponent), which has \(free >> 20) MiB "
        + "free. TMPDIR in the environment names another place.")
  }

  private final class Removal: Sendable {
    private let path: String
    private let actions = Mutex<[@Sendable () -> Void]>([])

    init(_ path: String) { self.path = path }

    func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

    /// Runs the actions once, however often it is called.
    func run() {
      actions.withLock { actions in
        for action in actions.reversed() { action() }
        actions = []
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
}

/// Runs an action when a signal ends the process.
private enum EndingSignals {
  private static let writer = Atomic<Int32>(-1)

  /// - Parameter action: runs before the process ends.
  static func watch(_ action: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let reader = ends[0]
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writer.store(ends[1], ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        // A signal handler may do no more than this.
        _ = write(EndingSignals.writer.load(ordering: .relaxed), &byte, 1)
      }
      // The signal is ignored on purpose, as by nohup.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      guard read(reader, &byte, 1) == 1 else { return }
      action()
      signal(Int32(byte), SIG_DFL)
      raise(Int32(byte))
    }
  }
}
