/// The domain of a sender's address, in a form that is safe for DNS queries.
///
/// A project chooses its sender, so the project also chooses the names of the server's DNS queries. These are refused: IP
/// addresses, single labels, special names that are never in the public DNS (RFC 6761, 6762, 7686, 8375, 9476), and names
/// that private networks use (RFC 6762, appendix G).
public struct SenderDomain: Sendable, Hashable, CustomStringConvertible {
  /// The maximum length of a name including its dots, in bytes.
  static let maximumLength = 253
  /// The maximum number of names that are queried for the DMARC record of one domain.
  static let maximumPolicyNames = 8
  /// The maximum number of labels of a selector.
  private static let maximumSelectorLabels = 4
  private static let localDomains: Set<String> = [
    "localhost", "local", "onion", "invalid", "alt", "arpa", "internal", "intranet", "private", "corp",
    "home", "lan",
  ]

  /// The domain in ASCII and lower case, without a final dot.
  public let text: String

  public var description: String { text }

  /// - Parameter text: ASCII, with `xn--` labels for other letters.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ Self.isLabel($0) }) else { return nil }
    let name = text.lowercased()
    // The last label of an IPv4 address is a number. No top-level domain is a number (RFC 3696, section 2).
    guard let last = name.split(separator: ".").last, !last.utf8.allSatisfy(Self.isDigit),
      !Self.isHexadecimalNumber(last), !Self.localDomains.contains(String(last))
    else { return nil }
    self.text = name
  }

  /// The names to query for a DMARC record: the domain itself, and then the domains above it. If a domain has many
  /// labels, domains in the middle are left out.
  var policyDomains: [SenderDomain] {
    let labels = text.split(separator: ".")
    var domains = [self]
    let longestParent = min(labels.count - 1, Self.maximumPolicyNames)
    for count in stride(from: longestParent, through: 2, by: -1) {
      guard let parent = SenderDomain(labels.suffix(count).joined(separator: ".")) else { continue }
      domains.append(parent)
    }
    return domains
  }

  /// The name of the record with the domain's policy for mails that fail their checks (RFC 7489, section 6.1). Nil if
  /// the name is too long.
  var policyName: String? { below("_dmarc") }

  /// The name of the record with a selector's key (RFC 6376, section 3.6.2.1). Nil if the name is too long.
  ///
  /// - Parameter selector: see ``isSelector(_:)``.
  func keyName(_ selector: String) -> String? {
    Self.isSelector(selector) ? below("\(selector.lowercased())._domainkey") : nil
  }

  private func below(_ label: String) -> String? {
    let name = "\(label).\(text)"
    return name.utf8.count <= Self.maximumLength ? name : nil
  }

  /// True for a selector: up to four labels of letters, digits, hyphens and underscores.
  public static func isSelector(_ text: String) -> Bool {
    guard (1...maximumLength).contains(text.utf8.count) else { return false }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count <= maximumSelectorLabels
      && labels.allSatisfy { isLabel($0, allowingUnderscores: true) }
  }

  private static func isLabel(_ label: Substring, allowingUnderscores: Bool = false) -> Bool {
    (1...63).contains(label.utf8.count) && label.utf8.first != 0x2D && label.utf8.last != 0x2D
      && label.utf8.allSatisfy { byte in
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
          || allowingUnderscores && byte == 0x5F
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexadecimalNumber(_ label: Substring) -> Bool {
    label.hasPrefix("0x") && label.dropFirst(2).utf8.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
  }
}
