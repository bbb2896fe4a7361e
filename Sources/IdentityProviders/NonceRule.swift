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
  func check(claim: JSONValue?) throws(WireError) -> Bool {
    // A claim that is there but no text never counts as absent.
    let claimed: String? = claim.map { $0.stringValue ?? "" }
    switch self {
    case .verbatim(let expected):
      switch (claimed, expected) {
      case (nil, nil): return false
      case (let claimed?, let expected?) where !expected.isEmpty && constantTimeEqual(claimed, expected):
        return true
      default: throw .invalidNonce("The nonce in ID Token does not match the one of this sign-in.")
      }
    case .required(let raw):
      guard let raw else { throw Self.missing }
      return try Self.compare(claimed, raw)
    case .mutual(let raw):
      guard let raw else {
        if claimed != nil { throw Self.missing }
        return false
      }
      return try Self.compare(claimed, raw)
    case .whenGiven(let raw):
      guard let raw else { return false }
      return try Self.compare(claimed, raw)
    }
  }

  private static var missing: WireError { .invalidNonce("Nonce is missing in the request.") }

  /// Both texts in the error are the caller's own, who just sent them: a token that could not be used and a
  /// nonce that does not open it.
  private static func compare(_ claimed: String?, _ raw: String) throws(WireError) -> Bool {
    guard !raw.isEmpty, raw.utf8.count <= maximumRawLength else { throw missing }
    if let claimed, constantTimeEqual(claimed, sha256Hex(raw)) { return true }
    throw .invalidNonce(
      "The nonce in ID Token \"\(displayable(claimed ?? ""))\" does not match the SHA256 hash of the raw "
        + "nonce \"\(displayable(raw))\" in the request.")
  }
}
