import Foundation
import IdentityWire
import TestSupport
import Testing
import WorkPool

@testable import Operations

@Suite("A server with too much to do", .fewAtOnce, .timeLimit(.minutes(15)))
struct OverloadTests {
  private static let password = "correct horse battery"

  private static func credential(_ email: String) -> JSONValue {
    ["email": .string(email), "password": .string(password), "returnSecureToken": true]
  }

  /// Keeps every thread for passwords busy, and every place behind them taken, while the body runs.
  private static func floodingPasswords(
    of server: TestServer, _ body: () async throws -> Void
  ) async throws {
    let gate = DispatchSemaphore(value: 0)
    var flood: [Task<Void, any Error>] = []
    while let place = try? server.service.passwordPool.place() {
      flood.append(Task { try await place.run { gate.wait() } })
    }
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    for _ in flood { gate.signal() }
    for task in flood { try await task.value }
    try outcome.get()
  }

  private static func expectBusy(_ answer: TestResponse, _ location: SourceLocation = #_sourceLocation) {
    #expect(answer.status == 429, "\(answer.text)", sourceLocation: location)
    #expect(answer.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER", sourceLocation: location)
    let seconds = answer.headers.first(name: "retry-after").flatMap { Int($0) } ?? 0
    #expect(seconds > 0, sourceLocation: location)
  }

  @Test("while every thread for passwords is busy, what needs none is answered and what needs one refused")
  func passwords() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 4
    try await TestServer.run(options) { server in
      let ada = try await server.signUp("ada@example.com", password: Self.password)
      try await Self.floodingPasswords(of: server) {
        let lookup = try await server.call("accounts:lookup", ["idToken": .string(ada.idToken)])
        #expect(lookup.status == 200, "\(lookup.text)")
        #expect(try await server.refresh(ada.refreshToken).status == 200)
        #expect(try await server.call("accounts:signUp", ["returnSecureToken": true]).status == 200)
        let rename = try await server.call(
          "accounts:update", ["idToken": .string(ada.idToken), "displayName": "Ada"])
        #expect(rename.status == 200, "\(rename.text)")

        for email in ["ada@example.com", "nobody@example.com"] {
          Self.expectBusy(try await server.call("accounts:signInWithPassword", Self.credential(email)))
          Self.expectBusy(try await server.call("accounts:signUp", Self.credential(email)))
        }
        Self.expectBusy(
          try await server.call(
            "accounts:update", ["idToken": .string(ada.idToken), "password": "another horse battery"]))
      }
      let answer = try await server.call("accounts:signInWithPassword", Self.credential("ada@example.com"))
      #expect(answer.status == 200, "\(answer.text)")
    }
  }

  @Test("what is refused because too many passwords wait counts against nobody")
  func uncounted() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 1
    var limits = AbuseLimits.development
    limits.passwords.perSecretAndNetwork = .backOff(after: 2, first: 60, longest: 60, memory: 60)
    limits.signUpsPerProject = .rate(2, per: 3_600)
    limits.credentialChangesPerAccount = .rate(1, per: 3_600)
    options.limits = limits
    try await TestServer.run(options) { server in
      let ada = try await server.signUp("ada@example.com", password: Self.password)
      let newPassword: JSONValue = ["idToken": .string(ada.idToken), "password": "another horse battery"]
      let wrong: JSONValue = ["email": "ada@example.com", "password": "wrong horse battery"]
      try await Self.floodingPasswords(of: server) {
        for _ in 0..<5 {
          Self.expectBusy(try await server.call("accounts:signInWithPassword", wrong))
          Self.expectBusy(try await server.call("accounts:signUp", Self.credential("bob@example.com")))
          Self.expectBusy(try await server.call("accounts:update", newPassword))
        }
      }
      #expect(try await server.call("accounts:signInWithPassword", wrong).errorMessage != nil)
      let signIn = try await server.call("accounts:signInWithPassword", Self.credential("ada@example.com"))
      #expect(signIn.status == 200, "\(signIn.text)")
      let signUp = try await server.call("accounts:signUp", Self.credential("bob@example.com"))
      #expect(signUp.status == 200, "\(signUp.text)")
      #expect(try await server.call("accounts:update", newPassword).status == 200)
      // The limits are in force, and say when they let somebody in again.
      let tooMany = try await server.call("accounts:signUp", Self.credential("cleo@example.com"))
      #expect(tooMany.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
      let wait = try #require(tooMany.headers.first(name: "retry-after").flatMap { Int($0) })
      #expect((1...3_600).contains(wait))
    }
  }

  @Test("the page of a mailed link says when to try again, too, and keeps the code")
  func page() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 1
    try await TestServer.run(options) { server in
      _ = try await server.signUp("ada@example.com", password: Self.password)
      _ = try await server.resetCode("ada@example.com")
      let link = try server.mail("PASSWORD_RESET", to: "ada@example.com").link
      let form = try await server.send("GET", link.replacing("/emulator/action?", with: "/__/auth/action?"))
      try await Self.floodingPasswords(of: server) {
        let answer = try await server.submit(form, [("newPassword", "another horse battery")])
        #expect(answer.status == 429, "\(answer.text)")
        #expect(answer.headers.first(name: "retry-after") == "1")
      }
      let answer = try await server.submit(form, [("newPassword", "another horse battery")])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
