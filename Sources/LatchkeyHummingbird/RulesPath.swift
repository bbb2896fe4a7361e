import LatchkeyVerifier

/// A request's path as rules see it.
struct RulesPath: Sendable, Equatable {
  /// The decoded segments, without empty ones.
  let segments: [String]

  /// - Parameter path: the encoded path of a URL.
  ///
  /// Nil if another program could read the path differently: if it contains `.` or `..`, contains an encoded
  /// slash, backslash, control character, letter or digit, or is not UTF-8.
  init?(_ path: String) {
    var segments: [String] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let segment = Self.decoded(part), segment != ".", segment != ".." else { return nil }
      segments.append(segment)
    }
    self.segments = segments
  }

  private static func decoded(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        guard byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "\\") else { return nil }
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      let value = high << 4 | low
      // RFC 3986 section 2.3: an encoded unreserved character has the same meaning as the plain one, and should
      // not be encoded.
      guard value >= 0x20, value != 0x7F, !isUnreserved(value), value != UInt8(ascii: "/"),
        value != UInt8(ascii: "\\")
      else { return nil }
      bytes.append(value)
    }
    return StreamSafeText.decode(bytes)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "-._~".utf8.contains(byte)
  }
}
