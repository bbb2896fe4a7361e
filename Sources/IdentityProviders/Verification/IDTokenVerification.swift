import Crypto
import Foundation
import Identity
import IdentityWire
import JSONWebKeys
import Secrets

/// A verified ID token: signed by the issuer's key, for this client, valid now, and bound to this request.
struct ProviderIDToken: Sendable {
  let text: String
  let claims: [String: JSONValue]
  let subject: String
  let nonceWasChecked: Bool
  let redemption: ProviderIdentity.Redemption
}

/// The checks that apply to every issuer's ID tokens (OpenID Connect Core 1.0 section 3.1.3.7, RFC 8725).
struct IDTokenVerification: Sendable {
  /// The maximum difference in seconds between a provider's clock and this server's clock.
  static let clockSkew: Int64 = 60

  struct Expectation: Sendable {
    var providerID: String
    /// The accepted issuers, compared exactly.
    var issuers: [String]
    /// The accepted audiences, compared exactly. If the list is empty, every token is refused.
    var audiences: [String]
    var jwksURL: String
    var allowPrivateAddresses: Bool
    var nonce: NonceRule
    /// The client secret, if the issuer signs with it (HS256); nil otherwise. A published key must never
    /// serve as a secret.
    var signingSecret: Secret?
    /// Returns true if the token's issuer may use a key of the given issuer. Nil for key sets of a single
    /// issuer.
    var acceptsKeyIssuer: (@Sendable (String) -> Bool)?
    /// The kinds of configured audiences, to explain a mismatch.
    var context = Diagnosis.AudienceContext.general
    /// Makes the error for a token of another app.
    var audienceMismatch: @Sendable (_ found: [String], _ expected: [String]) -> IdentityError = {
      IDTokenVerification.audienceMismatch($0, $1)
    }
  }

  let keys: JWKSCache

  /// Checks the claims first, so that only tokens that claim to be for this client cause a fetch. Returns
  /// only after the signature is verified.
  func verify(
    _ text: String, _ expectation: Expectation, now: Instant
  ) async throws(IdentityError) -> ProviderIDToken {
    let token = try read(text)
    let keyID = try checkHeader(token)
    CheckTrace.pass(.header, seen: token.algorithm)
    try checkIssuer(token, expectation)
    CheckTrace.pass(.issuer, seen: token.issuer)
    try checkAudience(token, expectation)
    CheckTrace.pass(
      .audience, expected: expectation.audiences.filter { !$0.isEmpty }.joined(separator: " or "),
      seen: token.audiences.joined(separator: ", "))
    let expiry = try checkTimes(token, now: now)
    guard let subject = token.subject, !subject.isEmpty, subject.utf8.count <= 255,
      subject.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else {
      throw .invalidIDPResponse("The ID Token has no subject.")
        .diagnosed(Diagnosis.subject(isEmpty: token.payload["sub"] != nil))
    }
    CheckTrace.pass(.subject, seen: subject)
    try await checkSignature(token, keyID: keyID, expectation, now: now)

    let checked = try expectation.nonce.check(claim: token.payload["nonce"])
    if checked { CheckTrace.pass(.nonce) } else { CheckTrace.note(.nonce) }
    return ProviderIDToken(
      text: text, claims: token.claims, subject: subject, nonceWasChecked: checked,
      redemption: Self.redemption(token, expiry: expiry))
  }

  /// Verifies a signed answer of a UserInfo endpoint (OpenID Connect Core 1.0 section 5.3.2): its issuer,
  /// its audience and its signature. The answer's dates are optional, and it has no nonce.
  func userInfo(
    _ text: String, _ expectation: Expectation, now: Instant
  ) async throws(IdentityError) -> [String: JSONValue] {
    let token = try read(text)
    let keyID = try checkHeader(token, types: nil)
    try checkIssuer(token, expectation)
    try checkAudience(token, expectation)
    if let expiry = token.payload["exp"] {
      guard let moment = Self.date(expiry), now < moment.adding(seconds: Self.clockSkew) else {
        throw .invalidIDPResponse("The UserInfo answer has expired.")
          .diagnosed(Diagnosis.expired(at: Self.date(expiry) ?? Instant(seconds: 0), now: now))
      }
    }
    try await checkSignature(token, keyID: keyID, expectation, now: now)
    return token.claims
  }

