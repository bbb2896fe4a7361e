import Identity

/// The download that an ``ExportJob`` follows. The job ends as stopped if the download is released too early, for
/// example because the client disconnects before the first byte.
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
