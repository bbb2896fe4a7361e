import Identity
import IdentityWire
import Messaging

extension TestServer {
  /// Turns on that deletions revoke access at a provider, and signs in in the browser.
  ///
  /// - Returns: the session, and the access token that the app has.
  /// - Throws: where no token was kept.
  public func signInToRevoke(
    _ providerID: String, as person: String = "ada"
  ) async throws -> (user: TestSession, token: String) {
    try await changeProvider(providerID) { $0.revokesOnDeletion = true }
    // A second server learns of the setting a moment later.
    for _ in 0..<50 {
      let response = try await WebFlow.appleApp(self, providerID)
        .signIn(as: person, ["returnIdpCredential": true])
      let user = try TestSession(response)
      if let token = response.json["oauthAccessToken"]?.stringValue,
        try await account(user.localID)?.links.first?.sealedGrant != nil
      {
        return (user, token)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw TestFailure("no token of \(providerID) was kept")
  }

  /// The number of revocations in the outbox.
  public func waitingRevocations() async throws -> Int {
    try await backend.revocations.depth(of: .revocation).waiting
  }

  /// The outcomes of revocations, counted since the server began.
  public var revocationCounts: OutboxTally.Counts { backend.outboxTally.counts(of: .revocation) }

  /// Lets time go by, and has the outbox try what is due then.
  public func retryRevocations(after seconds: Int64 = 40) {
    clock.advance(seconds: seconds)
    backend.revocations.wake(.revocation)
  }

  /// Waits until no revocation waits.
  ///
  /// - Parameter settled: how many have to be delivered or given up by then.
  public func waitForRevocations(settled: Int = 0) async throws {
    try await waitForOutbox {
      let counts = revocationCounts
      return try await waitingRevocations() == 0 && counts.delivered + counts.lost >= settled
    }
  }

  /// Waits until this many attempts at revocations have failed.
  public func waitForDeferredRevocations(_ count: Int = 1) async throws {
    try await waitForOutbox { revocationCounts.deferred >= count }
  }

  /// - Throws: where the condition does not come true within a minute.
  public func waitForOutbox(until isTrue: () async throws -> Bool) async throws {
    for _ in 0..<5_000 {
      if try await isTrue() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw TestFailure("the outbox does not come to that: \(log.text.suffix(2_000))")
  }

  /// The database as an attacker with its password, or another process, has it.
  public func sharedDatabase() throws -> any AccountStore & OutboxStore {
    guard let database = backend.audit as? any AccountStore & OutboxStore else {
      throw TestFailure("the audit log is not in the database")
    }
    return database
  }

  /// The one revocation in the outbox, as it is sealed.
  public func waitingRevocation() async throws -> SealedMessage {
    let all = try await sharedDatabase().sealedMessages(after: nil, limit: 10)
    guard all.count == 1 else { throw TestFailure("\(all.count) entries are in the outbox") }
    return all[0]
  }
}
