/// The part of a store that writes.
public protocol StoreWriter: Sendable {
  /// Applies all writes in their order in one transaction, or none of them.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` if a version is stale or a unique value is taken,
  ///   ``StoreError/artifactGone`` or ``StoreError/alreadyRedeemed`` if a single-use value was already used,
  ///   ``StoreError/attemptsExceeded(kind:retryAfter:)`` after too many tries, ``StoreError/overloaded`` if too many
  ///   writes wait, ``StoreError/unavailable(_:)`` if the database fails.
  func apply(_ writes: [StoreWrite]) async throws(StoreError)
}
