/// How an account came in that was made with many others: the audit log has one event for all of them.
public struct AccountImport: Sendable, Equatable, Codable {
  /// Stands in the import's event, under `import`.
  public var id: String
  public var at: Instant
  /// As ``AuditEvent/actor``.
  public var actor: String

  public init(id: String, at moment: Instant, actor: String) {
    self.id = id
    at = moment
    self.actor = actor
  }
}
