import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("accounts:resetPassword", .fewAtOnce)
struct ResetPasswordTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a reset sets the password, proves the address and ends every session, once") {
      try await reset($0)
    },
    Behaviour("other providers stay with an address that was proved before") { try await providersStay($0) },
    Behaviour("a code dies when the password or the address was changed since, and when a sibling was used") {
      try await dies($0)
    },
    Behaviour("a disabled account's password is not reset, and none where passwords are off") {
      try await refused($0)
    },
  ]

  @Test("a mailed code resets a password, once")
  func resets() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func reset(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.resetCode("ann@example.com")
    #expect(try await server.resetPassword(code, to: nil).json["requestType"] == "PASSWORD_RESET")
    #expect(try await server.resetPassword(code, to: "").status == 200, "an empty password only looks")
    #expect(try await server.lookUp(ann.idToken)["emailVerified"] == false)

    #expect(try await server.resetPassword(code, to: "a new password").status == 200)
    #expect(try await server.account(ann.localID)?.emailVerified == true)
    #expect(
      try await server.call("accounts:lookup", ["idToken": .string(ann.idToken)]).errorMessage
        == "TOKEN_EXPIRED")
    #expect(try await server.refresh(ann.refreshToken).status == 400)
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 400)
    #expect(try await server.signInWithPassword("ann@example.com", "a new password").status == 200)
    #expect(try await server.resetPassword(code, to: "again").errorMessage == "INVALID_OOB_CODE")
  }

  private static func providersStay(_ server: TestServer) async throws {
    let token = try await server.labToken("google.com", ["sub": "7", "email": "ann@gmail.com"])
    let ann = try TestSession(
      try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)]))
    let code = try await server.resetCode("ann@gmail.com")
    #expect(try await server.resetPassword(code, to: "a new password").status == 200)
    let account = try #require(try await server.account(ann.localID))
    #expect(account.links.map(\.providerID) == ["google.com"] && account.password != nil)
  }

  @Test("an hour later the code has expired, and much later it is unknown")
  func expiry() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com")
      let code = try await server.resetCode("ann@example.com")
      server.clock.advance(seconds: 3_600)
      #expect(try await server.resetPassword(code, to: "a new password").errorMessage == "EXPIRED_OOB_CODE")
      #expect(try await server.resetPassword(code, to: nil).errorMessage == "EXPIRED_OOB_CODE")
      server.clock.advance(seconds: 8 * 86_400)
      #expect(try await server.resetPassword(code, to: "a new password").errorMessage == "INVALID_OOB_CODE")
    }
  }

  private static func dies(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let first = try await server.resetCode("ann@example.com")
    let second = try await server.resetCode("ann@example.com")
    #expect(try await server.resetPassword(first, to: "password one").status == 200)
    #expect(try await server.resetPassword(second, to: "password two").errorMessage == "INVALID_OOB_CODE")

    let third = try await server.resetCode("ann@example.com")
    let moved = try await server.administer(
      "accounts:update", ["localId": .string(ann.localID), "email": "other@example.com"])
    #expect(moved.status == 200)
    #expect(
      try await server.resetPassword(third, to: "password three").errorMessage == "INVALID_OOB_CODE")
    #expect(try await server.resetPassword(third, to: nil).errorMessage == "INVALID_OOB_CODE")
  }

  private static func refused(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let code = try await server.resetCode("ann@example.com")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(ann.localID), "disableUser": true])
    #expect(try await server.resetPassword(code, to: "a new password").errorMessage == "USER_DISABLED")
    _ = try await server.administer(
      "accounts:update", ["localId": .string(ann.localID), "disableUser": false])
    try await server.changeProject { $0.signIn.passwordEnabled = false }
    for password in ["a new password", nil] {
      #expect(
        try await server.resetPassword(code, to: password).errorMessage == "PASSWORD_LOGIN_DISABLED")
    }
    #expect(try await server.call("accounts:resetPassword", [:]).status == 400)
    try await server.changeProject { $0.signIn.passwordEnabled = true }
    #expect(try await server.call("accounts:resetPassword", [:]).errorMessage == "MISSING_OOB_CODE")
    #expect(
      try await server.resetPassword(code, to: "short").errorMessage?.hasPrefix("WEAK_PASSWORD") == true)
    #expect(try await server.resetPassword(code, to: "a new password").status == 200)
  }
}
