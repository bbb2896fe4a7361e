/// Why a federated sign-in failed, as it is kept for a while.
public struct DiagnosisRecord: Sendable, Equatable {
  public var id: String
  public var project: ProjectID?
  public var recordedAt: Timestamp
  public var expiresAt: Timestamp
  /// JSON.
  public var document: String

  public init(
    id: String, project: ProjectID?, recordedAt: Timestamp, expiresAt: Timestamp, document: String
  ) {
    self.id = id
    self.project = project
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
  func diagnosis(_ id: String, now: Timestamp) async throws(StoreError) -> DiagnosisRecord?
}
