import Identity

/// The download that an ``ExportJob`` tells of. Gone without having ended, as when its client is away before anything could
/// be sent, it has stopped.
final class ExportDownload: Sendable {
  private let job: ExportJob?
  private let clock: any WallClock

  /// - Parameter job: nil where nobody asked to see how far it is.
  init(_ job: ExportJob?, clock: any WallClock) {
    self.job = job
    self.clock = clock
  }

  /// - Parameter count: users that have been sent.
  func note(written count: Int) { job?.note(written: count) }

  func end() { job?.end(.done, at: clock.now()) }

  deinit { job?.end(.stopped, at: clock.now()) }
}
