import Foundation
import Identity
import Storage
import Synchronization

/// A directory, accessible only to its owner, in which a copy is tested. ``remove()`` deletes it, and so does
/// a signal that ends the process.
final class DrillDirectory: Sendable {
  let path: String
  private let removal: Removal
  private let checks = Mutex<[@Sendable () -> CommandFailure?]>([])

  /// - Throws: a failure if it cannot be created.
  init() throws(CommandFailure) {
    let directory = FileManager.default.temporaryDirectory
    let path = directory.appendingPathComponent("latchkey-drill-\(SystemRandom().alphanumeric(16))").path
    guard mkdir(path, 0o700) == 0 else {
      throw CommandFailure(
        .refused,
        "\(path) cannot be created: \(DiskFault.reason(errno)). Set TMPDIR in the environment to another place."
      )
    }
    self.path = path
    removal = Removal(path)
    TerminationSignals.watch { [removal] in removal.run() }
  }

  /// Adds an action that runs before the directory is removed.
  func removing(_ action: @escaping @Sendable () -> Void) { removal.add(action) }

  /// Adds a check of another place that the drill writes to. It returns the failure of the drill if the place is at fault.
  func checking(_ check: @escaping @Sendable () -> CommandFailure?) { checks.withLock { $0.append(check) } }

  func remove() { removal.run() }

  /// - Throws: a failure if the disk has fewer free bytes.
  func requireSpace(_ bytes: Int64) throws(CommandFailure) {
    guard let free = DiskSpace.free(at: path), free < bytes else { return }
    throw CommandFailure(
      .refused,
      "The copy needs \(bytes >> 20) MiB in \((path as NSString).deletingLastPathComponent), which has \(free >> 20) MiB "
        + "free. Set TMPDIR in the environment to another place.")
  }

  /// The number of bytes that a server on the copy needs for its writes.
  private static let leastBytes = 1 << 20

  /// The failure of a drill because this directory, or another place that is checked, cannot be written to any more; nil
  /// if it has another cause.
  var fault: CommandFailure? {
    if let diskFault { return diskFault }
    for check in checks.withLock({ $0 }) {
      if let failure = check() { return failure }
    }
    return nil
  }

  /// Checks the disk, because databases and servers do not report why they failed.
  private var diskFault: CommandFailure? {
    let file = "\(path)/probe-\(SystemRandom().alphanumeric(8))"
    let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return failure(DiskFault.reason(errno)) }
    defer {
      close(descriptor)
      unlink(file)
    }
    let bytes = [UInt8](repeating: 0x55, count: Self.leastBytes)
    let written = write(descriptor, bytes, bytes.count)
    guard written >= 0 else { return failure(DiskFault.reason(errno)) }
    guard written == bytes.count else { return failure(DiskFault.full.rawValue) }
    return fsync(descriptor) == 0 ? nil : failure(DiskFault.reason(errno))
  }

  /// Creates the failure for a directory that cannot be written to.
  ///
  /// - Parameter reason: fits at the end of a sentence.
  func failure(_ reason: String) -> CommandFailure {
    CommandFailure(
      .refused,
      "The temporary directory \(path) cannot be written: \(reason). The copy was not tested. Set TMPDIR in the "
        + "environment to another place.")
  }

  private final class Removal: Sendable {
    private let path: String
    private let actions = Mutex<[@Sendable () -> Void]>([])

    init(_ path: String) { self.path = path }

    func add(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

    /// Runs the actions once, even if this method is called several times.
    func run() {
      actions.withLock { actions in
        for action in actions.reversed() { action() }
        actions = []
        // Renames the directory first, so that code that still runs cannot add files to it during the removal.
        let removed = path + "-removed"
        try? FileManager.default.removeItem(atPath: rename(path, removed) == 0 ? removed : path)
      }
    }
  }
}
