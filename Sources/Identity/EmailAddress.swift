import Foundation
import IdentityWire

/// An address in the form that accounts get: lower case, Unicode normal form C, one `@` with text on both sides, no
/// spaces or control characters, at most 256 bytes.
///
/// Two addresses are equal if their UTF-8 bytes are equal. Two spellings of `é` may be two mailboxes, so an account
/// stored with another spelling is another account. See ``stored(_:)`` and ``TypedEmail``.
public struct EmailAddress: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The maximum length in bytes.
  public static let maximumLength = 256

  public let text: String

  public init?(_ raw: String) {
    guard raw.utf8.count <= Self.maximumLength else { return nil }
    let text = Self.normalForm(of: raw)
    // Refuses text whose normal form is not stable, because a stored address must read back unchanged.
    guard text.utf8.count <= Self.maximumLength, Self.normalForm(of: text).hasSameBytes(as: text),
      !raw.unicodeScalars.contains(where: Self.passesForASCII), Self.isAddress(text)
    else { return nil }
    self.text = text
  }

  /// An address exactly as a database stores it. A database from before addresses were normalised may contain any
  /// spelling, and these addresses are never rewritten.
  public static func stored(_ text: String) -> EmailAddress? {
    guard text.utf8.count <= maximumLength, isAddress(text) else { return nil }
    return EmailAddress(unchecked: text)
  }

  private init(unchecked text: String) { self.text = text }

  /// Decodes a stored address without changing its bytes: a code is valid only for exactly the address to which it was
  /// mailed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = EmailAddress.stored(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an e-mail address")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public static func == (one: EmailAddress, other: EmailAddress) -> Bool {
    one.text.hasSameBytes(as: other.text)
  }

  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

  public var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }
  public var description: String { text }

  /// The address in the form that new accounts get. It differs from the stored address only if the stored address is
  /// not in normal form.
  public var normalForm: String { Self.normalForm(of: text) }

  /// False for a stored address in a spelling that accounts no longer get.
  public var isNormalized: Bool {
    !hasOtherSpellings || EmailAddress(text)?.text.hasSameBytes(as: text) == true
  }

  /// True if other texts can have this address as their normal form. Among the ASCII characters, only the semicolon and
  /// the grave accent have other spellings (U+037E, U+1FEF), which earlier versions accepted.
  public var hasOtherSpellings: Bool { text.utf8.contains { $0 >= 0x80 || $0 == 0x3B || $0 == 0x60 } }

  /// Normalises before and after changing to lower case: a lower-case letter may need normalising to form C again.
  static func normalForm(of raw: String) -> String {
    guard !raw.utf8.allSatisfy({ $0 < 0x80 }) else { return raw.lowercased() }
    return raw.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
  }

  /// True if the lower-case form of a letter is ASCII, as with the Kelvin sign and `k`. Such an address could be
  /// mistaken for another address.
  private static func passesForASCII(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && normalForm(of: String(scalar)).utf8.allSatisfy { $0 < 0x80 }
  }

  private static func isAddress(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.count(where: { $0 == UInt8(ascii: "@") }) == 1, bytes.first != UInt8(ascii: "@"),
      bytes.last != UInt8(ascii: "@")
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.value > 0x20 && $0.value != 0x7F && ($0.isASCII || !$0.properties.isWhitespace)
    }
  }
}
