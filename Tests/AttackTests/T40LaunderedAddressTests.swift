import Identity
import IdentityWire
import TestSupport
import Testing

/// A provider that a stale session links brings an address along. Whoever reads its mail comes in by that, too.
@Suite("T40: recent sign-in laundered by an address", .fewAtOnce)
struct T40LaunderedAddressTests {
  /// A user without an address whose stale session linked an identity that has one.
  private static func run(
    verified: Bool, _ body: @Sendable @escaping (TestServer, StaleSession) async throws -> Void
  ) async throws {
    try await StaleSession.run { server in
      try await server.changeProject { $0.signIn.emailTrust = .providerClaim }
      let user = try TestSession(try await server.signInByPhone("+15551230100"))
      let stale = try await StaleSession(server, user)
      let identity = #"{"sub":"666","email":"thief@example.com","email_verified":\#(verified)}"#
      _ = try TestSession(
        try await server.signInWithIdp(
          [("providerId", "google.com"), ("id_token", identity)], stale.idToken))
      let account = try #require(try await server.account(user.localID))
      #expect(account.email?.text == "thief@example.com" && account.emailVerified == verified)
      server.clock.advance(seconds: 60)
      try await body(server, stale)
    }
  }

  // Fails when the address that a stale link brings is not noted with the link.
  @Test("a mailed link to the address that it brought is no recent sign-in, nor is a password set by mail")
  func mail() async throws {
    try await Self.run(verified: true) { server, stale in
      let code = try await server.signInLinkCode("thief@example.com")
      let byLink = try TestSession(try await server.signInWithLink(code, email: "thief@example.com"))
      #expect(byLink.localID == stale.session.localID)
      try await expectStale(byLink, since: stale.signedInAt, server, "link")
      let reset = try await server.resetPassword(
        try await server.resetCode("thief@example.com"), to: "stolen account")
      #expect(reset.status == 200, "\(reset.text)")
      let byPassword = try TestSession(
        try await server.signIn("thief@example.com", password: "stolen account"))
      try await expectStale(byPassword, since: stale.signedInAt, server, "password")
    }
  }

  // Fails when a link that is merged by the address is taken for one that its user proved.
  @Test("a further provider that is merged by that address is no recent sign-in either")
  func merged() async throws {
    try await Self.run(verified: true) { server, stale in
      let other = [
        ("providerId", "github.com"),
        ("id_token", #"{"sub":"667","email":"thief@example.com","email_verified":true}"#),
      ]
      for round in 1...2 {
        let back = try TestSession(try await server.signInWithIdp(other))
        #expect(back.localID == stale.session.localID)
        try await expectStale(back, since: stale.signedInAt, server, "round \(round)")
      }
    }
  }

  // Fails when a take-over forgets where the address came from.
  @Test("taking the account over by that address is no recent sign-in")
  func takeOver() async throws {
    try await Self.run(verified: false) { server, stale in
      let code = try await server.signInLinkCode("thief@example.com")
      let back = try TestSession(try await server.signInWithLink(code, email: "thief@example.com"))
      #expect(back.localID == stale.session.localID)
      try await expectStale(back, since: stale.signedInAt, server)
    }
  }
}
