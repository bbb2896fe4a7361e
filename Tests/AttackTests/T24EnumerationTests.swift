import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T24: enumeration", .fewAtOnce)
struct T24EnumerationTests {
  private static func protected(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      _ = try await server.signUp("off@example.com")
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      let off = try #require(try await server.account(email: "off@example.com"))
      _ = try await server.administer(
        "accounts:update", ["localId": .string(off.id.rawValue), "disableUser": true])
      try await body(server)
    }
  }

  /// What an attacker compares: status and body, with what the request itself says taken out.
  private static func seen(_ response: TestResponse, _ email: String) -> String {
    "\(response.status) \(response.text.replacing(email, with: "EMAIL"))"
  }

  // Fails when EMAIL_NOT_FOUND or EMAIL_EXISTS is thrown whatever the setting.
  @Test("known, disabled and unknown addresses are answered alike")
  func answers() async throws {
    try await Self.protected { server in
      let bob = try await server.signUp("bob@example.com")
      let addresses = ["ann@example.com", "off@example.com", "nobody@example.com"]
      func all(_ request: (String) async throws -> TestResponse) async throws -> Set<String> {
        var answers: Set<String> = []
        for address in addresses { answers.insert(Self.seen(try await request(address), address)) }
        return answers
      }
      let operations: [(String, Set<String>)] = [
        ("reset", try await all { try await server.sendOob("PASSWORD_RESET", ["email": .string($0)]) }),
        ("link", try await all { try await server.sendOob("EMAIL_SIGNIN", ["email": .string($0)]) }),
        (
          "createAuthUri",
          try await all {
            try await server.call(
              "accounts:createAuthUri",
              ["identifier": .string($0), "continueUri": "http://localhost/", "sessionId": "s"])
          }
        ),
        ("sign-in", try await all { try await server.signInWithPassword($0, "a wrong password") }),
        (
          "change of address",
          try await all {
            try await server.call("accounts:update", ["idToken": .string(bob.idToken), "email": .string($0)])
          }
        ),
        (
          "verified change of address",
          try await all {
            try await server.sendOob(
              "VERIFY_AND_CHANGE_EMAIL", ["idToken": .string(bob.idToken), "newEmail": .string($0)])
          }
        ),
      ]
      for (name, answers) in operations { #expect(answers.count == 1, "\(name): \(answers)") }
      #expect(server.mails.count { $0.requestType == "PASSWORD_RESET" } == 2)
      #expect(
        server.mails.allSatisfy { $0.to.text != "nobody@example.com" || $0.requestType != "PASSWORD_RESET" })
    }
  }

  // Fails when mails that are only pretended are not counted.
  @Test("the limit of mails counts for unknown addresses, too")
  func limit() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let key = try await server.project().apiKeys[0]
      _ = try await server.signUp("ann@example.com", "correct horse", key: key)
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      for address in ["ann@example.com", "nobody@example.com"] {
        var statuses: [Int] = []
        for _ in 0..<12 {
          statuses.append(
            try await server.sendOob("PASSWORD_RESET", ["email": .string(address)], key: key).status)
        }
        #expect(statuses == Array(repeating: 200, count: 10) + [400, 400], "\(address)")
      }
    }
  }

  // Fails when refusals at unknown addresses have a smaller budget of records than refusals at accounts: the write of a record
  // is seen in the time of the answer.
  @Test("a wrong password leaves as many records for an unknown address as for a known one")
  func records() async throws {
    try await TestServer.runLimited { options in
      options.passwordMemoryCost = 4
      options.limits?.passwords = AbuseLimits.development.passwords
    } _: { server in
      _ = try await server.signUp("ann@example.com")
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      for address in ["nobody@example.com", "ann@example.com"] {
        let events = try await server.auditEvents {
          for _ in 0..<100 { _ = try await server.signInWithPassword(address, "a wrong password") }
        }
        #expect(counts(events.map(\.outcome)) == ["INVALID_LOGIN_CREDENTIALS": 100], "\(address)")
      }
    }
  }

  // Fails when a wrong password from a network that is known is answered as one that was looked at, and when only such a
  // network's wrong passwords are counted (each alone).
  @Test("a network that the owner signed in from is answered as every other")
  func knownNetwork() async throws {
    try await TestServer.runLimited { server in
      let home = server.network("203.0.113.9")
      let addresses = ["ann@example.com", "nobody@example.com"]
      #expect(try await home.signUp(addresses[0]) == "200")
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      #expect(try await home.signIn(addresses[0], "correct horse") == "200")
      for address in addresses {
        for bot in 0..<50 {
          let answer = try await server.network("10.0.0.\(bot)").signIn(address, "wrong")
          #expect(answer == "INVALID_LOGIN_CREDENTIALS")
        }
      }
      // Of the owner's own network, of one that others are known from, and of none.
      for network in [home, server.network("192.0.2.77"), server.network(nil)] {
        var seen: [[String]] = []
        for address in addresses {
          var answers: [String] = []
          for _ in 0..<13 { answers.append(try await network.refusal(address, "wrong")) }
          seen.append(answers)
        }
        #expect(seen[0] == seen[1])
        #expect(seen[0].allSatisfy { $0.hasPrefix("TOO_MANY_ATTEMPTS_TRY_LATER") }, "\(seen[0])")
      }
      server.clock.advance(seconds: 60)
      #expect(try await home.signIn(addresses[0], "correct horse") == "200")
      #expect(
        try await server.network("192.0.2.78").signIn(addresses[0], "correct horse")
          == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }
  }

  // Fails when a conflict is answered with whose account it is, whatever the setting.
  @Test("a provider's unproved address tells nothing of the account that has it but that there is one")
  func unprovedAddress() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      let owner = try TestSession(
        try await server.signInWithIdp([
          ("providerId", "google.com"),
          ("id_token", #"{"sub":"1","email":"ann@gmail.com","email_verified":true}"#),
        ]))
      func stranger(_ sub: Int) async throws -> TestResponse {
        try await server.signInWithIdp(
          [
            ("providerId", "facebook.com"),
            ("id_token", #"{"sub":"\#(sub)","email":"ann@gmail.com","email_verified":false}"#),
          ], ["returnIdpCredential": true])
      }
      let open = try await stranger(2)
      #expect(open.json["localId"]?.stringValue == owner.localID)
      #expect(open.json["verifiedProvider"] == ["google.com"])
      try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
      let hidden = try await stranger(3)
      #expect(hidden.status == 200 && hidden.json["needConfirmation"] == true, "\(hidden.text)")
      #expect(!hidden.text.contains(owner.localID) && !hidden.text.contains("google.com"))
      // What official clients make their error of.
      #expect(hidden.json["email"] == "ann@gmail.com" && hidden.json["oauthIdToken"] != nil)
      #expect(hidden.json["pendingToken"] != nil)

      // Nor does linking tell more than its error.
      let other = try await server.signUp("bob@example.com")
      let linking = try await server.signInWithIdp(
        [
          ("providerId", "facebook.com"),
          ("id_token", #"{"sub":"4","email":"ann@gmail.com","email_verified":false}"#),
        ], ["idToken": .string(other.idToken), "returnIdpCredential": true])
      #expect(linking.json["errorMessage"] == "EMAIL_EXISTS", "\(linking.text)")
      #expect(!linking.text.contains(owner.localID) && !linking.text.contains("google.com"))
    }
  }
}
