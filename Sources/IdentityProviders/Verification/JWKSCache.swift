import Identity
import IdentityWire
import JSONWebKeys

/// Caches the providers' key sets. An unknown key id or a wrong signature causes another fetch, but not
/// before a minimum interval has passed. So key rotation works, and made-up tokens do not burden the
/// provider.
struct JWKSCache: Sendable {
  private let documents: DocumentCache<VerificationKeySet>

  init(http: OutgoingHTTP) {
    documents = DocumentCache(http: http) { VerificationKeySet(json: $0) }
  }

  /// Returns the ids of the published keys.
  ///
  /// - Throws: an error if the set is not available.
  func keyIDs(at url: String, allowPrivateAddresses: Bool, now: Instant) async throws(IdentityError)
    -> [String]
  {
    try await set(at: url, allowPrivateAddresses: allowPrivateAddresses, now: now) { _ in true }.set.keyIDs
  }

  /// - Parameters:
  ///   - keyID: nil if the token names no key. The set must then have exactly one key.
  ///   - isStale: true if the cached key was tried and does not verify the token.
  /// - Returns: the key, or nil if the provider does not publish it; the published key ids; and the time of
  ///   the fetch.
  /// - Throws: an error if the set is not available and no cached set is still valid.
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

/// Returns a URL without its query, for logs.
func safeToLog(_ url: String) -> String {
  displayable((try? OutgoingURL(url))?.displayText ?? "a malformed URL", limit: 256)
}
