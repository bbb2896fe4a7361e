import Foundation
import Identity

extension TestServer {
  /// What the audit log holds of the project, or of the installation, in its order.
  public func auditEvents(of chain: ProjectID? = TestServer.project) async throws -> [AuditEvent] {
    try await backend.audit.sealAudit()
    return try await backend.audit.auditRecords(of: chain, after: 0, limit: 10_000).map { record in
      try JSONDecoder().decode(AuditEvent.self, from: Data(record.text.utf8))
    }
  }

  /// What a piece of work leaves in the log.
  public func auditEvents(of work: () async throws -> Void) async throws -> [AuditEvent] {
    let before = try await auditEvents().count
    try await work()
    return Array(try await auditEvents().dropFirst(before))
  }

  /// The whole log, every chain of it, as it is stored.
  public func auditText() async throws -> String {
    try await backend.audit.sealAudit()
    var text = ""
    for head in try await backend.audit.auditHeads() {
      for record in try await backend.audit.auditRecords(of: head.chain, after: 0, limit: 10_000) {
        text += record.text + "\n"
      }
    }
    return text
  }

  /// Everything that is kept of federated sign-ins that failed, as it is stored, by the ids in the log.
  public func explanationText() async throws -> String {
    var text = ""
    for match in log.text.matches(of: /"diagnostic": ([A-Za-z0-9]{12})/) {
      guard let found = try await backend.explanation(of: String(match.1)) else { continue }
      text += String(decoding: try JSONEncoder().encode(found), as: UTF8.self) + "\n"
    }
    return text
  }
}
