import FirebaseAuth
import FirebaseCore
import Foundation
import Testing

@testable import LatchkeyAuth

/// `make tls-test` has a server as real users have it, whose authority is the one that the system trusts.
private let production = ProcessInfo.processInfo.environment["LATCHKEY_TEST_PRODUCTION"]

@Suite(
  "The SDK against latchkey serve over TLS", .enabled(if: production != nil, "make tls-test runs these"),
  .timeLimit(.minutes(15)))
struct OverTLSTests {
  private static func auth(_ variable: String, key: String? = nil, storage: MemoryStorage = MemoryStorage())
    throws -> Auth
  {
    let environment = ProcessInfo.processInfo.environment
    let address = try #require(environment[variable])
    let known = try #require(environment["LATCHKEY_TEST_PRODUCTION_KEY"])
    let options = FirebaseOptions(
      apiKey: key ?? known, projectID: "example", latchkeyURL: URL(string: address))
    return try Auth.auth(
      app: FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options),
      in: AuthEnvironment(
        transport: URLSessionTransport(), storage: storage, presenter: BrowserPresenter { _ in }))
  }

  @Test("a user signs up, is renewed, comes back after a start, signs out and in again, and is deleted")
  func wholeLife() async throws {
    let storage = MemoryStorage()
    let auth = try Self.auth("LATCHKEY_TEST_PRODUCTION", storage: storage)
    let email = "\(UUID().uuidString.lowercased())@example.com"
    let user = try await auth.createUser(withEmail: email, password: "correct horse").user
    let token = try await user.getIDTokenResult(forcingRefresh: true)
    #expect(token.claims["sub"] as? String == user.uid && token.claims["aud"] as? String == "example")

    let later = try Self.auth("LATCHKEY_TEST_PRODUCTION", storage: storage)
    #expect(later.currentUser?.uid == user.uid)
    try await later.currentUser?.reload()
    try later.signOut()
    // A server for real users does not tell a wrong password from an address that nobody has.
    #expect(
      await failureCode { try await later.signIn(withEmail: email, password: "another one") }
        == .invalidCredential)
    let back = try await later.signIn(withEmail: email, password: "correct horse").user
    #expect(back.uid == user.uid)
    try await back.delete()
    #expect(later.currentUser == nil)
  }

  @Test(
    "an app is led to it by each file of the console, as it was downloaded",
    arguments: [
      "GoogleService-Info.plist", "latchkey.json", "google-services.json", "google-services-desktop.json",
    ])
  func downloadedFile(file: String) async throws {
    let directory = try #require(ProcessInfo.processInfo.environment["LATCHKEY_TEST_CONFIGURATIONS"])
    let options = try #require(FirebaseOptions(contentsOfFile: "\(directory)/\(file)"))
    let auth = try Auth.auth(
      app: FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options),
      in: AuthEnvironment(
        transport: URLSessionTransport(), storage: MemoryStorage(), presenter: BrowserPresenter { _ in }))
    let email = "\(UUID().uuidString.lowercased())@example.com"
    let made = try await auth.createUser(withEmail: email, password: "correct horse").user
    try auth.signOut()
    let user = try await auth.signIn(withEmail: email, password: "correct horse").user
    #expect(user.uid == made.uid)
    #expect(try await user.getIDTokenResult().claims["aud"] as? String == "example")
    try await user.delete()
  }

  @Test("an app goes over to it by its address")
  func useBackend() async throws {
    let auth = try Self.auth("LATCHKEY_TEST_NOBODY")
    try auth.useBackend(try #require(production.flatMap { URL(string: $0) }))
    let email = "\(UUID().uuidString.lowercased())@example.com"
    let user = try await auth.createUser(withEmail: email, password: "correct horse").user
    #expect(auth.currentUser === user)
    try await user.delete()
  }

  @Test("a wrong API key is named")
  func wrongKey() async throws {
    let auth = try Self.auth("LATCHKEY_TEST_PRODUCTION", key: "AIzaWrong")
    #expect(
      await failureCode { try await auth.signIn(withEmail: "ada@example.com", password: "correct horse") }
        == .invalidAPIKey)
  }

  @Test("who trusts that authority trusts no other, and sends nothing to what it did not sign")
  func untrusted() async throws {
    let auth = try Self.auth("LATCHKEY_TEST_UNTRUSTED")
    let error = await failure {
      try await auth.signIn(withEmail: "ada@example.com", password: "correct horse")
    }
    #expect(error?.code == AuthErrorCode.networkError.rawValue)
    #expect(error?.localizedFailureReason?.contains("certificate") == true)
  }
}