  private func read(_ text: String) throws(IdentityError) -> UnverifiedJWT {
    do {
      return try UnverifiedJWT(
        text, costlyText: .dropped, maximumLength: UnverifiedJWT.maximumProviderLength)
    } catch .tooLarge {
      throw .invalidIDPResponse("The ID Token is too large.").diagnosed(Diagnosis.tokenTooLarge)
    } catch {
      throw .invalidIDPResponse("Unable to parse the ID Token.").diagnosed(Diagnosis.tokenUnreadable)
    }
  }

  /// Identifies the token by its signed part. The signature does not identify it, because an ECDSA signature
  /// can be rewritten.
  private static func redemption(
    _ token: UnverifiedJWT, expiry: Instant
  ) -> ProviderIdentity.Redemption {
    let digest = Base64URL.encode(SHA256.hash(data: token.signingInput))
    return .init(
      key: "id-token/\(digest)", expiresAt: expiry.adding(seconds: clockSkew + 1))
  }

  /// - Parameter types: the accepted values of `typ`; nil accepts any.
  /// - Returns: the key id; nil if the token has none.
  private func checkHeader(_ token: UnverifiedJWT, types: [String]? = ["JWT"]) throws(IdentityError)
    -> String?
  {
    // No header extension is supported, so a token with a critical extension is refused (RFC 7515 section
    // 4.1.11). A key inside the token proves nothing.
    guard token.headerMembers["crit"] == nil, token.headerMembers["jwk"] == nil else {
      throw .invalidIDPResponse("The header of the ID Token is not acceptable.")
        .diagnosed(Diagnosis.tokenHeader(parameter: token.headerMembers["crit"] == nil ? "jwk" : "crit"))
    }
    // Access tokens and logout tokens have their own types (RFC 9068).
    if let types, let type = token.headerMembers["typ"], !types.contains(type.stringValue?.uppercased() ?? "")
    {
      throw .invalidIDPResponse("The token is not an ID Token.")
        .diagnosed(Diagnosis.tokenType(seen: type.stringValue ?? "no text"))
    }
    guard token.headerMembers["kid"] != nil else { return nil }
    guard let keyID = token.keyID, !keyID.isEmpty, keyID.utf8.count <= 512 else { throw Self.nameless }
    return keyID
  }

  private static var nameless: IdentityError {
    .invalidIDPResponse("The ID Token does not name its key.").diagnosed(Diagnosis.keyIDMissing)
  }

