import Identity

/// Audit events about copies of the database, for the installation's chain.
extension AuditEvent {
  /// The outcome of a copy that failed.
  public static let backupFailed = "BACKUP_FAILED"

  /// - Parameter context: the maker of the copy.
  public init(
    copied copy: BackupHistory.Copy, by context: AuditContext, random: any RandomSource, now: Instant
  ) {
    self.init(.backupCreation, context, random, now)
    details["file"] = copy.file
    details["bytes"] = copy.bytes.map(String.init)
    details["milliseconds"] = copy.milliseconds.map(String.init)
  }

  public init(
    failedBackup fault: BackupFault, by context: AuditContext, random: any RandomSource, now: Instant
  ) {
    self.init(.backupCreation, context, random, now)
    outcome = Self.backupFailed
    details["cause"] = fault.reason
  }

  /// - Parameters:
  ///   - names: copies in the same directory.
  ///   - shortage: the fault because of which they were deleted before a new copy; nil if they only expired.
  public init(
    deletedBackups names: [BackupName], in directory: BackupDirectory, shortage: BackupFault? = nil,
    by context: AuditContext,
    random: any RandomSource, now: Instant
  ) {
    self.init(.backupDeletion, context, random, now)
    details["directory"] = directory.path
    details["count"] = String(names.count)
    details["oldest"] = names.min { $0.moment < $1.moment }?.text
    details["newest"] = names.max { $0.moment < $1.moment }?.text
    details["cause"] = shortage?.reason
  }

  private init(_ action: AuditAction, _ context: AuditContext, _ random: any RandomSource, _ now: Instant) {
    self.init(
      id: random.alphanumeric(20), at: now, project: nil, actor: context.actorText(about: nil),
      action: action)
  }
}
