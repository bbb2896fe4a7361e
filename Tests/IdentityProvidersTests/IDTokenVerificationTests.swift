import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Testing

@Suite("An ID token passes only when everything about it holds")
struct IDTokenVerificationTests {
  @Test("a good token of either kind of key becomes an identity")
  func goodTokens() async throws {
    try await OpenIDFixture.run { provider in
      let identity = try await provider.verify(provider.token.text)
      #expect(identity.providerID == "oidc.test")
      #expect(identity.rawID == "user-1")
      #expect(identity.email?.text == "ada@example.com")
      #expect(identity.emailVerifiedByProvider)
      #expect(identity.displayName == "Ada Lovelace")
      #expect(identity.rawUserInfo["sub"] == "user-1")
      #expect(identity.redemption?.expiresAt ?? .init(seconds: 0) > TestToken.now.adding(seconds: 3600))
      let elliptic = provider.token.withHeader("alg", "ES256").withHeader("kid", "ec-1")
        .signed(TestKeys.signES256)
      #expect(try await provider.verify(elliptic.text).rawID == "user-1")
    }
  }

  @Test("the key fixes the algorithm: no header talks the verifier into another (T11)")
  func algorithmConfusion() async throws {
    try await OpenIDFixture.run { provider in
      let good = provider.token
      let publicKeyTexts = [
        TestKeys.rsa.key.publicKey.pemRepresentation,
        JSONWriter.text(.object(TestKeys.rsa.jwk)), TestKeys.rsa.jwk["n"]?.stringValue ?? "",
      ]
      for text in publicKeyTexts {
        let keyed = good.withHeader("alg", "HS256").signed { message in
          Array(HMAC<SHA256>.authenticationCode(for: message, using: .init(data: Data(text.utf8))))
        }
        #expect(await provider.refusal(keyed.text) == badSignature)
      }
      let table: [(String, TestToken, String)] = [
        ("none, unsigned", good.withHeader("alg", "none").signed { _ in [] }, badSignature),
        ("none, signed", good.withHeader("alg", "none"), badSignature),
        ("None", good.withHeader("alg", "NoNe").signed { _ in [] }, badSignature),
        ("no alg", good.withHeader("alg", nil), badSignature),
        ("RS512 by an RS256 key", good.withHeader("alg", "RS512"), badSignature),
        ("PS256 by an RS256 key", good.withHeader("alg", "PS256"), badSignature),
        ("ES256 claimed for an RSA key", good.withHeader("alg", "ES256"), badSignature),
        ("the RSA key's signature under the EC key", good.withHeader("kid", "ec-1"), badSignature),
        ("empty signature", good.signed { _ in [] }, badSignature),
        ("another key's signature", good.signed(TestKeys.other.sign), badSignature),
        ("unknown kid", good.withHeader("kid", "rsa-2").signed(TestKeys.other.sign), unknownKey),
        ("no kid", good.withHeader("kid", nil), "INVALID_IDP_RESPONSE : The ID Token does not name its key."),
        (
          "kid of another type", good.withHeader("kid", 1),
          "INVALID_IDP_RESPONSE : The ID Token does not name its key."
        ),
        ("unknown crit", good.withHeader("crit", ["exp"]), badHeader),
        ("empty crit", good.withHeader("crit", []), badHeader),
        (
          "embedded jwk",
          good.withHeader("jwk", .object(TestKeys.other.jwk)).signed(TestKeys.other.sign), badHeader
        ),
        (
          "jku", good.withHeader("jku", .string("\(provider.stub.baseURL)/evil")).signed(TestKeys.other.sign),
          badSignature
        ),
        (
          "access token", good.withHeader("typ", "at+jwt"),
          "INVALID_IDP_RESPONSE : The token is not an ID Token."
        ),
      ]
      for (name, token, expected) in table {
        #expect(await provider.refusal(token.text) == expected, "\(name)")
      }
      #expect(provider.stub.received("/evil").isEmpty)
      let identity = try await provider.verify(good.text)
      #expect(identity.rawID == "user-1")
    }
  }

