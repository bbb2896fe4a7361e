import Foundation
import JSONWebKeys

/// The server's public keys. They are fetched on demand, and stored for as long as the server allows.
///
/// Concurrent verifications share one request.
actor KeySetCache {
  private struct Stored {
    let keys: KeySet
    let fetchedAt: Date
    let freshUntil: Date
    let staleUntil: Date

    func isFresh(_ now: Date) -> Bool { fetchedAt <= now && now < freshUntil }
    func isUsable(_ now: Date) -> Bool { fetchedAt <= now && now < staleUntil }
  }

  private let url: URL
  private let policy: KeySetPolicy
  private let transport: any VerifierTransport
  private let now: @Sendable () -> Date

  private var stored: Stored?
  private var fetching: Task<Void, Never>?
  private var lastAttempt: Date?
  /// The failure of the last attempt; nil if the last attempt returned keys.
  private var lastFailure: ServerFailure?

  init(
    url: URL, policy: KeySetPolicy, transport: any VerifierTransport, now: @escaping @Sendable () -> Date
  ) {
    self.url = url
    self.policy = policy
    self.transport = transport
    self.now = now
  }

  /// - Throws: ``IDTokenError/unknownKey``, ``IDTokenError/keysUnavailable(_:)``.
  func key(_ id: String) async throws(IDTokenError) -> VerificationKey {
    if let stored, stored.isFresh(now()), let key = stored.keys[id] { return key }
    await fetchIfAllowed()
    let now = now()
    guard let stored, stored.isUsable(now) else { throw .keysUnavailable(lastFailure ?? .unreachable) }
    if let key = stored.keys[id] { return key }
    // The server may have introduced the key since the last fetch.
    if let lastFailure { throw .keysUnavailable(lastFailure) }
    throw .unknownKey
  }

  private func fetchIfAllowed() async {
    if let fetching { return await fetching.value }
    let start = now()
    let isUsable = stored?.isUsable(start) ?? false
    let interval = isUsable ? policy.fetchInterval : KeySetPolicy.fetchIntervalWithoutKeys
    if let lastAttempt, lastAttempt <= start, start < lastAttempt.addingTimeInterval(interval) { return }
    lastAttempt = start
    // The fetch has its own task, because the caller that started it may be cancelled while other callers wait.
    let task = Task { await fetch(at: start) }
    fetching = task
    await task.value
  }

  private func fetch(at start: Date) async {
    defer { fetching = nil }
    do throws(ServerFailure) {
      let response = try await transport.send(
        VerifierRequest(
          url: url, headers: ["Accept": "application/json"], maximumAnswer: KeySet.maximumLength))
      guard response.status == 200 else { throw .status(response.status) }
      let keys = try KeySet(response.body)
      let freshUntil = start.addingTimeInterval(policy.age(of: response))
      stored = Stored(
        keys: keys, fetchedAt: start, freshUntil: freshUntil,
        staleUntil: freshUntil.addingTimeInterval(policy.staleAllowance))
      lastFailure = nil
    } catch {
      lastFailure = error
    }
  }
}
