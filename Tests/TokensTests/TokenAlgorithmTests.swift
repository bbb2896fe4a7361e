import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets
import Testing

@testable import Tokens

@Suite("A project whose ID tokens are signed otherwise")
struct TokenAlgorithmTests {
  static let others: [TokenAlgorithm] = [.es256, .edDSA]
  let now = TokenFixture.now

  /// A fixture whose project has the algorithm, and the moment from which on it is used.
  private func fixture(_ algorithm: TokenAlgorithm) async throws -> (TokenFixture, Instant) {
    var fixture = try await TokenFixture()
    fixture.project.tokenAlgorithm = algorithm
    let entry = try await fixture.keys.prepare(algorithm, now: now)
    #expect(entry.key.algorithm == algorithm)
    return (fixture, entry.activeFrom)
  }

  private func text(_ fixture: TokenFixture, _ now: Instant) async throws -> String {
    let token = try await fixture.issuer.issue(
      account: fixture.account, signIn: SignInFacts(provider: "password"), project: fixture.project,
      authenticatedAt: now, now: now)
    #expect(try await fixture.verify(token.text, now: now).accountID == fixture.account.id)
    return token.text
  }

  private func issue(_ fixture: TokenFixture, _ now: Instant) async throws -> UnverifiedJWT {
    try UnverifiedJWT(try await text(fixture, now))
  }

  /// Whether the published key of the token's id verifies it, in another library's hands.
  private func verifies(_ token: UnverifiedJWT, _ fixture: TokenFixture, _ now: Instant) throws -> Bool {
    let set = try JSONParser().parse(PublicKeyDocument.keySet(of: fixture.keys, now: now).body)
    let jwk = try #require(set["keys"]?.arrayValue?.first { $0["kid"]?.stringValue == token.keyID })
    #expect(jwk["alg"]?.stringValue == token.algorithm && jwk["use"] == "sig" && jwk["d"] == nil)
    let x = try #require(Base64URL.decode(jwk["x"]?.stringValue ?? ""))
    switch jwk["crv"] {
    case "P-256":
      #expect(jwk["kty"] == "EC" && token.signature.count == 64)
      let y = try #require(Base64URL.decode(jwk["y"]?.stringValue ?? ""))
      let key = try P256.Signing.PublicKey(x963Representation: [4] + x + y)
      return key.isValidSignature(try .init(rawRepresentation: token.signature), for: token.signingInput)
    case "Ed25519":
      #expect(jwk["kty"] == "OKP" && jwk["y"] == nil)
      let key = try Curve25519.Signing.PublicKey(rawRepresentation: x)
      return key.isValidSignature(token.signature, for: token.signingInput)
    default: return false
    }
  }