  @Test("keys that are no keys for signatures are not used")
  func unusableKeys() async throws {
    let weak = TestKeys.rsa.jwk.merging(["n": "AQAB", "kid": "weak"]) { $1 }
    let symmetric: [String: JSONValue] = ["kty": "oct", "k": "c2VjcmV0", "kid": "rsa-1", "alg": "HS256"]
    let forEncryption = TestKeys.other.jwk.merging(["use": "enc"]) { $1 }
    let mismatched = TestKeys.rsa.jwk.merging(["alg": "ES256", "kid": "mixed"]) { $1 }
    let set = TestKeys.keySet([symmetric, weak, forEncryption, mismatched])
    try await OpenIDFixture.run(keys: { set }) { provider in
      let secret = SymmetricKey(data: Data("secret".utf8))
      let keyed = provider.token.withHeader("alg", "HS256").signed {
        Array(HMAC<SHA256>.authenticationCode(for: $0, using: secret))
      }
      #expect(await provider.refusal(keyed.text) == unknownKey)
      let encrypted = provider.token.withHeader("kid", "rsa-2").signed(TestKeys.other.sign)
      #expect(await provider.refusal(encrypted.text) == unknownKey)
      #expect(await provider.refusal(provider.token.withHeader("kid", "mixed").text) == unknownKey)
      #expect(await provider.refusal(provider.token.withHeader("kid", "weak").text) == unknownKey)
    }
  }

  @Test("every strict prefix and every flipped part of a token fails (T12)")
  func truncation() async throws {
    try await OpenIDFixture.run { provider in
      let text = provider.token.text
      for length in 0..<text.count {
        let refusal = await provider.refusal(String(text.prefix(length)))
        #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(length) characters")
      }
      for damaged in [
        text + ".", text + "A", text + "=", " " + text, text + "\n", "." + text, text + "." + text,
      ] {
        #expect(await provider.refusal(damaged) != nil)
      }
      let parts = text.split(separator: ".").map(String.init)
      let swapped = "\(parts[1]).\(parts[0]).\(parts[2])"
      #expect(await provider.refusal(swapped) != nil)
    }
  }

  @Test("oversized and deeply nested tokens are refused before they are parsed (T13)")
  func bombs() async throws {
    try await OpenIDFixture.run { provider in
      let huge = String(repeating: "A", count: 5_000_000)
      let dots = String(repeating: ".", count: 1_000_000)
      let nested = String(repeating: "[", count: 4000) + String(repeating: "]", count: 4000)
      let nestedToken = "\(Base64URL.encode(nested.utf8)).e30.AA"
      for text in [huge, "\(huge).\(huge).\(huge)", dots] {
        #expect(await provider.refusal(text) == "INVALID_IDP_RESPONSE : The ID Token is too large.")
      }
      #expect(await provider.refusal(nestedToken) == "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
      let many = provider.token.with("aud", .array((0..<400).map { .string("app-\($0)") }))
      #expect(await provider.refusal(many.text)?.contains("audience") == true)
      #expect(provider.stub.received.isEmpty, "nothing was fetched for any of them")
    }
  }

  @Test("lifetimes are required and bounded by one skew (T7)", arguments: lifetimes)
  func lifetime(_ row: LifetimeRow) async throws {
    try await OpenIDFixture.run { provider in
      var token = provider.token
      for (name, value) in row.claims { token = token.with(name, value) }
      let refusal = await provider.refusal(token.text)
      #expect(refusal == row.refusal.map { "INVALID_IDP_RESPONSE : The ID Token \($0)" }, "\(row.name)")
    }
  }

