import Foundation
import Identity
import IdentityProviders
import IdentityWire

/// The stored record of a federated sign-in that failed.
public struct SignInExplanation: Sendable, Equatable, Codable {
  /// Seconds for which the record is stored.
  public static let lifetime: Int64 = 14 * 86_400

  public var id: String
  public var at: Instant
  public var project: ProjectID?
  public var tenant: TenantID?
  public var provider: String?
  /// The error code that the app received.
  public var errorCode: String
  public var report: DiagnosisReport

  /// A text for people.
  public var text: String {
    var lines = ["\(at.date.formatted(.iso8601))  \(provider ?? "no provider")  \(errorCode)"]
    lines[0] += project.map { "  project \($0)" } ?? ""
    lines[0] += tenant.map { "  tenant \($0)" } ?? ""
    lines.append(report.sentence)
    if let expected = report.expected { lines.append("  expected: \(expected)") }
    if let seen = report.seen { lines.append("  seen:     \(seen)") }
    if let advice = report.advice { lines.append(advice) }
    return lines.joined(separator: "\n")
  }

  /// Decodes a stored record. Nil if it is not readable.
  public init?(_ record: DiagnosisRecord) {
    guard let known = try? JSONDecoder().decode(Self.self, from: Data(record.document.utf8)) else {
      return nil
    }
    self = known
    // Older versions may have stored texts without this check.
    provider = known.provider.map(Self.shown)
    errorCode = Self.shown(known.errorCode)
  }

  /// Makes an app's text safe for an operator's terminal.
  private static func shown(_ text: String) -> String { displayable(text, limit: 64) }

  init(
    id: String, at moment: Instant, project: ProjectID?, tenant: TenantID?, provider: String?,
    errorCode: String, report: DiagnosisReport
  ) {
    self.id = id
    at = moment
    self.project = project
    self.tenant = tenant
    self.provider = provider.map(Self.shown)
    self.errorCode = Self.shown(errorCode)
    self.report = report
  }

  var record: DiagnosisRecord? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let document = try? encoder.encode(self) else { return nil }
    return DiagnosisRecord(
      id: id, project: project, tenant: tenant, recordedAt: at, expiresAt: at.adding(seconds: Self.lifetime),
      document: String(decoding: document, as: UTF8.self))
  }
}
