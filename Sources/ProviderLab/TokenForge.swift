import Crypto
import CryptoExtras
import Foundation
import IdentityWire

/// Makes ID tokens with the chosen faults.
struct TokenForge: Sendable {
  static let strangerAudience = "someone-elses-app"
  static let strangerIssuer = "https://issuer.example"

  let keys: LabKeyRing
  let provider: LabProviderID

  /// - Parameters:
  ///   - claims: all claims except `iat` and `exp`.
  ///   - lifetime: seconds from `iat` to `exp`.
  ///   - secret: a secret that signs instead of the provider's key (HS256).
  func token(
    _ claims: ClaimList, issuedAt now: Date, lifetime: TimeInterval, fault: LabFault?, secret: String? = nil
  ) throws -> String {
    var claims = claims
    let issuedAt = Int64(now.timeIntervalSince1970)
    claims["iat"] = .integer(issuedAt)
    claims["exp"] = .integer(issuedAt + Int64(lifetime))
    apply(fault, to: &claims, lifetime: Int64(lifetime))
    if fault == .rotatedKey { try keys.rotate(provider, retiringOthers: false) }
    if let secret { return sign(claims, by: secret, fault: fault) }
    return try sign(claims, fault: fault)
  }

  private func apply(_ fault: LabFault?, to claims: inout ClaimList, lifetime: Int64) {
    let issuedAt = claims["iat"]?.integerValue ?? 0
    switch fault {
    case .wrongNonce: claims["nonce"] = .string(LabDigest.sha256Hexadecimal("another nonce"))
    case .noNonce: claims["nonce"] = nil
    case .wrongAudience: claims["aud"] = .string(Self.strangerAudience)
    case .wrongIssuer: claims["iss"] = .string(Self.strangerIssuer)
    case .expired:
      claims["iat"] = .integer(issuedAt - 3600 - lifetime)
      claims["exp"] = .integer(issuedAt - 3600)
    case .issuedInFuture:
      claims["iat"] = .integer(issuedAt + 3600)
      claims["exp"] = .integer(issuedAt + 3600 + lifetime)
    case .noExpiry: claims["exp"] = nil
    case .noIssuedAt: claims["iat"] = nil
    case .noSubject: claims["sub"] = nil
    case .emptySubject: claims["sub"] = ""
    default: break
    }
  }

  private func sign(_ claims: ClaimList, by secret: String, fault: LabFault?) -> String {
    var header = ClaimList([("alg", fault == .algorithmNone ? "none" : "HS256")])
    header["typ"] = "JWT"
    let input = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
    guard fault != .algorithmNone else { return input + "." }
    let key = SymmetricKey(data: Array((fault == .wrongSignature ? "not-\(secret)" : secret).utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: key)
    return "\(input).\(Base64URL.encode(Array(code)))"
  }

  private func sign(_ claims: ClaimList, fault: LabFault?) throws -> String {
    let published = try keys.published(by: provider)
    guard let key = published.first, let other = published.last else {
      throw LabError(message: "\(provider.rawValue) has no ID tokens.")
    }
    var header = ClaimList()
    header["alg"] = fault == .algorithmNone ? "none" : fault == .algorithmHS256 ? "HS256" : "RS256"
    header["kid"] = .string(fault == .unknownKey ? "unpublished-\(key.id)" : key.id)
    // Apple omits the type.
    if provider != .apple { header["typ"] = "JWT" }
    let input = "\(Base64URL.encode(header.bytes)).\(Base64URL.encode(claims.bytes))"
    let signature: [UInt8]
    switch fault {
    case .algorithmNone: signature = []
    case .algorithmHS256:
      let secret = SymmetricKey(data: Array(key.privateKey.publicKey.pemRepresentation.utf8))
      signature = Array(HMAC<SHA256>.authenticationCode(for: Array(input.utf8), using: secret))
    default:
      let signer = fault == .wrongSignature ? try foreignKey(other, than: key) : key
      signature = Array(
        try signer.privateKey.signature(for: Array(input.utf8), padding: .insecurePKCS1v1_5).rawRepresentation
      )
    }
    return "\(input).\(Base64URL.encode(signature))"
  }

  private func foreignKey(_ candidate: LabKey, than key: LabKey) throws -> LabKey {
    candidate.id == key.id ? try .generate() : candidate
  }

  /// The content of a token with a valid signature that has not expired.
  func claims(of token: String, at now: Date) -> UnverifiedJWT? {
    guard let jwt = try? UnverifiedJWT(token), jwt.algorithm == "RS256",
      let key = try? keys.published(by: provider).first(where: { $0.id == jwt.keyID }),
      key.privateKey.publicKey.isValidSignature(
        .init(rawRepresentation: jwt.signature), for: jwt.signingInput, padding: .insecurePKCS1v1_5),
      let expiry = jwt.claims["exp"]?.integerValue, expiry > Int64(now.timeIntervalSince1970)
    else { return nil }
    return jwt
  }
}
