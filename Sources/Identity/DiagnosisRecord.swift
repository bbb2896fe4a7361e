/// Why a federated sign-in failed, as it is kept for a while.
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

  /// Records of one project that a sweep leaves; the oldest of more go. Those of no project count as of one.
  public static let maximumCount = 20_000
}

/// The reasons of failed sign-ins, as they are read. They are written by ``StoreWrite/insertDiagnosis(_:)``.
public protocol DiagnosisStore: Sendable {
  /// Nil for one that there is not, or no longer.
  func diagnosis(_ id: String, now: Instant) async throws(StoreError) -> DiagnosisRecord?

  /// Those of a project, or of one tenant, the newest first.
  ///
  /// - Parameters:
  ///   - scope: without a tenant, a project with all its tenants.
  ///   - place: where the page before ended; nil for the first.
  func diagnoses(
    in scope: Scope, before place: DiagnosisPlace?, now: Instant, limit: Int
  ) async throws(StoreError) -> [DiagnosisRecord]
}

/// Where a diagnosis stands among those of its project: of one moment the greater id is the newer.
public struct DiagnosisPlace: Sendable, Equatable {
  public var recordedAt: Instant
  public var id: String

  public init(_ record: DiagnosisRecord) {
    recordedAt = record.recordedAt
    id = record.id
  }

  /// Reads ``text``. Nil for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), (1...64).contains(parts[1].utf8.count),
      parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    recordedAt = Instant(milliseconds: milliseconds)
    id = String(parts[1])
  }

  /// For an address.
  public var text: String { "\(recordedAt.milliseconds)-\(id)" }
}