  /// Checks a signature made with the client's own secret.
  private func checkSignature(_ token: UnverifiedJWT, by secret: Secret) throws(IdentityError) {
    let key = SymmetricKey(data: Data(secret.reveal().utf8))
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        token.signature, authenticating: token.signingInput, using: key)
    else {
      throw .invalidIDPResponse("The signature of the ID Token is not valid.")
        .diagnosed(Diagnosis.signature(keyID: "the client secret", algorithm: "HS256"))
    }
    CheckTrace.pass(.keys, seen: "the client secret")
    CheckTrace.pass(.signature, seen: "HS256")
  }

  /// Checks the signature. If it is wrong, the key set is fetched once more, because a provider may have a
  /// new key under an old id.
  private func checkSignature(
    _ token: UnverifiedJWT, keyID: String?, _ expectation: Expectation, now: Instant
  ) async throws(IdentityError) {
    if let secret = expectation.signingSecret, !secret.isEmpty, token.algorithm == "HS256" {
      return try checkSignature(token, by: secret)
    }
    var found = try await keys.key(
      keyID, at: expectation.jwksURL, allowPrivateAddresses: expectation.allowPrivateAddresses, now: now)
    CheckTrace.pass(.keys, seen: safeToLog(expectation.jwksURL))
    var failure = Self.failure(token, keyID, found.key)
    if failure != nil, found.key != nil, found.known.fetchedAt < now {
      found = try await keys.key(
        keyID, at: expectation.jwksURL, allowPrivateAddresses: expectation.allowPrivateAddresses, now: now,
        isStale: true)
      failure = Self.failure(token, keyID, found.key)
    }
    guard let key = found.key else {
      guard let keyID else { throw Self.nameless }
      throw .invalidIDPResponse("The ID Token is signed by a key that its issuer does not publish.")
        .diagnosed(
          Diagnosis.keyUnknown(
            keyID: keyID, published: found.known.keyIDs,
            fetchedSecondsAgo: max(0, now.seconds - found.known.fetchedAt.seconds)))
    }
    if let failure {
      throw .invalidIDPResponse("The signature of the ID Token is not valid.").diagnosed(failure)
    }
    if let issuer = key.issuer, expectation.acceptsKeyIssuer?(issuer) == false {
      throw .invalidIDPResponse("The ID Token is signed by a key of another issuer.")
        .diagnosed(Diagnosis.keyIssuer(seen: issuer, expected: token.issuer ?? ""))
    }
    CheckTrace.pass(.signature, seen: "\(token.algorithm ?? ""), \(keyID ?? key.name)")
  }

  /// Returns the reason why a key does not verify a token. Nil if the key verifies the token, or if there
  /// is no key.
  private static func failure(_ token: UnverifiedJWT, _ keyID: String?, _ key: VerificationKey?) -> Diagnosis?
  {
    guard let key else { return nil }
    let expected = key.algorithms.joined(separator: " or ")
    guard let algorithm = token.algorithm, key.algorithms.containsBytes(of: algorithm) else {
      return .algorithm(seen: token.algorithm, keys: expected)
    }
    return key.isValid(signature: token.signature, over: token.signingInput, by: algorithm)
      ? nil : .signature(keyID: keyID ?? key.name, algorithm: algorithm)
  }

  private func checkIssuer(_ token: UnverifiedJWT, _ expectation: Expectation) throws(IdentityError) {
    guard let issuer = token.issuer, !issuer.isEmpty, expectation.issuers.containsBytes(of: issuer) else {
      throw .invalidIDPResponse(
        "The issuer in ID Token [\(displayable(token.issuer ?? ""))] is not the expected issuer."
      ).diagnosed(Diagnosis.issuer(seen: token.issuer, expected: expectation.issuers))
    }
  }

  private func checkAudience(_ token: UnverifiedJWT, _ expectation: Expectation) throws(IdentityError) {
    let found = token.audiences
    let expected = expectation.audiences.filter { !$0.isEmpty }
    let matching = found.filter(expected.containsBytes)
    guard !matching.isEmpty, found.count <= 16 else {
      throw expectation.audienceMismatch(found, expected).diagnosed(
        Diagnosis.audience(seen: Array(found.prefix(16)), expected: expected, context: expectation.context))
    }
    // A token for several audiences is accepted only if it was issued to this client, or if all audiences
    // belong to this client.
    if found.count > 1, matching.count < found.count {
      guard let party = token.payload["azp"]?.stringValue, expected.containsBytes(of: party) else {
        throw expectation.audienceMismatch(found, expected).diagnosed(
          Diagnosis.authorizedParty(seen: token.payload["azp"]?.stringValue, expected: expected))
      }
    }
  }

  private func checkTimes(_ token: UnverifiedJWT, now: Instant) throws(IdentityError) -> Instant {
    let dates = (expiry: Self.date(token.payload["exp"]), issued: Self.date(token.payload["iat"]))
    guard let expiry = dates.expiry, let issued = dates.issued else {
      throw .invalidIDPResponse("The ID Token does not say when it was issued and when it expires.")
        .diagnosed(Diagnosis.datesMissing(expiry: dates.expiry == nil, issuedAt: dates.issued == nil))
    }
    guard now < expiry.adding(seconds: Self.clockSkew) else {
      throw .invalidIDPResponse("The ID Token has expired.")
        .diagnosed(Diagnosis.expired(at: expiry, now: now))
    }
    let latest = now.adding(seconds: Self.clockSkew)
    guard issued <= latest, issued < expiry else {
      throw .invalidIDPResponse("The ID Token was issued in the future.").diagnosed(
        issued <= latest ? Diagnosis.expiresBeforeIssued : .issuedInFuture(at: issued, now: now))
    }
    if let notBefore = token.payload["nbf"] {
      guard let start = Self.date(notBefore), start <= latest else {
        throw .invalidIDPResponse("The ID Token is not valid yet.")
          .diagnosed(Diagnosis.notYetValid(from: Self.date(notBefore), now: now))
      }
    }
    CheckTrace.pass(
      .dates, seen: "\(issued.date.formatted(.iso8601)) to \(expiry.date.formatted(.iso8601))")
    return expiry
  }

  /// Reads a NumericDate (RFC 7519 section 2) between the years 1970 and 9999. A fraction of a second is
  /// dropped.
  private static func date(_ value: JSONValue?) -> Instant? {
    guard let seconds = value?.doubleValue, seconds > 0, seconds < 253_402_300_800 else { return nil }
    return Instant(seconds: Int64(seconds))
  }

  static func audienceMismatch(_ found: [String], _ expected: [String]) -> IdentityError {
    let shown = displayable(found.joined(separator: ", "), limit: 256)
    let wanted =
      expected.isEmpty ? "expected audience" : "expected audience \(expected.joined(separator: " or "))"
    return .invalidIDPResponse("The audience in ID Token [\(shown)] does not match the \(wanted).")
  }
}
