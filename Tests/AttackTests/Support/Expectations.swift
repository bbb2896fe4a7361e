import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

/// The answer refuses: a client error in the envelope of the API, without tokens.
func expectRefused(
  _ response: TestResponse, _ code: String? = nil, _ what: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    (400..<500).contains(response.status), "\(what): \(response.status) \(response.text.prefix(400))",
    sourceLocation: sourceLocation)
  expectNoTokens(response, what, sourceLocation: sourceLocation)
  guard let code else { return }
  #expect(
    response.errorMessage?.hasPrefix(code) == true, "\(what): \(response.errorMessage ?? response.text)",
    sourceLocation: sourceLocation)
}

/// Whatever it says, it hands out nothing to sign in with.
func expectNoTokens(
  _ response: TestResponse, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
) {
  for name in ["idToken", "refreshToken", "id_token", "refresh_token", "access_token"] {
    #expect(response.json[name] == nil, "\(what): \(name)", sourceLocation: sourceLocation)
  }
}

/// The text of a member of a successful answer.
func require(
  _ response: TestResponse, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
  try #require(
    response.status == 200 ? response.json[name]?.stringValue : nil,
    "\(name): \(response.status) \(response.text.prefix(400))", sourceLocation: sourceLocation)
}

extension TestServer {
  /// A new account with a password, signed in, in the project of a key.
  func signUp(_ email: String, _ password: String, key: String = "key") async throws -> TestSession {
    try TestSession(
      await call(
        "accounts:signUp",
        ["email": .string(email), "password": .string(password), "returnSecureToken": true], key: key))
  }

  func account(email: String) async throws -> Account? {
    try await accounts().first { $0.email?.text == email }
  }
}
