import Foundation

extension Process {
  /// Waits until the process has ended, and answers its status, or the signal that ended it.
  ///
  /// Foundation learns of an end by a socket that closes with the process, and that a child which another thread
  /// starts at the same moment may inherit: then it learns of it when that one ends, too. The kernel knows at once.
  @discardableResult
  public func waitForExit() -> Int32 {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0 {
      guard errno == EINTR else {
        // Foundation was faster.
        waitUntilExit()
        return terminationStatus
      }
    }
    return info._sifields._sigchld.si_status
  }

  /// Runs the process, and answers its status when it has ended.
  public func runToEnd() async throws -> Int32 {
    try run()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.waitForExit()) }
    }
  }
}
