import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Users are told of their passkeys", .fewAtOnce)
struct PasskeyNoticeTests {
  @Test("its user is told by mail that a passkey came or went")
  func notices() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("ada@example.com")
      let passkey = try await server.enrollPasskey(user, ["name": "Blue key"])
      #expect(server.backend.inbox.notices.last?.body.contains("passkey (Blue key)") == true)
      let count = server.backend.inbox.notices.count
      _ = try await server.call(
        "accounts:update",
        ["idToken": .string(passkey.session.idToken), "deletePasskey": [.string(passkey.id)]])
      #expect(server.backend.inbox.notices.count == count + 1)
      #expect(server.backend.inbox.notices.last?.body.contains("passkey (Blue key)") == true)
    }
  }

  // Fails when the notice hangs on the sign-in's being refused, or on its being let in.
  @Test("its user is told by mail that a passkey may have been copied, refused or not")
  func copied() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [true, false] as [Bool]) { isRefused in
        let user = try await server.verifiedUser("ada@example.com")
        var passkey = try await server.enrollPasskey(user, ["name": "Blue key"]) { $0.signCount = 5 }
        let origin = passkey.authenticator.origin
        try await server.changeProject { project in
          var settings = PasskeySettings(rpID: "localhost", expectedOrigins: [origin])
          settings.refusesCopies = isRefused
          project.signIn.passkeys = settings
        }
        let count = server.backend.inbox.notices.count
        passkey.authenticator.signCount = 4
        #expect(try await server.signInByPasskey(passkey.authenticator).status == (isRefused ? 400 : 200))
        let notices = server.backend.inbox.notices.dropFirst(count)
        #expect(notices.count == 1)
        #expect(notices.first?.body.contains("passkey (Blue key)") == true)
        #expect(notices.first?.body.contains("a copy of this passkey") == true)
        passkey.authenticator.signCount = 9
        #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
        #expect(server.backend.inbox.notices.count == count + 1)
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  // Fails when the counter is compared before the challenge is redeemed.
  @Test("an answer that is sent twice is no copy, refused or not")
  func sentTwice() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [true, false] as [Bool]) { isRefused in
        let user = try await server.verifiedUser("ada@example.com")
        var passkey = try await server.enrollPasskey(user) { $0.signCount = 5 }
        let origin = passkey.authenticator.origin
        try await server.changeProject { project in
          var settings = PasskeySettings(rpID: "localhost", expectedOrigins: [origin])
          settings.refusesCopies = isRefused
          project.signIn.passkeys = settings
        }
        passkey.authenticator.signCount = 6
        let answer = try passkey.authenticator.assertion(challenge: try await server.signInChallenge())
        #expect(try await server.finalizePasskeySignIn(answer).status == 200)
        let count = server.backend.inbox.notices.count
        let again = try await server.finalizePasskeySignIn(answer)
        #expect(again.errorMessage == "PASSKEY_CHALLENGE_TIMEOUT", "\(again.text)")
        #expect(server.backend.inbox.notices.count == count)
        _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
      }
    }
  }

  @Test("a counter that stays is refused, unless the project takes copies")
  func counters() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      var passkey = try await server.enrollPasskey(user) { $0.signCount = 5 }
      for count: UInt32 in [5, 4, 0] {
        passkey.authenticator.signCount = count
        let refused = try await server.signInByPasskey(passkey.authenticator)
        #expect(refused.errorMessage == "INVALID_AUTHENTICATOR_RESPONSE", "\(count): \(refused.text)")
      }
      passkey.authenticator.signCount = 6
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
      let origin = passkey.authenticator.origin
      try await server.changeProject { project in
        var settings = PasskeySettings(rpID: "localhost", expectedOrigins: [origin])
        settings.refusesCopies = false
        project.signIn.passkeys = settings
      }
      #expect(try await server.signInByPasskey(passkey.authenticator).status == 200)
      #expect(try await server.account(user.localID)?.passkeys.first?.signCount == 6)
    }
  }
}
