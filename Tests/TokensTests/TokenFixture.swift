import Foundation
import Identity
import IdentityWire
import Secrets
import Testing

@testable import Tokens

/// A project, an account, a ring with one key, and what issues and verifies with them.
struct TokenFixture {
  static let now = Instant(seconds: 1_800_000_000)
  static let masterKey = [UInt8](repeating: 7, count: 32)

  let store = KeyStore()
  let clock = SettableClock(TokenFixture.now)
  let pace = SettableClock(TokenFixture.now)
  let signer = LibcryptoSigner(threads: 2)
  let keys: KeyRing
  var project: Project
  var account: Account

  init() async throws {
    keys = try await KeyRing.open(
      store: store, box: SecretBox(masterKey: Self.masterKey), clock: clock, pace: pace)
    let id = try #require(ProjectID(rawValue: "my-app"))
    project = Project(
      id: id, number: "123", apiKeys: ["key"], authorizedDomains: ["localhost"], createdAt: Self.now)
    account = Account(
      id: try #require(AccountID(rawValue: "uid1")), scope: Scope(project: id), createdAt: Self.now)
  }

  /// Another node on the same database.
  func otherNode(masterKey: [UInt8] = masterKey) async throws -> KeyRing {
    try await KeyRing.open(
      store: store, box: SecretBox(masterKey: masterKey), clock: clock, pace: pace)
  }

  var key: SigningKey { get throws { try keys.activeKey(now: Self.now) } }
  var issuer: IDTokenIssuer { IDTokenIssuer(keys: keys, signer: signer) }
  var verifier: IssuedTokenVerifier { IssuedTokenVerifier(keys: keys) }

  func issue(_ signIn: SignInFacts = SignInFacts(provider: "password")) async throws -> String {
    try await issuer.issue(
      account: account, signIn: signIn, project: project,
      authenticatedAt: Self.now.adding(seconds: -100), now: Self.now
    ).text
  }

  func verify(_ text: String, now: Instant = now) async throws(TokenFailure) -> VerifiedIDToken {
    try await verifier.verify(text, project: project, now: now)
  }

  /// Why a token is refused; nil when it is accepted.
  func failure(_ text: String, now: Instant = now) async -> TokenFailure? {
    do {
      _ = try await verify(text, now: now)
      return nil
    } catch {
      return error
    }
  }

  /// The claims that the ring would sign for ``account``.
  func claims() async throws -> [String: JSONValue] { try UnverifiedJWT(try await issue()).claims }

  func header() throws -> [String: JSONValue] {
    ["alg": "RS256", "kid": .string(try key.keyID), "typ": "JWT"]
  }

  /// Any header and claims under a signature of our own key, or under what `sign` makes.
  func forge(
    header: [String: JSONValue], claims: [String: JSONValue], sign: (([UInt8]) throws -> [UInt8])? = nil
  ) throws -> String {
    let head = Base64URL.encode(JSONWriter.text(.object(header)).utf8)
    let body = Base64URL.encode(JSONWriter.text(.object(claims)).utf8)
    let input = Array("\(head).\(body)".utf8)
    let key = try key
    let signature = try sign?(input) ?? LibcryptoSigner.signature(of: input, with: key)
    return "\(head).\(body).\(Base64URL.encode(signature))"
  }
}

/// The claims segment as it was written.
func claimsText(_ token: String) throws -> String {
  let segments = token.split(separator: ".")
  let bytes = try #require(Base64URL.decode(segments[1]))
  return String(decoding: bytes, as: UTF8.self)
}
