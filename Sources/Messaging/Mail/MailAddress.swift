/// A mail address: a dot-atom and a domain name (RFC 5321 section 4.1.2), both with letters of all languages (RFC
/// 6531). Quoted local parts and address literals are refused: they are not used in practice, and they make header
/// injection possible.
public struct MailAddress: Sendable, Hashable, CustomStringConvertible {
  public let local: String
  /// The domain in ASCII, with `xn--` labels for other letters.
  public let domain: String

  public init?(_ text: String) {
    guard text.utf8.count <= 254, let at = text.lastIndex(of: "@") else { return nil }
    let local = text[..<at]
    guard (1...64).contains(local.utf8.count),
      local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(Self.isAtom),
      let domain = Self.asciiDomain(text[text.index(after: at)...])
    else { return nil }
    self.local = String(local)
    self.domain = domain
  }

  public var text: String { "\(local)@\(domain)" }
  public var description: String { text }

  private static func isAtom(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          ? isAlphanumeric(scalar) || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
          : isForeignLetter(scalar)
      }
  }

  private static func isForeignLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .otherSymbol:
      true
    default: false
    }
  }

  /// The host name as SMTP, URLs and certificates write it. Nil if it is invalid.
  static func asciiDomain(_ text: some StringProtocol) -> String? {
    guard text.utf8.count <= 1_024 else { return nil }
    var labels: [String] = []
    for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      guard let ascii = Punycode.label(String(label)), isLabel(ascii) else { return nil }
      labels.append(ascii)
    }
    let name = labels.joined(separator: ".")
    return name.utf8.count <= 253 ? name : nil
  }

  private static func isLabel(_ label: String) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.unicodeScalars.allSatisfy { $0.isASCII && (isAlphanumeric($0) || $0 == "-") }
  }

  private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
