import Identity

/// Why federated sign-ins failed, as administrators look at it.
public struct SignInExplanations: Sendable {
  /// One page of them.
  public struct Page: Sendable {
    /// The newest first.
    public var explanations: [SignInExplanation]
    /// Where the next page begins; nil where there is none.
    public var next: DiagnosisPlace?
  }

  private let store: any DiagnosisStore
  private let clock: any WallClock

  public init(store: any DiagnosisStore, clock: any WallClock) {
    self.store = store
    self.clock = clock
  }

  /// Nil for an id that there is not, or no longer.
  public func explanation(of id: String) async throws(StoreError) -> SignInExplanation? {
    guard (1...64).contains(id.utf8.count) else { return nil }
    return try await store.diagnosis(id, now: clock.now()).flatMap { SignInExplanation($0) }
  }

  /// Those of a project with all its tenants, or of one tenant.
  ///
  /// - Parameters:
  ///   - place: where the page before ended; nil for the newest.
  ///   - limit: how many at most, up to 1,000.
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
