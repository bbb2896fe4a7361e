/// The check of WebAuthn Level 3, sections 7.1 and 7.2, that an answer failed.
///
/// Show a refusal to an operator, never to the client: it contains values from the client, shortened and
/// without characters that change how text is displayed.
public struct WebAuthnRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Check: String, Sendable, CaseIterable {
    case clientData
    case type
    case challenge
    case origin
    case crossOrigin
    case topOrigin
    case authenticatorData
    case relyingPartyID
    case userPresence
    case userVerification
    case backupState
    case backupEligibility
    case attestationObject
    case attestation
    case credentialID
    case publicKey
    case userHandle
    case signature
  }

  /// The maximum length in characters.
  public static let maximumTextLength = 256

  public let check: Check
  public let expected: String?
  public let seen: String?

  public init(_ check: Check, expected: String? = nil, seen: String? = nil) {
    self.check = check
    self.expected = expected.map(Self.bounded)
    self.seen = seen.map(Self.bounded)
  }

  public var description: String {
    var text = "The passkey's \(check.words)"
    if let seen { text += " was \(seen)" } else { text += " was refused" }
    if let expected { text += "; expected \(expected)" }
    return text + "."
  }

  private static func bounded(_ text: String) -> String {
    var bounded = ""
    for scalar in text.unicodeScalars.prefix(maximumTextLength) {
      bounded.unicodeScalars.append(isShown(scalar) ? scalar : " ")
    }
    return text.unicodeScalars.count > maximumTextLength ? bounded + "…" : bounded
  }

  /// False for line ends and control characters, also for characters that change the writing direction
  /// (`U+202E`).
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension WebAuthnRefusal.Check {
  fileprivate var words: String {
    switch self {
    case .clientData: "client data"
    case .type: "type of ceremony"
    case .challenge: "challenge"
    case .origin: "origin"
    case .crossOrigin: "crossOrigin"
    case .topOrigin: "top origin"
    case .authenticatorData: "authenticator data"
    case .relyingPartyID: "RP ID"
    case .userPresence: "user presence"
    case .userVerification: "user verification"
    case .backupState: "backup state"
    case .backupEligibility: "backup eligibility"
    case .attestationObject: "attestation object"
    case .attestation: "attestation"
    case .credentialID: "credential ID"
    case .publicKey: "public key"
    case .userHandle: "user handle"
    case .signature: "signature"
    }
  }
}
