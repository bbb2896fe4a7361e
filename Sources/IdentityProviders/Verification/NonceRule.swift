import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// How an ID token is bound to the request that it was made for. Whatever is missing on one side and
/// present on the other is a mismatch.
enum NonceRule: Sendable {
  /// An app's credential where the provider binds every token (Facebook Limited Login): both the raw nonce
  /// and the claim have to be there.
  case required(raw: String?)
  /// An app's credential: the claim calls for the raw nonce, and the raw nonce calls for the claim.
  case mutual(raw: String?)
  /// An app's credential of a provider whose SDKs do not pass nonces on (Google): checked when a raw nonce
  /// is given.
  case whenGiven(raw: String?)
  /// A flow of ours: the claim is exactly what the authorization request carried.
  case verbatim(expected: String?)

  static let maximumRawLength = 1024

  /// - Returns: true when a nonce was compared and matched.
  @discardableResult
  func check(claim: JSONValue?) throws(IdentityError) -> Bool {
    // A claim that is there but no text never counts as absent.
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

  /// Both texts in the error are the caller's own, who just sent them: a token that could not be used and a
  /// nonce that does not open it.
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

  /// In which of the ways that occur a claim is not what it should be. Of hashes the first digits are told: enough
  /// to compare them with what an app logs.
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
