import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T21: reset bypass, skipped steps", .fewAtOnce)
struct T21ResetBypassTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("no password is set and no address changed without the code that was mailed for it") {
      try await withoutCode($0)
    },
    Behaviour("a code that was looked at, or asked for again, does nothing before it is used in full") {
      try await outOfOrder($0)
    },
  ]

  @Test("a password is not reset past its code")
  func resets() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when a password is set for an address without a code.
  private static func withoutCode(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let before = try #require(try await server.account(ann.localID))
    let bodies: [JSONValue] = [
      [:], ["newPassword": "stolen account"], ["oobCode": "", "newPassword": "stolen account"],
      ["oobCode": .null, "newPassword": "stolen account"],
      ["email": "ann@example.com", "newPassword": "stolen account"],
      ["email": "ann@example.com", "oldPassword": "", "newPassword": "stolen account"],
      ["email": "ann@example.com", "oldPassword": "wrong", "newPassword": "stolen account"],
      ["localId": .string(ann.localID), "newPassword": "stolen account"],
      ["oobCode": ["x"], "newPassword": "stolen account"],
      ["oobCode": true, "newPassword": "stolen account"],
      ["oobCode": .string(ann.idToken), "newPassword": "stolen account"],
      ["oobCode": .string(ann.refreshToken), "newPassword": "stolen account"],
    ]
    for body in bodies {
      for operation in ["accounts:resetPassword", "accounts:signInWithEmailLink"] {
        expectRefused(try await server.call(operation, body), nil, "\(operation) \(body)")
      }
    }
    for body: JSONValue in [
      [:], ["oobCode": ""], ["oobCode": "x", "email": "thief@example.com"],
      ["oobCode": "x", "localId": .string(ann.localID), "password": "stolen account"],
      ["email": "thief@example.com"], ["password": "stolen account", "localId": .string(ann.localID)],
    ] {
      expectRefused(try await server.call("accounts:update", body), nil, "\(body)")
    }
    for form in [
      "", "mode=resetPassword&newPassword=stolen",
      "mode=resetPassword&apiKey=key&newPassword=stolen%20account",
      "mode=recoverEmail&apiKey=key&email=thief%40example.com",
      "mode=verifyAndChangeEmail&apiKey=key&oobCode=x",
    ] {
      let posted = try await server.send(
        "POST", "/__/auth/action", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: form)
      #expect(posted.status == 400, "\(form)")
    }
    #expect(try await server.account(ann.localID) == before)
  }

  // Fails when resetPassword takes any kind of code, or a change code outlives a reset.
  private static func outOfOrder(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let before = try #require(try await server.account(ann.localID))
    let reset = try await server.resetCode("ann@example.com")
    let change = try await server.changeCode(of: ann, to: "new@example.com")
    for code in [reset, change] { #expect(try await server.resetPassword(code, to: nil).status == 200) }
    expectRefused(try await server.apply(oobCode: reset), "INVALID_OOB_CODE")
    expectRefused(try await server.resetPassword(change, to: "stolen account"), "INVALID_OOB_CODE")
    for index in reset.indices {
      expectRefused(try await server.resetPassword(String(reset[..<index]), to: "stolen account"), nil)
    }
    let after = try #require(try await server.account(ann.localID))
    #expect(after == before, "\(after)\n\(before)")
    #expect(try await server.resetPassword(reset, to: "a new password").status == 200)
    expectRefused(try await server.apply(oobCode: change), "INVALID_OOB_CODE")
  }
}
