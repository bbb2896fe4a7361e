/// The reason why a federated sign-in failed. The record is kept for a limited time.
public struct DiagnosisRecord: Sendable, Equatable {
  public var id: String
  public var project: ProjectID?
  public var tenant: TenantID?
  public var recordedAt: Instant
  public var expiresAt: Instant
  /// JSON.
  public var document: String

  public init(
    id: String, project: ProjectID?, tenant: TenantID? = nil, recordedAt: Instant, expiresAt: Instant,
    document: String
  ) {
    self.id = id
    self.project = project
    self.tenant = tenant
    self.recordedAt = recordedAt
    self.expiresAt = expiresAt
    self.document = document
  }

  /// The maximum number of records of one project. A sweep deletes older records. All records without a project
  /// together have the same limit.
  public static let maximumCount = 20_000
}

/// Reads the reasons of failed sign-ins. ``StoreWrite/insertDiagnosis(_:)`` writes them.
public protocol DiagnosisStore: Sendable {
  /// The record with an id. Nil if there is no such record, or it was deleted.
  func diagnosis(_ id: String, now: Instant) async throws(StoreError) -> DiagnosisRecord?

  /// The records of a project, or of one tenant, the newest first.
  ///
  /// - Parameters:
  ///   - scope: without a tenant, a project with all its tenants.
  ///   - place: the end of the previous page. Nil for the first page.
  func diagnoses(
    in scope: Scope, before place: DiagnosisPlace?, now: Instant, limit: Int
  ) async throws(StoreError) -> [DiagnosisRecord]
}

/// The position of a diagnosis among those of its project. If two diagnoses were recorded at the same moment, the
/// diagnosis with the greater id is newer.
public struct DiagnosisPlace: Sendable, Equatable {
  public var recordedAt: Instant
  public var id: String

  public init(_ record: DiagnosisRecord) {
    recordedAt = record.recordedAt
    id = record.id
  }

  /// Reads ``text``. Nil for any other text.
  public init?(text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), (1...64).contains(parts[1].utf8.count),
      parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    recordedAt = Instant(milliseconds: milliseconds)
    id = String(parts[1])
  }

  /// The place as text that is safe in a URL.
  public var text: String { "\(recordedAt.milliseconds)-\(id)" }
}
