import Crypto

/// The domain of passkeys (WebAuthn Level 3 section 5.1.7: "RP ID").
///
/// A passkey works only with its own RP ID, so a change of the RP ID makes all existing passkeys unusable.
public struct RelyingPartyID: Sendable, Hashable, CustomStringConvertible {
  public let rawValue: String

  /// Nil unless the text is a domain in ASCII and lower case. IP addresses, ports and empty labels are
  /// refused.
  ///
  /// Public suffixes (`co.uk`), which browsers refuse, are not detected.
  public init?(_ text: String) {
    guard DomainName.isValid(Array(text.utf8)[...]) else { return nil }
    rawValue = text
  }

  public var description: String { rawValue }

  var digest: SHA256.Digest { SHA256.hash(data: Array(rawValue.utf8)) }

  /// True if browsers allow a page of the host to use this RP ID without further permission. Then the RP ID
  /// is the host's name or a parent domain of the host.
  ///
  /// `localhost` is not a parent of any name, because browsers treat names below it as separate sites.
  public func covers(host: String) -> Bool {
    let (host, id) = (Array(host.utf8), Array(rawValue.utf8))
    if host == id { return true }
    return rawValue.utf8.contains(UInt8(ascii: ".")) && host.count > id.count + 1
      && host.suffix(id.count).elementsEqual(id) && host[host.count - id.count - 1] == UInt8(ascii: ".")
  }
}

/// Host names in the form of URLs: labels of a–z, 0–9 and hyphens.
enum DomainName {
  static func isValid(_ name: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(name.count) else { return false }
    let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.allSatisfy(isLabel), let last = labels.last else { return false }
    // A name whose last label is a number would be an IPv4 address
    // (https://url.spec.whatwg.org/#ends-in-a-number-checker).
    return !last.allSatisfy(isDigit) && !last.starts(with: "0x".utf8)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    guard (1...63).contains(label.count), let first = label.first else { return false }
    var last = first
    for character in label {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
      guard isLetter || isDigit(character) || character == UInt8(ascii: "-") else { return false }
      last = character
    }
    return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
  }

  static func isDigit(_ character: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
  }
}