  @Test("has RS256 until the key of its algorithm has been published for the overlap", arguments: others)
  func activation(algorithm: TokenAlgorithm) async throws {
    let (fixture, from) = try await fixture(algorithm)
    #expect(from == now.adding(seconds: fixture.keys.policy.overlap))
    #expect(try await issue(fixture, Instant(milliseconds: from.milliseconds - 1)).algorithm == "RS256")
    let token = try await issue(fixture, from)
    #expect(token.algorithm == algorithm.rawValue)
    #expect(try verifies(token, fixture, from))
    // What other libraries read stays as it was.
    let certificates = try JSONParser().parse(
      PublicKeyDocument.certificates(of: fixture.keys, now: from).body)
    #expect(certificates.objectValue.map { Array($0.keys) } == [try fixture.key.keyID])
    let document = PublicKeyDocument.discovery(issuer: "i", algorithm: algorithm, keySetURL: "k")
    #expect(
      try JSONParser().parse(document.body)["id_token_signing_alg_values_supported"]
        == [.string(algorithm.rawValue), "RS256"])
  }

  @Test("concerns no other project, no session cookie and no other token", arguments: others)
  func otherTokens(algorithm: TokenAlgorithm) async throws {
    var (fixture, from) = try await fixture(algorithm)
    let text = try await fixture.issuer.issue(
      account: fixture.account, signIn: SignInFacts(provider: "password"), project: fixture.project,
      authenticatedAt: from, now: from
    ).text
    let verified = try await fixture.verify(text, now: from)
    let cookie = try await SessionCookie.issue(
      for: verified, lifetime: 3600, now: from, issuer: fixture.issuer)
    #expect(try UnverifiedJWT(cookie.text).algorithm == "RS256")
    fixture.project.tokenAlgorithm = .rs256
    #expect(try await issue(fixture, from).algorithm == "RS256")
  }

  @Test("has its key kept sealed and found again, by other nodes too, and made once", arguments: others)
  func persistence(algorithm: TokenAlgorithm) async throws {
    let (fixture, from) = try await fixture(algorithm)
    let text = try await text(fixture, from)
    let token = try UnverifiedJWT(text)
    #expect(try await fixture.keys.prepare(algorithm, now: from).key.keyID == token.keyID)
    #expect(fixture.store.records.count == 2)
    let node = try await fixture.otherNode()
    #expect(try node.activeKey(of: algorithm, now: from).keyID == token.keyID)
    #expect(try node.activeKey(now: from).algorithm == .rs256)
    let verified = try await IssuedTokenVerifier(keys: node).verify(
      text, project: fixture.project, now: from)
    #expect(verified.keyID == token.keyID)
    // One key's private half under another algorithm's name is no key.
    let swapped: TokenAlgorithm = algorithm == .es256 ? .edDSA : .es256
    fixture.store.replace { records in records[1].algorithm = swapped.rawValue }
    await #expect(throws: KeyRing.Failure.self) { _ = try await fixture.otherNode() }
  }

  @Test("gets a new key when keys are rotated, as RS256 does", arguments: others)
  func rotation(algorithm: TokenAlgorithm) async throws {
    let (fixture, from) = try await fixture(algorithm)
    let text = try await text(fixture, from)
    let before = try UnverifiedJWT(text)
    let later = from.adding(seconds: 10)
    let usual = try await fixture.keys.rotate(.compromised, now: later)
    #expect(usual.key.algorithm == .rs256)
    #expect(await fixture.failure(text, now: later) == .unknownKey)
    let after = try await issue(fixture, later)
    #expect(after.algorithm == algorithm.rawValue && after.keyID != before.keyID)
    #expect(try verifies(after, fixture, later))
    #expect(fixture.keys.published(now: later).count == 2)
  }

  @Test("has its algorithm decided by the key, and by nothing in the header (T11)", arguments: others)
  func confusion(algorithm: TokenAlgorithm) async throws {
    let (fixture, from) = try await fixture(algorithm)
    let token = try await issue(fixture, from)
    let own = try fixture.keys.activeKey(of: algorithm, now: from)
    let usual = try fixture.keys.activeKey(now: from)
    let stranger = try await SigningKey.generate(algorithm, now: now)
    func forge(_ alg: String, _ kid: String, _ sign: @escaping ([UInt8]) throws -> [UInt8]) throws -> String {
      try fixture.forge(
        header: ["alg": .string(alg), "kid": .string(kid), "typ": "JWT"], claims: token.claims
      ) { try sign($0) }
    }
    let publicKey = SymmetricKey(data: try own.material.publicKeyDER())
    let cases: [(String, String)] = [
      ("own key", try forge("RS256", own.keyID) { try own.material.briefSignature(of: $0) }),
      (
        "RSA under its id",
        try forge("RS256", own.keyID) { try LibcryptoSigner.signature(of: $0, with: usual) }
      ),
      (
        "RSA, called so",
        try forge(algorithm.rawValue, own.keyID) { try LibcryptoSigner.signature(of: $0, with: usual) }
      ),
      (
        "the RSA key, called so",
        try forge(algorithm.rawValue, usual.keyID) { try own.material.briefSignature(of: $0) }
      ),
      ("the RSA key", try forge("RS256", usual.keyID) { try own.material.briefSignature(of: $0) }),
      (
        "a stranger's key",
        try forge(algorithm.rawValue, own.keyID) { try stranger.material.briefSignature(of: $0) }
      ),
      (
        "HMAC under the public key",
        try forge("HS256", own.keyID) {
          Array(HMAC<SHA256>.authenticationCode(for: $0, using: publicKey))
        }
      ),
      ("none", try forge("none", own.keyID) { _ in [] }),
      ("no signature", try forge(algorithm.rawValue, own.keyID) { _ in [] }),
      ("zeros", try forge(algorithm.rawValue, own.keyID) { _ in [UInt8](repeating: 0, count: 64) }),
      ("longer", try forge(algorithm.rawValue, own.keyID) { try own.material.briefSignature(of: $0) + [0] }),
      (
        "DER",
        try forge(algorithm.rawValue, own.keyID) { input in
          guard case .p256(let key) = own.material else { return [] }
          return Array(try key.signature(for: input).derRepresentation)
        }
      ),
    ]
    for (name, text) in cases {
      let failure = await fixture.failure(text, now: from)
      #expect(failure == .badSignature || failure == .malformed("algorithm"), "\(name): \(failure as Any)")
    }
    let right = try forge(algorithm.rawValue, own.keyID) { try own.material.briefSignature(of: $0) }
    #expect(await fixture.failure(right, now: from) == nil)
  }
}
