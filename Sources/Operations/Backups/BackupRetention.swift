import Identity

/// Which copies have to go.
enum BackupRetention {
  /// The copies that are older than they are kept, and than one that was checked.
  ///
  /// - Parameters:
  ///   - verified: the newest copy that was checked; nil deletes nothing.
  ///   - seconds: for how long a copy is kept; nil for ever.
  static func expired(
    among copies: [BackupName], verified: BackupName?, keeping seconds: Int64?, now: Instant
  ) -> [BackupName] {
    guard let verified, let seconds else { return [] }
    let end = now.adding(seconds: -seconds)
    return copies.filter { $0.moment < end && $0.moment < verified.moment }
  }
}
