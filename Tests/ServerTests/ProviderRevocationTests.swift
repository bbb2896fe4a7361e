import Foundation
import Identity
import IdentityWire
import Messaging
import Secrets
import TestSupport
import Testing

@testable import Operations
@testable import ProviderLab

@Suite("Access at providers when accounts are deleted", .fewAtOnce, .timeLimit(.minutes(15)))
struct ProviderRevocationTests {
  static let providers = ["apple.com", "facebook.com", "github.com", "google.com", "oauth.lab", "oidc.lab"]

  /// A user who signed in in the browser, and the access token that the app has of them.
  private static func signIn(
    _ server: TestServer, _ providerID: String, as person: String = "ada"
  ) async throws -> (user: TestSession, token: String) {
    let response = try await WebFlow.appleApp(server, providerID)
      .signIn(as: person, ["returnIdpCredential": true])
    let token = try #require(response.json["oauthAccessToken"]?.stringValue, "\(response.text)")
    #expect(server.lab.state.token(token) != nil)
    return (try TestSession(response), token)
  }

  private static func turnOn(_ server: TestServer, _ providerID: String) async throws {
    try await server.changeProvider(providerID) { $0.revokesOnDeletion = true }
  }

  // Fails when a provider's request is not the one that it takes.
  @Test("the app's access is gone at the provider, and the token with the account")
  func revoked() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        try await Self.turnOn(server, providerID)
        let before = server.revocationCounts.delivered
        let (user, token) = try await Self.signIn(server, providerID)
        #expect(try await server.account(user.localID)?.links.first?.sealedGrant != nil)
        #expect(try await server.requestCount(providerID, endpoint: "revoke") == 0)
        let response = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(response.status == 200, "\(response.text)")
        try await server.waitForRevocations(settled: before + 1)
        #expect(server.lab.state.token(token) == nil)
        #expect(try await server.requestCount(providerID, endpoint: "revoke") == 1)
        let counts = server.revocationCounts
        #expect(counts.delivered == before + 1 && counts.lost == 0 && counts.deferred == 0, "\(counts)")
      }
    }
  }

  @Test("nothing is kept, asked or written where it is not set")
  func off() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        let (user, token) = try await Self.signIn(server, providerID)
        #expect(try await server.account(user.localID)?.links.first?.sealedGrant == nil)
        _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(try await server.waitingRevocations() == 0)
        #expect(try await server.requestCount(providerID, endpoint: "revoke") == 0)
        #expect(server.lab.state.token(token) != nil)
      }
    }
  }

  // Fails when a deletion is written for an account that has changed since it was read.
  @Test("a sign-in beside a deletion does not lose its token: the deletion is decided anew")
  func signInBesideDeletion() async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      let (user, _) = try await Self.signIn(server, "github.com")
      let stale = try #require(try await server.account(user.localID))
      _ = try await Self.signIn(server, "github.com")
      let now = server.clock.now()
      do {
        try await server.backend.service.delete(
          stale, by: StoreWrite.deletion(of: stale, now: now), now: now)
        Issue.record("the account was deleted")
      } catch {
        let latest = try #require(try await server.account(user.localID))
        #expect(latest.links[0].sealedGrant != stale.links[0].sealedGrant)
      }
    }
  }

  enum Deleter: CaseIterable { case administrator, batch, cleanup }

  @Test("an administrator's deletion, a batch and the clean-up revoke access", arguments: Deleter.allCases)
  func others(deleter: Deleter) async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      let (user, token) = try await Self.signIn(server, "github.com")
      switch deleter {
      case .administrator:
        let response = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
        #expect(response.status == 200, "\(response.text)")
      case .batch:
        let response = try await server.administer(
          "accounts:batchDelete", ["localIds": [.string(user.localID)], "force": true])
        #expect(response.status == 200 && response.json["errors"] == nil, "\(response.text)")
      case .cleanup:
        // An anonymous account has no link, and so no access to revoke.
        let anonymous = try await server.signUpAnonymously()
        try await server.changeProject { $0.signIn.deletesOldAnonymousUsers = true }
        server.clock.advance(seconds: AnonymousAccountCleanup.lifetime + 1)
        var cleanup = AnonymousAccountCleanup(service: server.service)
        #expect(try await cleanup.run() == 1)
        #expect(try await server.account(anonymous.localID) == nil)
        #expect(try await server.waitingRevocations() == 0)
        return
      }
      #expect(try await server.account(user.localID) == nil)
      try await server.waitForRevocations()
      #expect(server.lab.state.token(token) == nil)
    }
  }

  @Test("a provider that fails does not fail the deletion, and is asked again")
  func retried() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.providers) { providerID in
        try await Self.turnOn(server, providerID)
        let (user, token) = try await Self.signIn(server, providerID)
        let deferred = server.revocationCounts.deferred
        let ada = try #require(try await server.account(user.localID))
        try await server.setFault("http-500", at: providerID, endpoint: "revoke")
        let response = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(response.status == 200, "\(response.text)")
        #expect(try await server.account(user.localID) == nil)
        try await server.waitForDeferredRevocations(deferred + 1)
        #expect(try await server.waitingRevocations() == 1)
        #expect(server.lab.state.token(token) != nil)
        let entry = try await server.waitingRevocation()
        let queued = String(
          decoding: try server.backend.secretBox.open(
            Data(entry.payload), context: OutboxEntry.sealingContext(entry.id)), as: UTF8.self)
        // Longer than the first pause.
        server.retryRevocations()
        try await server.waitForRevocations()
        #expect(server.lab.state.token(token) == nil)
        #expect(!server.log.text.contains(token))
        // Neither the outbox nor its lines in the log name the account or its address.
        let email = try #require(ada.email?.text)
        #expect(!queued.contains(email) && !queued.contains(user.localID), "\(queued.count)")
        let lines = server.log.text.split(separator: "\n").filter { $0.contains("revocation") }
        #expect(!lines.isEmpty)
        for line in lines { #expect(!line.contains(email) && !line.contains(user.localID), "\(line)") }
      }
    }
  }

  @Test("it is given up after a week")
  func expired() async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      let (user, _) = try await Self.signIn(server, "github.com")
      try await server.setFault("http-500", at: "github.com", endpoint: "revoke", times: 100)
      _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
      try await server.waitForDeferredRevocations()
      server.retryRevocations(after: 7 * 86_400 + 1)
      try await server.waitForRevocations(settled: 1)
      #expect(server.revocationCounts.lost == 1)
      #expect(server.log.text.contains("access was not revoked at a provider in time"))
    }
  }

  @Test("without the provider's settings it is given up, with a word to the operator")
  func removed() async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      let (user, token) = try await Self.signIn(server, "github.com")
      try await server.setFault("http-500", at: "github.com", endpoint: "revoke")
      _ = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
      try await server.waitForDeferredRevocations()
      try await server.changeProject { $0.providers.removeAll { $0.providerID == "github.com" } }
      server.retryRevocations()
      try await server.waitForRevocations(settled: 1)
      #expect(server.revocationCounts.lost == 1)
      #expect(server.log.text.contains("github.com: the provider's settings are gone"))
      #expect(!server.log.text.contains(token))
    }
  }

  @Test("unlinking revokes no access, and forgets the token")
  func unlinked() async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      let (user, token) = try await Self.signIn(server, "github.com")
      let response = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": ["github.com"]])
      #expect(response.status == 200, "\(response.text)")
      #expect(try await server.account(user.localID)?.links.isEmpty == true)
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      #expect(try await server.waitingRevocations() == 0)
      #expect(server.lab.state.token(token) != nil)
    }
  }

  @Test("a later sign-in's token takes the place, one without a token leaves it, and off forgets it")
  func laterSignIns() async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "google.com")
      let (user, _) = try await Self.signIn(server, "google.com")
      func kept() async throws -> [UInt8]? {
        try await server.account(user.localID)?.links.first?.sealedGrant
      }
      let first = try #require(try await kept())
      let idToken = try await server.labToken("google.com", ["person": "ada"])
      _ = try TestSession(
        try await server.signInWithIdp([("providerId", "google.com"), ("id_token", idToken)]))
      #expect(try await kept() == first, "an ID token alone revokes no access")
      let accessToken = try await server.labToken("google.com", ["person": "ada", "kind": "access"])
      _ = try TestSession(
        try await server.signInWithIdp([("providerId", "google.com"), ("access_token", accessToken)]))
      #expect(try await kept() == first, "a refresh token outlives an access token")
      _ = try await Self.signIn(server, "google.com")
      #expect(try await kept() != first)
      try await server.changeProvider("google.com") { $0.revokesOnDeletion = false }
      _ = try await Self.signIn(server, "google.com")
      #expect(try await kept() == nil)
    }
  }

  @Test("a token is kept when the second factor is proved, and not before")
  func secondFactor() async throws {
    try await TestServer.run { server in
      let (user, _) = try await Self.signIn(server, "apple.com")
      let factor = try await server.enrollPhone(user, "+15555550111")
      try await Self.turnOn(server, "apple.com")
      func isKept() async throws -> Bool {
        try await server.account(user.localID)?.links.first?.sealedGrant != nil
      }
      let first = try await WebFlow.appleApp(server, "apple.com").signIn(as: "ada")
      let pending = try server.text(first, "mfaPendingCredential")
      #expect(try await isKept() == false)
      let started = try await server.startSecondFactor(pending, factor.id)
      let session = try server.text(started, "phoneResponseInfo", "sessionInfo")
      let second = try await server.provePhone(pending, session, code: try server.code(of: session))
      #expect(second.status == 200, "\(second.text)")
      #expect(try await isKept())
    }
  }

  @Test("of two servers on one database one asks the provider", arguments: TestServer.Deployment.all)
  func once(deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let (user, token) = try await server.signInToRevoke("github.com")
      let response = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      #expect(response.status == 200, "\(response.text)")
      try await server.waitForRevocations()
      #expect(server.lab.state.token(token) == nil)
      #expect(try await server.requestCount("github.com", endpoint: "revoke") == 1)
    }
  }

  // Fails when an entry that does not fit fails the deletion, or when the limit is not looked at.
  @Test("a full outbox does not fail a deletion: access stays", arguments: [0, 1])
  func full(limit: Int) async throws {
    try await TestServer.run { server in
      try await Self.turnOn(server, "github.com")
      try await server.setFault("http-500", at: "github.com", endpoint: "revoke", times: 100)
      var policy = OutboxPolicy()
      policy.maximumWaiting = limit
      let outbox = Outbox(
        transports: [:], policy: policy, store: try server.sharedDatabase(), box: server.backend.secretBox,
        clock: server.clock, random: SystemRandom(), report: { _ in })
      let grants = ProviderGrants(box: server.backend.secretBox, outbox: outbox)
      for person in ["ada", "grace"] {
        let (user, _) = try await Self.signIn(server, "github.com", as: person)
        let account = try #require(try await server.account(user.localID))
        let now = server.clock.now()
        let writes = grants.revocations(of: account, now: now)
        #expect(writes.writes.count == 1 && writes.losses.isEmpty)
        try await server.service.store.apply(
          [.updateAccount(account)] + StoreWrite.deletion(of: account, now: now) + writes.writes)
        #expect(try await server.account(user.localID) == nil)
      }
      #expect(try await server.waitingRevocations() == limit)
      #expect(server.revocationCounts.lost == 2 - limit)
      #expect(server.log.text.contains("access is not revoked at a provider: the outbox is full"))
    }
  }

  @Test("a provider that cannot revoke access refuses the setting")
  func refused() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["microsoft.com", "oidc.line"]) { providerID in
        var change = ProviderChange()
        change.revokesOnDeletion = true
        let scope = Scope(project: TestServer.project)
        let error = await #expect(throws: IdentityError.self) {
          _ = try await server.backend.administration.changeProvider(
            providerID, change, for: .webFlow, in: scope)
        }
        #expect(error?.name == "INVALID_CONFIG", "\(String(describing: error))")
        change.revokesOnDeletion = false
        _ = try await server.backend.administration.changeProvider(
          providerID, change, for: .webFlow, in: scope)
      }
    }
  }

  @Test("an OAuth 2.0 provider needs its revocation endpoint first")
  func withoutEndpoint() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("oauth.lab") { $0.endpoints.revocation = nil }
      var change = ProviderChange()
      change.revokesOnDeletion = true
      let scope = Scope(project: TestServer.project)
      let administration = server.backend.administration
      let error = await #expect(throws: IdentityError.self) {
        _ = try await administration.changeProvider("oauth.lab", change, for: .webFlow, in: scope)
      }
      #expect(error?.name == "INVALID_CONFIG", "\(String(describing: error))")
      change.endpoints = { $0.revocation = server.origin + "/lab/oauth/revoke" }
      change.clientSecret = .replaced(Secret(ProviderLab.clients.oauth.secret))
      _ = try await administration.changeProvider("oauth.lab", change, for: .webFlow, in: scope)
      #expect(try await server.project().provider("oauth.lab")?.revokesOnDeletion == true)
    }
  }
}
