/// The import that an account came from. The audit log has one event for all accounts of an import.
public struct AccountImport: Sendable, Equatable, Codable {
  /// The import's id. The audit event has it under `import`.
  public var id: String
  public var at: Instant
  /// The same text as ``AuditEvent/actor``.
  public var actor: String

  public init(id: String, at moment: Instant, actor: String) {
    self.id = id
    at = moment
    self.actor = actor
  }
}
