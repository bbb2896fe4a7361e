import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire
import JSONWebKeys
import Synchronization
import Testing

@testable import IdentityProviders

@Suite("Keys as providers publish them")
struct ProviderKeyTests {
  private static let ed25519 = Curve25519.Signing.PrivateKey()

  private static func rsa(without names: String...) -> [String: JSONValue] {
    TestKeys.rsa.jwk.filter { !names.contains($0.key) }
  }

  private static func run(
    _ keys: [[String: JSONValue]], _ body: @escaping @Sendable (OpenIDFixture) async throws -> Void
  ) async throws {
    let set = TestKeys.keySet(keys)
    try await OpenIDFixture.run(keys: { set }, body)
  }

  private static func signed(_ token: TestToken, _ algorithm: String) -> TestToken {
    token.withHeader("alg", .string(algorithm)).signed { message in
      let key = TestKeys.rsa.key
      let padding: _RSA.Signing.Padding = algorithm.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
      let signature =
        switch algorithm.suffix(3) {
        case "384": try? key.signature(for: SHA384.hash(data: message), padding: padding)
        case "512": try? key.signature(for: SHA512.hash(data: message), padding: padding)
        default: try? key.signature(for: SHA256.hash(data: message), padding: padding)
        }
      return signature.map { Array($0.rawRepresentation) } ?? []
    }
  }

  @Test(
    "a key without alg proves every algorithm of its kind",
    arguments: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"])
  func keyWithoutAlgorithm(_ algorithm: String) async throws {
    try await Self.run([Self.rsa(without: "alg")]) { (provider: OpenIDFixture) async throws in
      #expect(try await provider.verify(Self.signed(provider.token, algorithm).text).rawID == "user-1")
      for other in ["HS256", "none", "ES256", "EdDSA", "rs256", ""] {
        let token = Self.signed(provider.token, algorithm).withHeader("alg", .string(other))
        #expect(await provider.refusal(token.text) == badSignature, "\(other)")
      }
    }
  }

  @Test("a key with alg proves that one alone", arguments: ["RS384", "PS256"])
  func keyWithAlgorithm(_ algorithm: String) async throws {
    try await Self.run([TestKeys.rsa.jwk.merging(["alg": .string(algorithm)]) { $1 }]) {
      (provider: OpenIDFixture) async throws in
      #expect(try await provider.verify(Self.signed(provider.token, algorithm).text).rawID == "user-1")
      for other in ["RS256", "RS512", "PS512"] {
        #expect(await provider.refusal(Self.signed(provider.token, other).text) == badSignature)
      }
    }
  }

  @Test("Ed25519 has two names", arguments: [nil, "EdDSA", "Ed25519"])
  func ed25519(_ published: String?) async throws {
    var jwk: [String: JSONValue] = [
      "kty": "OKP", "crv": "Ed25519", "kid": "ed-1",
      "x": .string(Base64URL.encode(Self.ed25519.publicKey.rawRepresentation)),
    ]
    jwk["alg"] = published.map(JSONValue.string)
    try await Self.run([jwk]) { (provider: OpenIDFixture) async throws in
      for name in ["EdDSA", "Ed25519"] {
        let token = provider.token.withHeader("alg", .string(name)).withHeader("kid", "ed-1").signed {
          (try? Self.ed25519.signature(for: $0)).map(Array.init) ?? []
        }
        #expect(try await provider.verify(token.text).rawID == "user-1")
      }
    }
  }

  @Test("a token without kid has the only key, and so has every token where the only key has no kid")
  func onlyKey() async throws {
    let forEncryption = TestKeys.other.jwk.merging(["use": "enc"]) { $1 }
    try await Self.run([TestKeys.rsa.jwk, forEncryption]) { (provider: OpenIDFixture) async throws in
      let nameless = provider.token.withHeader("kid", nil)
      #expect(try await provider.verify(nameless.text).rawID == "user-1")
      #expect(await provider.refusal(nameless.signed(TestKeys.other.sign).text) == badSignature)
      let named = provider.token.withHeader("kid", "rsa-9")
      #expect(await provider.refusal(named.text)?.contains("does not publish") == true)
    }
    try await Self.run([Self.rsa(without: "kid")]) { (provider: OpenIDFixture) async throws in
      #expect(try await provider.verify(provider.token.withHeader("kid", nil).text).rawID == "user-1")
      #expect(try await provider.verify(provider.token.text).rawID == "user-1")
      #expect(await provider.refusal(provider.token.signed(TestKeys.other.sign).text) == badSignature)
    }
  }

  @Test("among several keys a token has to name its own")
  func severalKeys() async throws {
    for keys in [
      [TestKeys.rsa.jwk, TestKeys.other.jwk], [Self.rsa(without: "kid"), TestKeys.other.jwk],
      [Self.rsa(without: "kid"), Self.rsa(without: "kid")], [],
    ] {
      try await Self.run(keys) { (provider: OpenIDFixture) async throws in
        #expect(
          await provider.refusal(provider.token.withHeader("kid", nil).text)
            == "INVALID_IDP_RESPONSE : The ID Token does not name its key.")
      }
    }
    try await Self.run([Self.rsa(without: "kid"), TestKeys.other.jwk]) {
      (provider: OpenIDFixture) async throws in
      #expect(await provider.refusal(provider.token.text)?.contains("does not publish") == true)
      let named = provider.token.withHeader("kid", "rsa-2").signed(TestKeys.other.sign)
      #expect(try await provider.verify(named.text).rawID == "user-1")
    }
  }

