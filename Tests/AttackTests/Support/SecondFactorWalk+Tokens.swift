import IdentityWire
import TestSupport

/// What can be tried with a token.
extension SecondFactorWalk {
  func upgrade() async throws -> TestResponse? {
    guard let token = recent(idTokens), let email = pick(emails) else { return nil }
    return try await server.call(
      "accounts:signUp",
      ["idToken": .string(token), "email": .string(email), "password": .string(passwords[0])])
  }

  func profile() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    return try await server.call(
      "accounts:update", ["idToken": .string(token), "displayName": "Ada", "returnSecureToken": true])
  }

  func credentials() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    var message: [String: JSONValue] = ["idToken": .string(token), "returnSecureToken": true]
    message["password"] = .string(passwords[0])
    if chance(6) { message["email"] = .string(pick(emails) ?? "") }
    return try await server.call("accounts:update", .object(message))
  }

  func unlink() async throws -> TestResponse? {
    guard let token = recent(idTokens),
      let provider = pick(["google.com", "phone", "github.com", "apple.com"])
    else { return nil }
    return try await server.call(
      "accounts:update",
      ["idToken": .string(token), "deleteProvider": [.string(provider)], "returnSecureToken": true])
  }

  func refresh() async throws -> TestResponse? {
    guard let token = recent(refreshTokens) else { return nil }
    return try await server.refresh(token)
  }

  func lookup() async throws -> TestResponse? {
    guard let token = recent(idTokens) else { return nil }
    let response = try await server.call("accounts:lookup", ["idToken": .string(token)])
    // A token that shows the account is one of a signed-in user.
    if response.status == 200 { try await check(token, response) }
    return response
  }
}
