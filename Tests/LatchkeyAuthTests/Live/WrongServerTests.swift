import FirebaseAuth
import FirebaseCore
import Foundation
import Operations
import TestSupport
import Testing

@testable import LatchkeyAuth

@Suite(
  "What the SDK says where the server is wrong, and that nothing goes elsewhere", .timeLimit(.minutes(15)))
struct WrongServerTests {
  private static let password = "a secret that must not leave"

  private static func auth(_ server: URL?) throws -> Auth {
    let options = FirebaseOptions(apiKey: "key", latchkeyURL: server)
    return try Auth.auth(
      app: FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options), in: .inMemory())
  }

  /// The error of a sign-in that must not succeed. Neither it nor a log of it has the password.
  private static func error(_ auth: Auth) async -> NSError? {
    let error = await failure { try await auth.signIn(withEmail: "ada@example.com", password: password) }
    #expect(auth.currentUser == nil)
    #expect(error.map { "\($0) \($0.userInfo)".contains(password) } == false)
    return error
  }

  @Test(
    "a host that is no Latchkey is an internal error with its answer, whatever it answers",
    arguments: [
      ("404 Not Found", "<html>not here</html>"), ("403 Forbidden", "no"), ("200 OK", "<html>Welcome</html>"),
      ("200 OK", #"{"hello":"world"}"#), ("200 OK", "[]"), ("500 Oops", #"{"error":"oops"}"#),
    ])
  func wrongHost(_ status: String, _ body: String) async throws {
    let server = try ScriptedServer { $0.answer(status, body: body) }
    defer { server.stop() }
    let error = await Self.error(try Self.auth(try server.url()))
    #expect(error?.code == AuthErrorCode.internalError.rawValue)
    #expect(error?.userInfo[NSUnderlyingErrorKey] != nil && server.requests.count == 1)
  }

  @Test("a host that leads elsewhere is not followed", arguments: [301, 302, 303, 307, 308])
  func elsewhere(_ status: Int) async throws {
    let other = try ScriptedServer { $0.answer("200 OK", body: "{}") }
    defer { other.stop() }
    let location = try other.url("/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword")
    let server = try ScriptedServer { $0.answer("\(status) Elsewhere", ["Location: \(location)"]) }
    defer { server.stop() }
    let error = await Self.error(try Self.auth(try server.url()))
    #expect(error?.code == AuthErrorCode.networkError.rawValue)
    #expect(server.requests.count == 1 && other.requests.isEmpty)
  }

  @Test("an address that passwords must not be sent to is refused before anything is sent")
  func unprotected() async throws {
    #expect(throws: AuthError.self) { try Self.auth(URL(string: "http://auth.example.com")) }
    let auth = try Self.auth(nil)
    let address = try #require(URL(string: "http://auth.example.com"))
    let error = #expect(throws: AuthError.self) { try auth.useBackend(address) }
    #expect(error?.localizedDescription.contains("https://") == true)
    #expect(await Self.error(auth)?.code == AuthErrorCode.internalError.rawValue)
  }

  @Test("a server that is down is a network error with the system's reason, and the user stays signed in")
  func down() async throws {
    let error = await Self.error(try Self.auth(URL(string: "http://127.0.0.1:\(try TestServer.freePort())")))
    #expect(error?.code == AuthErrorCode.networkError.rawValue)
    let underlying = error?.userInfo[NSUnderlyingErrorKey] as? NSError
    #expect(underlying?.domain == NSURLErrorDomain)
    #expect(underlying?.code == URLError.cannotConnectToHost.rawValue)
    #expect(error?.localizedFailureReason?.isEmpty == false)

    try await LiveAuth.run { live in
      let user = try await live.auth.signInAnonymously().user
      live.transport.goDown(for: 100)
      #expect(await failureCode { try await user.reload() } == .networkError)
      #expect(await failureCode { _ = try await user.getIDToken(forcingRefresh: true) } == .networkError)
      #expect(live.auth.currentUser === user)
    }
  }

  @Test("a certificate that nobody signed is a network error whose reason names it, and nothing is sent")
  func untrusted() async throws {
    let server = try Python(running: "Tests/untrusted_server.py")
    let port = try #require(server.readLine())
    let error = await Self.error(try Self.auth(URL(string: "https://localhost:\(port)")))
    #expect(error?.code == AuthErrorCode.networkError.rawValue)
    #expect(error?.localizedFailureReason?.contains("certificate") == true, "\(error as Any)")
    server.write("\n")
    #expect(server.readLine() == "0")
  }

  @Test("a wrong API key is named")
  func wrongKey() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      _ = try await server.backend.administration.changeSignIn(in: TestServer.project) { $0 = .allOn }
      let wrong = try LiveAuth(server, configure: { $0.apiKey = "AIzaWrong" })
      let error = await Self.error(wrong.auth)
      #expect(error?.code == AuthErrorCode.invalidAPIKey.rawValue)
      let project = try #require(try await server.backend.projects.project(TestServer.project))
      let right = try LiveAuth(server, configure: { $0.apiKey = project.apiKeys.first })
      try await right.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      #expect(right.auth.currentUser != nil)
    }
  }
}