  // Fails when a key with such an id is taken for one without an id, which proves tokens of any.
  @Test("a published key whose id is no text is no key", arguments: [1, "", .null, []] as [JSONValue])
  func malformedPublishedKeyID(_ id: JSONValue) {
    var jwk = TestKeys.rsa.jwk
    jwk["kid"] = id
    #expect(VerificationKey(jwk: .object(jwk)) == nil)
  }

  @Test("a key id that is no text is none")
  func malformedKeyID() async throws {
    try await Self.run([TestKeys.rsa.jwk]) { (provider: OpenIDFixture) async throws in
      for id: JSONValue in [1, "", .null, [], .string(String(repeating: "x", count: 513))] {
        #expect(
          await provider.refusal(provider.token.withHeader("kid", id).text)
            == "INVALID_IDP_RESPONSE : The ID Token does not name its key.")
      }
    }
  }

  @Test(
    "a new key under the old id is fetched at the first signature that does not fit, and then at the floor")
  func replacedKey() async throws {
    let isReplaced = Mutex(false)
    let old = TestKeys.keySet([TestKeys.rsa.jwk])
    let new = TestKeys.keySet([TestKeys.other.jwk.merging(["kid": "rsa-1"]) { $1 }])
    try await OpenIDFixture.run(keys: { isReplaced.withLock { $0 } ? new : old }) {
      (provider: OpenIDFixture) async throws in
      _ = try await provider.verify(provider.token.text)
      isReplaced.withLock { $0 = true }
      let token = provider.token.signed(TestKeys.other.sign)
      #expect(await provider.refusal(token.text) == badSignature, "the keys are of this very moment")
      let later = TestToken.now.adding(seconds: 5)
      #expect(try await provider.verify(token.text, now: later).rawID == "user-1")
      #expect(provider.stub.received("/jwks").count == 2)
      for second in 6..<30 {
        let forged = provider.token.signed { _ in [UInt8](repeating: 7, count: 256) }
        #expect(
          await provider.refusal(forged.text, now: TestToken.now.adding(seconds: Int64(second)))
            == badSignature)
      }
      #expect(provider.stub.received("/jwks").count == 2, "the floor holds")
    }
  }
}

private let badSignature = "INVALID_IDP_RESPONSE : The signature of the ID Token is not valid."
