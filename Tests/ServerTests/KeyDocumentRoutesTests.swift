import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing
import X509

@Suite("The key documents over HTTP", .fewAtOnce)
struct KeyDocumentRoutesTests {
  static let certificatePaths = [
    "/v1/publicKeys", "/identitytoolkit.googleapis.com/v1/publicKeys",
    "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
    "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
    "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys",
  ]
  static let keySetPaths = [
    "/.well-known/jwks.json", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
    "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  ]

  private static func isValid(_ token: UnverifiedJWT, by key: _RSA.Signing.PublicKey) -> Bool {
    key.isValidSignature(
      .init(rawRepresentation: token.signature), for: token.signingInput, padding: .insecurePKCS1v1_5)
  }

  /// The keys of a JWK set by their ids.
  private static func keys(_ response: TestResponse) throws -> [String: _RSA.Signing.PublicKey] {
    var keys: [String: _RSA.Signing.PublicKey] = [:]
    for jwk in response.json["keys"]?.arrayValue ?? [] {
      let modulus = try #require(jwk["n"]?.stringValue.flatMap { Base64URL.decode($0) })
      let exponent = try #require(jwk["e"]?.stringValue.flatMap { Base64URL.decode($0) })
      keys[try #require(jwk["kid"]?.stringValue)] = try _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }
    return keys
  }

  private static func certificates(_ response: TestResponse) throws -> [String: _RSA.Signing.PublicKey] {
    try (response.json.objectValue ?? [:]).mapValues { pem in
      try #require(_RSA.Signing.PublicKey(try Certificate(pemEncoded: pem.stringValue ?? "").publicKey))
    }
  }

  private static func maxAge(_ response: TestResponse) throws -> Int {
    let header = try #require(response.headers.first(name: "cache-control"))
    #expect(header.hasPrefix("public, max-age="))
    let digits = header.split(separator: "=")[1].prefix { $0.isNumber }
    return try #require(Int(digits))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an ID token verifies by the certificates and by the key set, wherever they are read") {
      try await verification($0)
    },
    Behaviour("discovery names the issuer that tokens have and the key set that verifies them") {
      try await discovery($0)
    },
    Behaviour("a cache that has an answer for nobody's page does not hand it to a page") {
      try await caches($0)
    },
  ]

  @Test("keys and discovery are published as verifiers expect")
  func documents() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func verification(_ server: TestServer) async throws {
    let token = try UnverifiedJWT(try await server.signUpAnonymously().idToken)
    let keyID = try #require(token.keyID)
    #expect(token.algorithm == "RS256")
    for path in Self.certificatePaths {
      let response = try await server.send("GET", path)
      #expect(response.status == 200, "\(path)")
      let key = try #require(try Self.certificates(response)[keyID], "\(path)")
      #expect(Self.isValid(token, by: key), "\(path)")
      #expect(try (300...21_600).contains(Self.maxAge(response)))
    }
    for path in Self.keySetPaths {
      let response = try await server.send("GET", path)
      #expect(response.status == 200, "\(path)")
      let key = try #require(try Self.keys(response)[keyID], "\(path)")
      #expect(Self.isValid(token, by: key), "\(path)")
      #expect(try (300...21_600).contains(Self.maxAge(response)))
      #expect(response.headers.first(name: "content-type") == "application/json; charset=UTF-8")
      for jwk in response.json["keys"]?.arrayValue ?? [] {
        #expect(jwk["d"] == nil && jwk["use"] == "sig" && jwk["alg"] == "RS256")
      }
    }
  }

  private static func discovery(_ server: TestServer) async throws {
    let claims = try await server.signUpAnonymously().claims
    for path in ["/.well-known/openid-configuration", "/example/.well-known/openid-configuration"] {
      let document = try await server.send("GET", path)
      #expect(document.json["issuer"] == claims["iss"])
      let address = try #require(document.json["jwks_uri"]?.stringValue)
      #expect(address == server.origin + "/.well-known/jwks.json")
      #expect(try await server.send("GET", address).json["keys"]?.arrayValue?.isEmpty == false)
    }
    let unknown = try await server.send("GET", "/nobody/.well-known/openid-configuration")
    #expect(unknown.status == 404)
  }

  @Test("a rotation publishes the new key before it signs, and the old one while its tokens live")
  func rotation() async throws {
    try await TestServer.run { server in
      let before = try UnverifiedJWT(try await server.signUpAnonymously().idToken)
      let old = try #require(before.keyID)
      let entry = try await server.service.keyRing.rotate(now: server.clock.now())
      let new = entry.key.keyID
      func published() async throws -> Set<String> {
        Set(try Self.keys(try await server.send("GET", "/.well-known/jwks.json")).keys)
      }
      #expect(try await published() == [old, new])
      #expect(try UnverifiedJWT(try await server.signUpAnonymously().idToken).keyID == old)

      server.clock.advance(seconds: entry.activeFrom.seconds - server.clock.now().seconds - 10)
      let last = try await server.signUpAnonymously()
      #expect(try UnverifiedJWT(last.idToken).keyID == old)
      server.clock.advance(seconds: 20)
      let first = try await server.signUpAnonymously()
      #expect(try UnverifiedJWT(first.idToken).keyID == new)
      #expect(try await published() == [old, new])
      // Both verify here, too.
      for session in [last, first] {
        #expect(try await server.lookUp(session.idToken)["localId"] == .string(session.localID))
      }
      server.clock.advance(seconds: 1_300_000)
      #expect(try await published() == [new])
    }
  }

  @Test("a withdrawn key's tokens are refused at once")
  func compromise() async throws {
    try await TestServer.run { server in
      let session = try await server.signUpAnonymously()
      try await server.service.keyRing.rotate(.compromised, now: server.clock.now())
      server.clock.advance(seconds: 1)
      let refused = try await server.call("accounts:lookup", ["idToken": .string(session.idToken)])
      #expect(refused.errorMessage == "INVALID_ID_TOKEN")
      #expect(try await server.refresh(session.refreshToken).status == 200)
    }
  }

  // Fails when `Vary` is there only for requests that have an origin.
  private static func caches(_ server: TestServer) async throws {
    let path = "/identitytoolkit.googleapis.com/v1/publicKeys"
    let plain = try await server.send("GET", path)
    #expect(plain.headers["vary"].contains("Origin"))
    let ofPage = try await server.send("GET", path, headers: ["Origin": "https://app.example.com"])
    #expect(ofPage.headers["vary"].contains("Origin"))
    #expect(ofPage.headers.first(name: "access-control-allow-origin") == "https://app.example.com")
  }
}
