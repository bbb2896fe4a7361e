import Foundation
import Identity
import IdentityWire
import JSONWebKeys

/// A JWT that a service account of a project signed: an assertion (RFC 7523) or a custom token.
///
/// The audience distinguishes the two kinds. So every caller names the exact audiences that it accepts.
public struct ServiceAccountJWT: Sendable {
  /// The reason why a JWT was refused. The texts are for the author of the JWT and describe only the
  /// mistake.
  public enum Failure: Error, Sendable, Equatable {
    case malformed(String)
    /// No account of the project has the address, or the account has no key with the id.
    case unknownSigner
    case badSignature
    case wrongAudience
    case expired
    case issuedInFuture
    case livesTooLong
  }

  /// The maximum number of seconds from `iat` to `exp`.
  public static let maximumLifetime: Int64 = 3600
  /// The seconds by which the signer's clock may be ahead of ours.
  public static let allowedClockSkew: Int64 = 60

  public let account: ServiceAccount
  /// The id of the signing key.
  public let keyID: String
  public let claims: [String: JSONValue]
  public let expiresAt: Instant

  /// Checks signature, algorithm, issuer, audience and times.
  ///
  /// - Parameters:
  ///   - audiences: the accepted audiences. The token must have exactly one audience, and it must be in
  ///     this list.
  ///   - requiresSubject: true if `sub` is required. If present, it must equal the issuer.
  public init(
    _ token: UnverifiedJWT, accounts: [ServiceAccount], audiences: [String], requiresSubject: Bool,
    now: Instant
  ) throws(Failure) {
    // The signers' libraries write only these three parameters (RFC 8725 sections 3.1 and 3.10).
    guard token.header.keys.allSatisfy({ ["alg", "kid", "typ"].contains($0) }) else {
      throw .malformed("The header has a parameter that is not accepted.")
    }
    guard token.algorithm == "RS256" else { throw .malformed("The algorithm has to be RS256.") }
    if let type = token.header["typ"], type.stringValue?.uppercased() != "JWT" {
      throw .malformed("The type has to be JWT.")
    }
    guard let issuer = token.issuer,
      let account = accounts.first(where: { $0.email.hasSameBytes(as: issuer) })
    else {
      throw .unknownSigner
    }
    self.account = account
    keyID = try Self.signer(of: token, account)
    let subject = token.payload["sub"]
    guard subject.map({ $0.stringValue.hasSameBytes(as: issuer) }) ?? !requiresSubject else {
      throw .malformed("The subject has to be the issuer.")
    }
    guard token.audiences.count == 1, audiences.containsBytes(of: token.audiences[0]) else {
      throw .wrongAudience
    }
    guard let issuedAt = token.moment("iat"), let expiresAt = token.moment("exp") else {
      throw .malformed("It has to say when it was issued and when it expires, in seconds.")
    }
    guard issuedAt <= now.adding(seconds: Self.allowedClockSkew) else { throw .issuedInFuture }
    if let value = token.payload["nbf"] {
      guard value.integerValue != nil, let notBefore = token.moment("nbf") else { throw .malformed("nbf") }
      guard notBefore <= now.adding(seconds: Self.allowedClockSkew) else { throw .issuedInFuture }
    }
    guard expiresAt.seconds - issuedAt.seconds <= Self.maximumLifetime else { throw .livesTooLong }
    guard expiresAt > now else { throw .expired }
    claims = token.claims
    self.expiresAt = expiresAt
  }

  /// True if one of the accounts is the token's issuer and has the key that the token names. If the token
  /// names no key, the issuer is enough.
  public static func mayBeSigned(_ token: UnverifiedJWT, by accounts: [ServiceAccount]) -> Bool {
    accounts.contains { account in
      token.issuer.hasSameBytes(as: account.email)
        && token.header["kid"].map { named in account.keys.contains { .string($0.id) == named } } ?? true
    }
  }

  /// Returns the id of the key that signed. Some official libraries name no key; then each of the account's
  /// few keys is tried.
  private static func signer(of token: UnverifiedJWT, _ account: ServiceAccount) throws(Failure) -> String {
    var candidates = account.keys
    if let named = token.header["kid"] {
      candidates.removeAll { .string($0.id) != named }
    }
    guard !candidates.isEmpty else { throw .unknownSigner }
    for candidate in candidates {
      guard let key = VerificationKey(rsaDER: candidate.publicKey) else { continue }
      if key.isValid(signature: token.signature, over: token.signingInput, by: "RS256") {
        return candidate.id
      }
    }
    throw .badSignature
  }
}
