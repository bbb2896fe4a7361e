import Identity
import IdentityWire
import JSONWebKeys

/// The providers' key sets. An unknown key id, and a signature that does not fit, have the set fetched again, with a
/// floor between such fetches: keys rotate, and made-up tokens cost the provider nothing.
struct JWKSCache: Sendable {
  private let documents: DocumentCache<VerificationKeySet>

  init(http: OutgoingHTTP) {
    documents = DocumentCache(http: http) { VerificationKeySet(json: $0) }
  }

  /// Which keys there are.
  ///
  /// - Throws: when the set cannot be had.
  func keyIDs(at url: String, allowPrivateAddresses: Bool, now: Instant) async throws(IdentityError)
    -> [String]
  {
    try await set(at: url, allowPrivateAddresses: allowPrivateAddresses, now: now) { _ in true }.set.keyIDs
  }

  /// - Parameters:
  ///   - keyID: nil for a token that names no key. It is the provider's only one, or none.
  ///   - isStale: whether the key that is kept was tried, and does not fit.
  /// - Returns: no key when the provider does not publish such a one; and which it does, as of when.
  /// - Throws: when the set cannot be had and none that is still valid is kept.
  func key(
    _ keyID: String?, at url: String, allowPrivateAddresses: Bool, now: Instant, isStale: Bool = false
  ) async throws(IdentityError) -> (key: VerificationKey?, known: (keyIDs: [String], fetchedAt: Instant)) {
    let (set, fetchedAt) = try await set(
      at: url, allowPrivateAddresses: allowPrivateAddresses, now: now,
      suffices: { !isStale && $0[keyID] != nil })
    return (set[keyID], (set.keyIDs, fetchedAt))
  }

  private func set(
    at url: String, allowPrivateAddresses: Bool, now: Instant,
    suffices: @Sendable (VerificationKeySet) -> Bool
  ) async throws(IdentityError) -> (set: VerificationKeySet, fetchedAt: Instant) {
    do {
      let found = try await documents.datedDocument(
        .init(url: url, allowPrivateAddresses: allowPrivateAddresses), now: now, suffices: suffices)
      return (found.document, found.fetchedAt)
    } catch {
      throw .issuerUnreachable(cause: "key set \(safeToLog(url)): \(error)")
        .diagnosed(Diagnosis.keysUnavailable(address: safeToLog(url), reason: error.words))
    }
  }
}

/// A URL without its query, for logs.
func safeToLog(_ url: String) -> String {
  displayable((try? OutgoingURL(url))?.displayText ?? "a malformed URL", limit: 256)
}
