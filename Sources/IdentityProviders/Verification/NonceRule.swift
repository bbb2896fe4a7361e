import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// The rule that binds an ID token to its request. Unless a case says otherwise, a nonce on one side only
/// is a mismatch.
enum NonceRule: Sendable {
  /// For an app's credential at a provider that binds every token (Facebook Limited Login): both the raw
  /// nonce and the claim are required.
  case required(raw: String?)
  /// For an app's credential: the raw nonce and the claim must match, or both must be absent.
  case mutual(raw: String?)
  /// For an app's credential at Google, whose SDKs do not pass on nonces: the claim is checked only if a
  /// raw nonce is given.
  case whenGiven(raw: String?)
  /// For a flow of this server: the claim must equal the nonce of the authorization request.
  case verbatim(expected: String?)

  static let maximumRawLength = 1024

  /// - Returns: true if a nonce was compared and matched.
  @discardableResult
  func check(claim: JSONValue?) throws(IdentityError) -> Bool {
    // A claim that is not text counts as present, but matches no nonce.
    let claimed: String? = claim.map { $0.stringValue ?? "" }
    switch self {
    case .verbatim(let expected):
      switch (claimed, expected) {
      case (nil, nil): return false
      case (let claimed?, let expected?) where !expected.isEmpty && constantTimeEqual(claimed, expected):
        return true
      default:
        throw .invalidNonce("The nonce in ID Token does not match the one of this sign-in.")
          .diagnosed(Diagnosis.nonce(.otherFlow))
      }
    case .required(let raw):
      guard let raw else { throw Self.missing(isInToken: claimed != nil) }
      return try Self.compare(claimed, raw)
    case .mutual(let raw):
      guard let raw else {
        if claimed != nil { throw Self.missing(isInToken: true) }
        return false
      }
      return try Self.compare(claimed, raw)
    case .whenGiven(let raw):
      guard let raw else { return false }
      return try Self.compare(claimed, raw)
    }
  }

  private static func missing(isInToken: Bool) -> IdentityError {
    .invalidNonce("Nonce is missing in the request.")
      .diagnosed(Diagnosis.nonce(.missingInRequest(isInToken: isInToken)))
  }

  /// Compares a claim with a raw nonce. The error may show both values, because the caller has just sent
  /// them and a token with a wrong nonce is unusable.
  private static func compare(_ claimed: String?, _ raw: String) throws(IdentityError) -> Bool {
    guard !raw.isEmpty, raw.utf8.count <= maximumRawLength else {
      throw missing(isInToken: claimed != nil)
    }
    if let claimed, constantTimeEqual(claimed, sha256Hex(raw)) { return true }
    throw .invalidNonce(
      "The nonce in ID Token \"\(displayable(claimed ?? ""))\" does not match the SHA256 hash of the raw "
        + "nonce \"\(displayable(raw))\" in the request."
    ).diagnosed(Diagnosis.nonce(fault(claimed, raw)))
  }

  /// Finds the typical mistake behind a mismatch. Only the first digits of hashes are shown, enough to
  /// compare them with an app's log.
  private static func fault(_ claimed: String?, _ raw: String) -> Diagnosis.NonceFault {
    guard let claimed, !claimed.isEmpty else { return .missingInToken }
    let expected = sha256Hex(raw)
    if constantTimeEqual(claimed, raw) { return .notHashed }
    if claimed == sha256Hex(expected) { return .hashedTwice }
    let digest = Data(SHA256.hash(data: Data(raw.utf8)))
    let base64 = [digest.base64EncodedString(), Base64URL.encode(digest)]
    if base64.contains(claimed) || claimed.lowercased() == expected { return .base64 }
    let isHash = claimed.utf8.count == 64 && claimed.allSatisfy(\.isHexDigit)
    guard isHash else { return .other(length: claimed.count) }
    return .otherHash(seen: claimed.prefix(utf8Bytes: 8), expected: expected.prefix(utf8Bytes: 8))
  }
}
