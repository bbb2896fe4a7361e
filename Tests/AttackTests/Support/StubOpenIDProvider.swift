import Crypto
import Foundation
import Hummingbird
import IdentityWire
import NIOCore
import Synchronization
import TestSupport

/// An OpenID provider on loopback that lets its one user in at once, and answers UserInfo with any bytes.
final class StubOpenIDProvider: Sendable {
  static let clientID = "app-1"

  private let key = P256.Signing.PrivateKey()
  private let state = Mutex((issuer: "", nonce: "", userInfo: [UInt8](), tokens: [UInt8]?.none))
  /// The `revocation_endpoint` of the discovery document.
  private let revocation = Mutex<String?>(nil)
  var issuer: String { state.withLock(\.issuer) }

  static func run(_ body: @Sendable @escaping (StubOpenIDProvider) async throws -> Void) async throws {
    let provider = StubOpenIDProvider()
    let router = Router()
    router.get("/.well-known/openid-configuration") { _, _ in Self.json(provider.configuration) }
    router.get("/jwks") { _, _ in Self.json(provider.keySet) }
    router.post("/token") { _, _ in
      try provider.state.withLock(\.tokens).map(Self.answer) ?? Self.json(try provider.tokens())
    }
    router.get("/userinfo") { _, _ in Self.answer(provider.state.withLock(\.userInfo)) }
    try await LoopbackApplication.run(router.buildResponder()) { port in
      provider.state.withLock { $0.issuer = "http://127.0.0.1:\(port)" }
      try await body(provider)
    }
  }

  /// The REST API's settings by which a server takes it for a provider of OpenID Connect.
  var openIDConfig: JSONValue {
    [
      "enabled": true, "clientId": .string(Self.clientID), "issuer": .string(issuer),
      "clientSecret": "secret", "responseType": ["code": true],
    ]
  }

  /// The REST API's settings by which a server takes it for a provider of OAuth 2.0 alone.
  var oauthConfig: JSONValue {
    [
      "enabled": true, "clientId": .string(Self.clientID), "clientSecret": "secret",
      "revokeOnDeletion": true,
      "oauth2Config": [
        "authorizationEndpoint": .string(issuer + "/authorize"), "tokenEndpoint": .string(issuer + "/token"),
        "userInfoEndpoint": .string(issuer + "/userinfo"),
        "revocationEndpoint": .string(issuer + "/revoke"),
        "profile": ["userId": "sub", "displayName": "name"],
      ],
    ]
  }

  /// - Parameters:
  ///   - nonce: of the authorization request that the next code is for.
  ///   - userInfo: the next answers.
  ///   - tokens: the next answers of the token endpoint. Nil for those of a provider that works.
  func expect(nonce: String, userInfo: String, tokens: String? = nil) {
    state.withLock { state in
      (state.nonce, state.userInfo) = (nonce, Array(userInfo.utf8))
      state.tokens = tokens.map { Array($0.utf8) }
    }
  }

  func publish(revocationEndpoint: String) { revocation.withLock { $0 = revocationEndpoint } }

  private var configuration: JSONValue {
    [
      "revocation_endpoint": revocation.withLock(\.self).map { .string($0) } ?? .null,
      "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
      "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/jwks"),
      "userinfo_endpoint": .string(issuer + "/userinfo"),
    ]
  }

  private var keySet: JSONValue {
    let point = key.publicKey.rawRepresentation
    let members: JSONValue = [
      "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": "1",
      "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32))),
    ]
    return ["keys": [members]]
  }

  private func tokens() throws -> JSONValue {
    let (issuer, nonce) = state.withLock { ($0.issuer, $0.nonce) }
    let now = Int64(Date().timeIntervalSince1970)
    let header: JSONValue = ["alg": "ES256", "kid": "1", "typ": "JWT"]
    let claims: JSONValue = [
      "iss": .string(issuer), "aud": .string(Self.clientID), "sub": "user-1", "nonce": .string(nonce),
      "iat": .integer(now), "exp": .integer(now + 3_600),
    ]
    let input = [header, claims].map { Base64URL.encode(JSONWriter.text($0).utf8) }.joined(separator: ".")
    let signature = try key.signature(for: Data(input.utf8)).rawRepresentation
    return [
      "access_token": "an-access-token", "token_type": "Bearer", "expires_in": 3_600,
      "id_token": .string("\(input).\(Base64URL.encode(signature))"),
    ]
  }

  private static func json(_ value: JSONValue) -> Response { answer(Array(JSONWriter.text(value).utf8)) }

  private static func answer(_ bytes: [UInt8]) -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
