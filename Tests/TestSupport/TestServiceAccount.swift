import CryptoExtras
import Foundation
import Identity
import IdentityWire
import Operations
import Secrets

/// A service account as a program knows it: from its file alone.
public struct TestServiceAccount: Sendable {
  public let file: JSONValue
  public let email: String
  public let keyID: String
  private let key: _RSA.Signing.PrivateKey

  public init(file text: String) throws {
    file = try JSONParser().parse(text)
    guard let email = file["client_email"]?.stringValue, let keyID = file["private_key_id"]?.stringValue,
      let pem = file["private_key"]?.stringValue
    else { throw TestFailure("no service account's file") }
    self.email = email
    self.keyID = keyID
    key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
  }

  public func signature(of input: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: input, padding: .insecurePKCS1v1_5).rawRepresentation)
  }

  /// A JWT of the account's key, or under what `sign` makes. Members that are nil are left out.
  public func token(
    _ claims: [String: JSONValue?], header changes: [String: JSONValue?] = [:],
    sign: (([UInt8]) throws -> [UInt8])? = nil
  ) throws -> String {
    var header: [String: JSONValue] = ["alg": "RS256", "kid": .string(keyID), "typ": "JWT"]
    for (name, value) in changes { header[name] = value }
    let input = [header, claims.compactMapValues { $0 }]
      .map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }.joined(separator: ".")
    let signature = try (sign ?? self.signature(of:))(Array(input.utf8))
    return "\(input).\(Base64URL.encode(signature))"
  }
}

extension TestServer {
  public static let customTokenAudience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  public func addServiceAccount(
    _ name: String = "backend", scopes: Set<AccessScope> = Set(AccessScope.allCases),
    in project: ProjectID = TestServer.project
  ) async throws -> TestServiceAccount {
    let file = try await backend.administration.createServiceAccount(name, scopes: scopes, in: project)
    return try TestServiceAccount(file: file.json(server: origin).reveal())
  }

  /// What the claims of a custom token are, with some changed.
  public func customTokenClaims(
    _ account: TestServiceAccount, _ changes: [String: JSONValue?] = [:]
  ) -> [String: JSONValue?] {
    let now = clock.now().seconds
    let claims: [String: JSONValue?] = [
      "iss": .string(account.email), "sub": .string(account.email),
      "aud": .string(Self.customTokenAudience), "iat": .integer(now), "exp": .integer(now + 3600),
      "uid": "custom-1",
    ]
    return claims.merging(changes) { $1 }
  }

  public func customToken(
    of account: TestServiceAccount, _ changes: [String: JSONValue?] = [:]
  ) throws -> String {
    try account.token(customTokenClaims(account, changes))
  }

  public func signInWithCustomToken(
    _ token: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    let message = more.merging(["token": .string(token), "returnSecureToken": true]) { $1 }
    return try await call("accounts:signInWithCustomToken", .object(message), key: key)
  }

  /// What the claims of an assertion are, with some changed.
  public func assertionClaims(
    _ account: TestServiceAccount, _ changes: [String: JSONValue?] = [:]
  ) -> [String: JSONValue?] {
    let now = clock.now().seconds
    let claims: [String: JSONValue?] = [
      "iss": .string(account.email), "aud": .string(origin + AccessTokenEndpoint.paths[0]),
      "iat": .integer(now), "exp": .integer(now + 3600),
      "scope": .string(AccessScope.text(Set(AccessScope.allCases))),
    ]
    return claims.merging(changes) { $1 }
  }

  /// The answer of the token endpoint to an assertion.
  public func grant(_ assertion: String, path: String = AccessTokenEndpoint.paths[0]) async throws
    -> TestResponse
  {
    try await send(
      "POST", path, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: FormURLEncoded([
        ("grant_type", AccessTokenRequest.jwtBearer), ("assertion", assertion),
      ]).text)
  }

  public func accessToken(of account: TestServiceAccount, _ changes: [String: JSONValue?] = [:])
    async throws -> String
  {
    let response = try await grant(account.token(assertionClaims(account, changes)))
    guard let token = response.json["access_token"]?.stringValue else {
      throw TestFailure("no access token: \(response.status) \(response.text)")
    }
    return token
  }

  /// A call with a token of an administrator.
  public func administer(
    bearer token: String, _ operation: String, _ message: JSONValue, project: String = "example"
  ) async throws -> TestResponse {
    try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/projects/\(project)\(operation)",
      headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
      body: JSONWriter.text(message))
  }

  /// A session cookie of the user of an ID token.
  public func sessionCookie(_ idToken: String) async throws -> String {
    let response = try await administer(
      bearer: "owner", ":createSessionCookie", ["idToken": .string(idToken)])
    guard let cookie = response.json["sessionCookie"]?.stringValue else {
      throw TestFailure("no session cookie: \(response.status) \(response.text)")
    }
    return cookie
  }
}
