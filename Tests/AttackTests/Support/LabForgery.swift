import Crypto
import CryptoExtras
import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import ProviderLab

/// The providers whose ID tokens are accepted, with what their tokens say.
struct IDTokenProvider: Sendable, CustomTestStringConvertible {
  let id: String
  let lab: LabProviderID
  let issuer: String?
  let audience: String
  /// Claims that this provider's tokens have besides.
  var more: [String: JSONValue] = [:]

  static let google = IDTokenProvider(
    id: "google.com", lab: .google, issuer: GoogleLab.issuer, audience: ProviderLab.clients.google.id)
  static let apple = IDTokenProvider(
    id: "apple.com", lab: .apple, issuer: AppleLab.issuer, audience: ProviderLab.clients.apple.bundleID)
  static let facebook = IDTokenProvider(
    id: "facebook.com", lab: .facebook, issuer: FacebookLab.issuer, audience: ProviderLab.clients.facebook.id)
  static let openID = IDTokenProvider(
    id: "oidc.lab", lab: .openID, issuer: nil, audience: ProviderLab.clients.oidc.id)
  static let microsoft = IDTokenProvider(
    id: "microsoft.com", lab: .microsoft, issuer: MicrosoftLab.issuer(of: MicrosoftLab.organization),
    audience: ProviderLab.clients.microsoft.id,
    more: [
      "tid": .string(MicrosoftLab.organization), "oid": "00004711-0000-4000-8000-000000004711", "ver": "2.0",
    ])
  static let yahoo = IDTokenProvider(
    id: "yahoo.com", lab: .yahoo, issuer: YahooLab.issuer, audience: ProviderLab.clients.yahoo.id)
  /// By a published key, as its tokens for apps are.
  static let line = IDTokenProvider(
    id: "oidc.line", lab: .line, issuer: LINELab.issuer, audience: ProviderLab.clients.line.id)
  static let all = [google, apple, facebook, openID, microsoft, yahoo, line]

  var testDescription: String { id }
}

/// What signs a forgery: nil takes the provider's current key.
typealias ForgerySignature = ([UInt8]) throws -> [UInt8]

extension TestServer {
  static let rawNonce = "a raw nonce of the app"

  /// An ID token under the provider's own key that says what no provider would: the usual claims and header
  /// with some changed, or (nil) left out. The nonce is the one of ``rawNonce``.
  func forge(
    _ provider: IDTokenProvider, _ changes: [String: JSONValue?] = [:],
    header headerChanges: [String: JSONValue?] = [:], sign: ForgerySignature? = nil
  ) throws -> String {
    let key = try labKey(provider)
    let now = clock.now().seconds
    var claims: [String: JSONValue] = [
      "iss": .string(provider.issuer ?? lab.endpoints(for: provider.id)?.issuer ?? ""),
      "aud": .string(provider.audience), "sub": "4711", "iat": .integer(now), "exp": .integer(now + 3600),
      "nonce": .string(LabDigest.sha256Hexadecimal(Self.rawNonce)),
      "jti": .string(LabDigest.random(bytes: 12)),
    ]
    claims.merge(provider.more) { $1 }
    for (name, value) in changes { claims[name] = value }
    var header: [String: JSONValue] = ["alg": "RS256", "kid": .string(key.id), "typ": "JWT"]
    for (name, value) in headerChanges { header[name] = value }
    let input = [header, claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
      .joined(separator: ".")
    let signature = try sign?(Array(input.utf8)) ?? Self.sign(Array(input.utf8), with: key)
    return "\(input).\(Base64URL.encode(signature))"
  }

  func labKey(_ provider: IDTokenProvider) throws -> LabKey {
    guard let key = try lab.keys.published(by: provider.lab).first else { throw TestFailure("no key") }
    return key
  }

  static func sign(_ input: [UInt8], with key: LabKey) throws -> [UInt8] {
    Array(try key.privateKey.signature(for: input, padding: .insecurePKCS1v1_5).rawRepresentation)
  }

  /// `accounts:signInWithIdp` with an ID token; ``rawNonce`` goes with it unless another is given.
  func signIn(
    _ provider: IDTokenProvider, _ idToken: String, nonce: String? = TestServer.rawNonce,
    _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var parameters = [(name: "providerId", value: provider.id), (name: "id_token", value: idToken)]
    if let nonce { parameters.append((name: "nonce", value: nonce)) }
    return try await signInWithIdp(parameters, more, key: key)
  }
}
