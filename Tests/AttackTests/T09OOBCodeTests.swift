import IdentityWire
import TestSupport
import Testing

@Suite("T9: an out-of-band code used for another purpose", .fewAtOnce)
struct T09OOBCodeTests {
  private static let email = "ann@example.com"

  private struct Place: Sendable {
    let name: String
    let takes: Set<String>
    let present: @Sendable (TestServer, String) async throws -> TestResponse
  }

  private static let places: [Place] = [
    Place(name: "reset", takes: ["PASSWORD_RESET"]) { server, value in
      try await server.resetPassword(value, to: "a new password")
    },
    Place(name: "apply", takes: ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "RECOVER_EMAIL"]) {
      server, value in try await server.apply(oobCode: value)
    },
    Place(name: "sign-in link", takes: ["EMAIL_SIGNIN"]) { server, value in
      try await server.signInWithLink(value, email: email)
    },
    Place(name: "refresh", takes: ["refresh token"]) { server, value in try await server.refresh(value) },
    Place(name: "lookup", takes: []) { server, value in
      try await server.call("accounts:lookup", ["idToken": .string(value)])
    },
    Place(name: "pending token", takes: ["pending token"]) { server, value in
      try await server.signInWithIdp([("providerId", "google.com")], ["pendingToken": .string(value)])
    },
    Place(name: "state", takes: []) { server, value in
      try await server.signInWithIdp([("state", value), ("code", "x")], ["sessionId": "x"])
    },
    Place(name: "ID token of a link", takes: []) { server, value in
      let code = try await server.signInLinkCode("other@example.com")
      return try await server.signInWithLink(code, email: "other@example.com", ["idToken": .string(value)])
    },
    Place(name: "ID token of a mail", takes: []) { server, value in
      try await server.sendOob("VERIFY_EMAIL", ["idToken": .string(value)])
    },
  ]

  // Fails when `presented` does not compare the kind of a code.
  @Test("every code is refused everywhere but at its own operation, and refusing uses nothing up")
  func matrix() async throws {
    try await TestServer.run { server in
      let first = try await server.signUp("old@example.com")
      let ann = try TestSession(
        try await server.call(
          "accounts:update",
          ["idToken": .string(first.idToken), "email": .string(Self.email), "returnSecureToken": true]))
      let google = try await server.labToken("google.com", ["sub": "1", "email": "g@gmail.com"])
      let flow = try await server.beginFlow("google.com")
      let artifacts = [
        ("PASSWORD_RESET", try await server.resetCode(Self.email)),
        ("VERIFY_EMAIL", try await server.verificationCode(of: ann, Self.email)),
        ("VERIFY_AND_CHANGE_EMAIL", try await server.changeCode(of: ann, to: "new@example.com")),
        ("RECOVER_EMAIL", try server.mail("RECOVER_EMAIL", to: "old@example.com").code),
        ("EMAIL_SIGNIN", try await server.signInLinkCode(Self.email)),
        ("refresh token", ann.refreshToken), ("flow state", flow["state"] ?? ""),
        ("session id", flow.sessionID), ("Google ID token", google),
        ("pending token", try require(try await server.signIn(.google, google, nonce: nil), "pendingToken")),
        ("garbage", String(repeating: "A", count: 43)),
      ]
      let before = try await server.accounts()
      for place in Self.places {
        for (name, value) in artifacts where !place.takes.contains(name) {
          expectRefused(try await place.present(server, value), nil, "\(name) at \(place.name)")
        }
      }
      #expect(try await server.accounts() == before)
      // In an order in which each can still be used.
      for name in ["VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL", "RECOVER_EMAIL", "EMAIL_SIGNIN"] {
        let place = try #require(Self.places.first { $0.takes.contains(name) })
        let value = try #require(artifacts.first { $0.0 == name }).1
        let response = try await place.present(server, value)
        #expect(response.status == 200, "\(name): \(response.text)")
      }
      let reset = try await server.resetCode("old@example.com")
      #expect(try await server.resetPassword(reset, to: "a new password").status == 200)
    }
  }
}
