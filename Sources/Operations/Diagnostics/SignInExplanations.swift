import Identity

/// Lets administrators read why federated sign-ins failed.
public struct SignInExplanations: Sendable {
  /// A page of explanations.
  public struct Page: Sendable {
    /// The newest first.
    public var explanations: [SignInExplanation]
    /// The place before which the next page begins; nil if there is none.
    public var next: DiagnosisPlace?
  }

  private let store: any DiagnosisStore
  private let clock: any WallClock

  public init(store: any DiagnosisStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// Returns an explanation; nil if the ID is unknown or its record has expired.
  public func explanation(of id: String) async throws(StoreError) -> SignInExplanation? {
    guard (1...64).contains(id.utf8.count) else { return nil }
    return try await store.diagnosis(id, now: clock.now()).flatMap { SignInExplanation($0) }
  }

  /// Returns the explanations of a project with all its tenants, or of one tenant.
  ///
  /// - Parameters:
  ///   - place: where the previous page ended; nil for the newest.
  ///   - limit: the maximum number, up to 1,000.
  public func page(
    in scope: Scope, before place: DiagnosisPlace? = nil, limit: Int
  ) async throws(StoreError) -> Page {
    let limit = max(1, min(limit, 1_000))
    let records = try await store.diagnoses(in: scope, before: place, now: clock.now(), limit: limit + 1)
    let shown = records.prefix(limit)
    return Page(
      explanations: shown.compactMap { SignInExplanation($0) },
      next: records.count > limit ? shown.last.map(DiagnosisPlace.init) : nil)
  }
}
