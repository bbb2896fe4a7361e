import Identity

/// Decides which copies to delete.
enum BackupRetention {
  /// The number of good copies that stay, however old they are. After a long standstill, or when the clock jumps
  /// ahead, all earlier copies are too old at once. The new copy may contain the damage that the operator wants to
  /// undo with an earlier copy.
  static let leastKept = 3

  /// Returns the copies that are older than the retention, older than a verified copy, and not among the newest good
  /// copies.
  ///
  /// - Parameters:
  ///   - verified: the newest verified copy, which stays; nil to delete nothing.
  ///   - seconds: the retention of copies; nil for ever.
  ///   - isGood: true if a copy can be used. It is called only if there are old copies, for the newest first.
  static func expired(
    among copies: [BackupName], verified: BackupName?, keeping seconds: Int64?, now: Instant,
    isGood: (BackupName) -> Bool
  ) -> [BackupName] {
    guard let verified, let seconds else { return [] }
    let end = now.adding(seconds: -seconds)
    let earlier = copies.filter { $0.moment < verified.moment }.sorted { $0.moment < $1.moment }
    guard earlier.contains(where: { $0.moment < end }) else { return [] }
    var stays: Set<BackupName> = []
    for name in earlier.reversed() where stays.count < leastKept - 1 && isGood(name) { stays.insert(name) }
    return earlier.filter { $0.moment < end && !stays.contains($0) }
  }
}
