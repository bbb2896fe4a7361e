/// An address in the one form in which we store and compare it: lower case, one `@` with text on both
/// sides, no spaces or control characters, at most 256 bytes.
public struct EmailAddress: Sendable, Hashable, Codable, CustomStringConvertible {
  public let text: String

  public init?(_ raw: String) {
    guard raw.utf8.count <= 256 else { return nil }
    let text = raw.lowercased()
    // Some letters grow when they are lowered; an address must be readable again from its own text.
    guard text.utf8.count <= 256 else { return nil }
    // Some become ASCII (the Kelvin sign a k): such an address would pass for another one.
    let isLookAlike = raw.unicodeScalars.contains { scalar in
      !scalar.isASCII && scalar.properties.lowercaseMapping.utf8.allSatisfy { $0 < 0x80 }
    }
    guard !isLookAlike else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
      text.unicodeScalars.allSatisfy({
        $0.value > 0x20 && $0.value != 0x7F && ($0.isASCII || !$0.properties.isWhitespace)
      })
    else { return nil }
    self.text = text
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = EmailAddress(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an e-mail address")
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  public var domain: Substring { text[text.index(after: text.lastIndex(of: "@") ?? text.startIndex)...] }
  public var description: String { text }
}
