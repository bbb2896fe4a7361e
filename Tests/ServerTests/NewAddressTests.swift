import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations

@Suite("Addresses and numbers that nothing can be sent to", .fewAtOnce)
struct NewAddressTests {
  private static let unmailable = [
    "<z@x.org>", "z@x..org", "a@-x.org", "a@x-.org", "a@x.org.", "a..b@x.org", ".a@x.org", "a\u{200B}b@x.org",
    "\(String(repeating: "a", count: 65))@x.org", "a@\(String(repeating: "b", count: 250))",
    "a@\(String(repeating: "b", count: 64)).org", "a,b@x.org", "a@[127.0.0.1]", "\"a\"@x.org",
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("no account gets such an address") { try await refused($0) },
    Behaviour("addresses of all languages are taken") { try await taken($0) },
    Behaviour("an account that has such an address goes on signing in with it, and may change it") {
      try await kept($0)
    },
    Behaviour("a number has 7 to 15 digits") { try await numbers($0) },
  ]

  @Test("new addresses and numbers can be sent to")
  func addresses() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func refused(_ server: TestServer) async throws {
    let password: JSONValue = "correct horse"
    let user = try await server.signUp("ann@example.com")
    try await eachCase(of: Self.unmailable) { address in
      for (operation, message, code) in [
        ("signUp", ["email": .string(address), "password": password], "INVALID_EMAIL"),
        ("update", ["idToken": .string(user.idToken), "email": .string(address)], "INVALID_EMAIL"),
        ("sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": .string(address)], "INVALID_EMAIL"),
        (
          "sendOobCode",
          [
            "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": .string(user.idToken),
            "newEmail": .string(address),
          ], "INVALID_NEW_EMAIL"
        ),
      ] as [(String, JSONValue, String)] {
        let answer = try await server.call("accounts:\(operation)", message)
        #expect(answer.status == 400 && answer.errorMessage == code, "\(operation): \(answer.text)")
      }
      let made = try await server.administer("accounts", ["email": .string(address)])
      #expect(made.errorMessage == "INVALID_EMAIL", "\(made.text)")
      #expect(try await server.accountCount() == 1)
    }
  }

  private static func taken(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "a@b.org", "a.b+c@x-y.org", "用户@例子.公司", "józef@żółw.example", "o'neil@example.com", "a@localhost",
        "дмитрий@почта.рф", "\(String(repeating: "a", count: 64))@\(String(repeating: "b", count: 63)).org",
      ]
    ) { address in
      let answer = try await server.call(
        "accounts:signUp", ["email": .string(address), "password": "correct horse"])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  private static func kept(_ server: TestServer) async throws {
    try await eachCase(of: Self.unmailable) { address in
      let user = try await server.signUp("ann@example.com")
      let scope = Scope(project: TestServer.project)
      let id = try #require(AccountID(rawValue: user.localID))
      var account = try #require(try await server.service.store.account(id, in: scope))
      account.email = EmailAddress(address)
      try await server.service.store.apply([.updateAccount(account)])
      let signIn = try await server.call(
        "accounts:signInWithPassword", ["email": .string(address), "password": "correct horse"])
      #expect(signIn.status == 200, "\(signIn.text)")
      let same = try await server.administer(
        "accounts:update",
        ["localId": .string(user.localID), "email": .string(address), "displayName": "Ann"])
      #expect(same.status == 200, "\(same.text)")
    }
  }

  private static func numbers(_ server: TestServer) async throws {
    let message = "INVALID_PHONE_NUMBER : Invalid format."
    let user = try await server.signUp("ann@example.com")
    try await eachCase(of: ["+1", "+999", "+123456", "+1 (23) 456", "+1234567890123456"]) {
      number in
      let sent = try await server.call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
      #expect(sent.status == 400 && sent.errorMessage == message, "\(sent.text)")
      let made = try await server.administer("accounts", ["phoneNumber": .string(number)])
      #expect(made.errorMessage == message, "\(made.text)")
      let changed = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "phoneNumber": .string(number)])
      #expect(changed.errorMessage == message, "\(changed.text)")
      #expect(
        try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+1234567"]).status == 200)
    }
  }
}