  @Test("the audience is compared whole; missing, empty or part of one never passes (T5, T6)")
  func audiences() async throws {
    try await OpenIDFixture.run(audiences: ["app-1", "com.example.app"]) { provider in
      let refused: [JSONValue?] = [
        nil, .null, "", [], [""], "app", "app-12", "xapp-1", "APP-1", "app-1 ", "app-1,evil", "com.example",
        "com.example.app.evil", 1, true, ["app-1", 1], [["app-1"]], ["evil"], ["evil", "app-1"],
        .object(["app-1": true]),
      ]
      for audience in refused {
        let refusal = await provider.refusal(provider.token.with("aud", audience).text)
        #expect(
          refusal?.hasPrefix("INVALID_IDP_RESPONSE : The audience in ID Token [") == true,
          "\(audience ?? "nil")")
      }
      #expect(
        await provider.refusal(provider.token.with("aud", "evil").text)
          == "INVALID_IDP_RESPONSE : The audience in ID Token [evil] does not match the expected audience "
          + "app-1 or com.example.app.")
      for audience: JSONValue in ["app-1", "com.example.app", ["app-1"], ["app-1", "com.example.app"]] {
        #expect(await provider.refusal(provider.token.with("aud", audience).text) == nil)
      }
      let shared = provider.token.with("aud", ["evil", "app-1"])
      #expect(await provider.refusal(shared.with("azp", "evil").text) != nil)
      #expect(await provider.refusal(shared.with("azp", "app-1").text) == nil)
    }
  }

  @Test("without a configured audience nothing passes", arguments: [[], [""], ["", ""]])
  func noAudiences(_ audiences: [String]) async throws {
    try await OpenIDFixture.run(audiences: audiences) { provider in
      for audience: JSONValue? in [nil, "", "app-1", [""], .array([])] {
        #expect(
          await provider.refusal(provider.token.with("aud", audience).text)?
            .hasSuffix("does not match the expected audience.") == true)
      }
    }
  }

  @Test("issuer and subject are exact and there")
  func issuerAndSubject() async throws {
    try await OpenIDFixture.run { provider in
      let base = provider.issuer
      for issuer: JSONValue? in [
        nil, "", .null, .string(base + "//"), .string(base.uppercased()), .string(base + ".evil.test"),
        [.string(base)], "https://accounts.google.com",
      ] {
        let refusal = await provider.refusal(provider.token.with("iss", issuer).text)
        #expect(refusal?.contains("is not the expected issuer") == true)
      }
      for subject: JSONValue? in [
        nil, "", .null, 17, "a\u{1}b", .string(String(repeating: "x", count: 256)),
      ] {
        let refusal = await provider.refusal(provider.token.with("sub", subject).text)
        #expect(refusal == "INVALID_IDP_RESPONSE : The ID Token has no subject.")
      }
    }
  }

  @Test("a token has one redemption, whatever its signature looks like")
  func redemption() async throws {
    try await OpenIDFixture.run { provider in
      let elliptic = provider.token.withHeader("alg", "ES256").withHeader("kid", "ec-1")
        .signed(TestKeys.signES256)
      // ECDSA signs the same text differently each time; both are one credential.
      let first = try await provider.verify(elliptic.text)
      let second = try await provider.verify(elliptic.text)
      #expect(first.tokens.idToken != second.tokens.idToken)
      #expect(first.redemption?.key == second.redemption?.key)
      let later = try await provider.verify(elliptic.with("iat", .integer(TestToken.now.seconds - 9)).text)
      #expect(later.redemption?.key != first.redemption?.key)
    }
  }

  @Test("text of the token in an error is bounded and printable")
  func quotedText() async throws {
    try await OpenIDFixture.run { provider in
      let nasty = provider.token.with(
        "aud", .string("a : b\n\"\u{202E}" + String(repeating: "z", count: 2000)))
      let refusal = try #require(await provider.refusal(nasty.text))
      #expect(refusal.utf8.count < 600)
      #expect(refusal.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      #expect(refusal.components(separatedBy: " : ").count == 2)
    }
  }
}

private let badSignature = "INVALID_IDP_RESPONSE : The signature of the ID Token is not valid."
private let badHeader = "INVALID_IDP_RESPONSE : The header of the ID Token is not acceptable."
private let unknownKey =
  "INVALID_IDP_RESPONSE : The ID Token is signed by a key that its issuer does not publish."

struct LifetimeRow: Sendable, CustomTestStringConvertible {
  var name: String
  var claims: [String: JSONValue?]
  var refusal: String?
  var testDescription: String { name }
}

private let second = TestToken.now.seconds
private let undated = "does not say when it was issued and when it expires."
let lifetimes: [LifetimeRow] = [
  .init(name: "no exp", claims: ["exp": .some(nil)], refusal: undated),
  .init(name: "no iat", claims: ["iat": .some(nil)], refusal: undated),
  .init(name: "null exp", claims: ["exp": .null], refusal: undated),
  .init(name: "exp as text", claims: ["exp": "9999999999"], refusal: undated),
  .init(name: "exp beyond all years", claims: ["exp": .double(1e300)], refusal: undated),
  .init(name: "negative iat", claims: ["iat": -1], refusal: undated),
  .init(name: "exp with a fraction", claims: ["exp": .double(Double(second) + 10.5)]),
  .init(name: "just inside the skew", claims: ["exp": .integer(second - 59), "iat": .integer(second - 99)]),
  .init(
    name: "expired by the skew", claims: ["exp": .integer(second - 60), "iat": .integer(second - 99)],
    refusal: "has expired."),
  .init(
    name: "expired an hour ago",
    claims: ["exp": .integer(second - 3600), "iat": .integer(second - 7200)], refusal: "has expired."),
  .init(name: "issued within the skew", claims: ["iat": .integer(second + 60)]),
  .init(
    name: "issued beyond the skew", claims: ["iat": .integer(second + 61)],
    refusal: "was issued in the future."),
  .init(
    name: "expires before it was issued",
    claims: ["iat": .integer(second + 30), "exp": .integer(second + 20)],
    refusal: "was issued in the future."),
  .init(name: "valid later", claims: ["nbf": .integer(second + 61)], refusal: "is not valid yet."),
  .init(name: "nbf of another type", claims: ["nbf": "now"], refusal: "is not valid yet."),
  .init(name: "nbf reached", claims: ["nbf": .integer(second)]),
]
