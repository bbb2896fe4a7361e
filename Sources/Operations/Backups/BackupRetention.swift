import Identity

/// Decides which copies to delete.
enum BackupRetention {
  /// Returns the copies that are older than the retention, and older than a verified one.
  ///
  /// - Parameters:
  ///   - verified: the newest verified copy; nil to delete nothing.
  ///   - seconds: the retention of copies; nil for ever.
  static func expired(
    among copies: [BackupName], verified: BackupName?, keeping seconds: Int64?, now: Instant
  ) -> [BackupName] {
    guard let verified, let seconds else { return [] }
    let end = now.adding(seconds: -seconds)
    return copies.filter { $0.moment < end && $0.moment < verified.moment }
  }
}
