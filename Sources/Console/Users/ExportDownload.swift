import Identity

/// The download that an ``ExportJob`` follows. If it is released before its end, as when the client leaves
/// before the first byte, the job has stopped.
final class ExportDownload: Sendable {
  private let job: ExportJob?
  private let clock: any WallClock

  /// - Parameter job: nil if no page shows the progress.
  init(_ job: ExportJob?, clock: any WallClock) {
    self.job = job
    self.clock = clock
  }

  /// - Parameter count: the number of users sent.
  func note(written count: Int) { job?.note(written: count) }

  func end() { job?.end(.done, at: clock.now()) }

  deinit { job?.end(.stopped, at: clock.now()) }
}
