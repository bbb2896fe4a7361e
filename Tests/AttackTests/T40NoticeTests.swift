import Identity
import IdentityWire
import Messaging
import TestSupport
import Testing

/// What a thief adds, and what they take away, its owner hears of.
@Suite("T40: changes that nobody is told of", .fewAtOnce)
struct T40NoticeTests {
  /// `added`, `removed` or `changed`, with what the mail names.
  private static func told(_ server: TestServer, to email: String = "ada@example.com") -> [String] {
    server.backend.inbox.notices.filter { $0.to.text == email }.map { mail in
      let kind =
        mail.subject.contains("added") ? "added" : mail.subject.contains("removed") ? "removed" : "changed"
      let named = ["Google", "+*******0166", "password", "email link"].filter { name in
        mail.body.components(separatedBy: "\n").contains { $0.hasSuffix(": \(name).") }
      }
      return ([kind] + named).joined(separator: " ")
    }
  }

  // Fails when one of these calls tells nothing.
  @Test("every way added or removed, and every change of the password, is told to the verified address")
  func everything() async throws {
    try await StaleSession.run { server in
      var user = try await server.verifiedUser("ada@example.com")
      func update(_ change: [String: JSONValue]) async throws {
        var message = change
        message["idToken"] = .string(user.idToken)
        message["returnSecureToken"] = true
        server.clock.advance(seconds: 1)
        let response = try await server.call("accounts:update", .object(message))
        #expect(response.status == 200, "\(response.text)")
        if response.json["idToken"] != nil { user = try TestSession(response) }
      }
      #expect(Self.told(server).isEmpty)
      user = try TestSession(
        try await server.signInWithIdp(StaleSession.ownIdentity, ["idToken": .string(user.idToken)]))
      user = try TestSession(
        try await server.signInByPhone(StaleSession.ownNumber, ["idToken": .string(user.idToken)]))
      try await update(["password": "another horse"])
      try await update(["deleteProvider": ["google.com"]])
      try await update(["deleteProvider": ["phone"]])
      try await update(["deleteAttribute": ["PASSWORD"]])
      user = try TestSession(
        try await server.call(
          "accounts:signUp",
          ["idToken": .string(user.idToken), "email": "ada@example.com", "password": "correct horse"]))
      let code = try await server.signInLinkCode("ada@example.com")
      _ = try TestSession(
        try await server.signInWithLink(
          code, email: "ada@example.com", ["idToken": .string(user.idToken)]))
      server.clock.advance(seconds: 1)
      #expect(
        try await server.resetPassword(
          try await server.resetCode("ada@example.com"), to: "a third horse"
        ).status == 200)
      server.clock.advance(seconds: 1)
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "password": "a fourth horse"])
      #expect(
        Self.told(server) == [
          "added Google", "added +*******0166", "changed", "removed Google", "removed +*******0166",
          "removed password", "added password", "added email link", "changed", "changed",
        ])
      for mail in server.backend.inbox.notices {
        #expect(mail.link.isEmpty && mail.code.isEmpty && !mail.body.contains("http"))
        #expect(!mail.body.contains(StaleSession.ownNumber))
      }
      // Apps' tests read the codes and the messages: there is nothing of it among them.
      #expect(server.mails.allSatisfy { !$0.link.isEmpty })
    }
  }

  // Fails when a merge by the verified address is not told.
  @Test("a provider that is merged by the address is told, a sign-in that changes nothing is not")
  func merged() async throws {
    try await StaleSession.run { server in
      _ = try await server.verifiedUser("ada@gmail.com")
      let identity = [
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"1","email":"ada@gmail.com","email_verified":true}"#),
      ]
      for _ in 1...2 { _ = try TestSession(try await server.signInWithIdp(identity)) }
      let code = try await server.signInLinkCode("ada@gmail.com")
      #expect(try await server.signInWithLink(code, email: "ada@gmail.com").status == 200)
      #expect(Self.told(server, to: "ada@gmail.com") == ["added Google"])
    }
  }

  // Fails when an address is told that nobody proved to be the user's, or that the change brought.
  @Test("an address that was not proved before is told nothing, nor is anybody of an import")
  func unverified() async throws {
    try await StaleSession.run { server in
      let user = try await server.signUp("ada@example.com")
      _ = try TestSession(
        try await server.signInWithIdp(StaleSession.ownIdentity, ["idToken": .string(user.idToken)]))
      let anonymous = try await server.signUpAnonymously()
      let brought = [
        ("providerId", "google.com"),
        ("id_token", #"{"sub":"7","email":"bo@gmail.com","email_verified":true}"#),
      ]
      _ = try TestSession(
        try await server.signInWithIdp(brought, ["idToken": .string(anonymous.idToken)]))
      let verified = try await server.verifiedUser("grace@example.com")
      let imported = try await server.administer(
        "accounts:batchCreate",
        [
          "users": [
            [
              "localId": .string(verified.localID), "email": "grace@example.com", "emailVerified": true,
              "phoneNumber": "+15551230177",
            ]
          ], "allowOverwrite": true,
        ])
      #expect(imported.status == 200 && imported.json["error"] == nil, "\(imported.text)")
      #expect(server.backend.inbox.notices.isEmpty)
    }
  }

  // Fails when notices are not counted by mailbox (eleven and more come), and when a count refuses the change.
  @Test("a mailbox is not flooded by changes, which happen all the same")
  func flood() async throws {
    try await TestServer.runLimited { options in
      options.acceptsUnsignedCredentials = true
    } _: { server in
      let user = try await server.verifiedUser("ada@example.com")
      for round in 1...15 {
        let linked = try await server.signInWithIdp(
          StaleSession.ownIdentity, ["idToken": .string(user.idToken)])
        #expect(linked.status == 200, "\(round): \(linked.text)")
        let unlinked = try await server.call(
          "accounts:update", ["idToken": .string(user.idToken), "deleteProvider": ["google.com"]])
        #expect(unlinked.status == 200, "\(round): \(unlinked.text)")
      }
      #expect(counts(Self.told(server)) == ["added Google": 10, "removed Google": 10])
    }
  }

  // Fails when a notice is written as other messages are, which are refused where too many wait.
  @Test("a full outbox keeps nobody from changing how they sign in")
  func fullOutbox() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    let smtp = SMTPSettings(host: "localhost", port: 1, security: .none)
    var delivery = MessageDelivery(
      mail: .init(smtp: smtp, from: try #require(Mailbox("noreply@example.com"))))
    delivery.policy.maximumWaiting = 1
    options.delivery = delivery
    try await TestServer.run(options) { server in
      let key = try #require(try await server.project().apiKeys.first)
      let made = try await server.signUp("ada@example.com", "correct horse", key: key)
      guard var account = try await server.account(made.localID) else { return }
      account.emailVerified = true
      try await server.service.store.apply([.updateAccount(account)])
      var user = made
      for round in 1...4 {
        let response = try await server.call(
          "accounts:update",
          ["idToken": .string(user.idToken), "password": .string("horse number \(round)")], key: key)
        #expect(response.status == 200, "\(round): \(response.text)")
        user = try TestSession(response)
      }
      #expect(try await server.backend.outbox?.depth(of: .mail).waiting == 2)
    }
  }
}
