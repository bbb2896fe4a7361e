/// The check that a SAML message failed.
///
/// Show a refusal to an operator, never to the client: it contains parts of the message, shortened and in
/// printable ASCII.
public struct SAMLRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The maximum length in characters.
  public static let maximumTextLength = 256

  public let check: SAMLCheck
  public let expected: String?
  public let seen: String?
  /// True if the provider reports that the user declined or failed to sign in. This report may be unsigned.
  public let isDenial: Bool

  public init(_ check: SAMLCheck, expected: String? = nil, seen: String? = nil, isDenial: Bool = false) {
    self.check = check
    self.isDenial = isDenial
    self.expected = expected.map(Self.bounded)
    self.seen = seen.map(Self.bounded)
  }

  public var description: String {
    var text = "The SAML \(check.words)"
    if let seen { text += " was refused: \(seen)" } else { text += " was refused" }
    if let expected { text += "; expected \(expected)" }
    return text + "."
  }

  private static func bounded(_ text: String) -> String {
    var bounded = ""
    for scalar in text.unicodeScalars.prefix(maximumTextLength) {
      bounded.unicodeScalars.append((0x20...0x7E).contains(scalar.value) ? scalar : "?")
    }
    return text.unicodeScalars.dropFirst(maximumTextLength).isEmpty ? bounded : bounded + "..."
  }
}
