import Foundation

/// `application/x-www-form-urlencoded` text: queries, form bodies, `postBody`.
public struct FormURLEncoded: Sendable, Equatable {
  /// The decoded names and values, in their order.
  public private(set) var pairs: [(name: String, value: String)]
  /// True if a pair was left out, because its text is not stream-safe (``StreamSafeText``) or its name is not
  /// acceptable (``MemberName``).
  public private(set) var lacksPairs = false

  public init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// Parses leniently: keeps a broken percent escape unchanged, decodes `+` as a space, and leaves out unacceptable
  /// pairs.
  public init(parsing text: String, maximumPairs: Int = 256) {
    self.init(parsing: Array(text.utf8), maximumPairs: maximumPairs)
  }

  public init(parsing text: [UInt8], maximumPairs: Int = 256) {
    pairs = []
    assert(WireTally.noteReading(text.count))
    // Splits bytes: a separator that is followed by a combining mark is not a separate `Character`.
    let pieces =
      text
      .split(separator: UInt8(ascii: "&"), maxSplits: maximumPairs, omittingEmptySubsequences: true)
      .prefix(maximumPairs)
    for piece in pieces {
      let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      take(Self.decode(parts[0]), parts.count > 1 ? Self.decode(parts[1]) : "")
    }
  }

  /// Adds a pair from a client. Leaves it out if it is not acceptable.
  public mutating func take(_ name: String, _ value: String) {
    if MemberName.accepts(name), StreamSafeText.accepts(value) || MemberName.isOfPassword(name, value) {
      pairs.append((name, value))
    } else {
      lacksPairs = true
    }
  }

  /// The error text for a form with refused parameters.
  public static let incompleteness =
    """
    A parameter has more than \(StreamSafeText.maximumNonStarters) combining marks in a row, or its name is too long or has \
    characters that are not allowed in names.
    """

  /// The form. Nil if a parameter was refused.
  public var complete: FormURLEncoded? { lacksPairs ? nil : self }

  /// Returns the form if no pair was left out.
  ///
  /// - Throws: `INVALID_ARGUMENT`.
  public func whole() throws(WireError) -> FormURLEncoded {
    guard !lacksPairs else {
      throw .invalidArgument(Self.incompleteness, reason: "parseError")
    }
    return self
  }

  /// The last value of a name, because the REST API reads the last value of a repeated parameter.
  public subscript(name: String) -> String? {
    get { pairs.last { MemberName.areSame($0.name, name) }?.value }
    set {
      pairs.removeAll { MemberName.areSame($0.name, name) }
      if let newValue { pairs.append((name, newValue)) }
    }
  }

  public mutating func append(_ name: String, _ value: String) { pairs.append((name, value)) }

  public var text: String {
    pairs.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
  }

  public static func == (one: Self, other: Self) -> Bool { one.text == other.text }

  /// Escapes everything except the unreserved characters of RFC 3986. A space becomes `%20`, which is valid
  /// in queries and forms.
  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decode(_ source: ArraySlice<UInt8>) -> String {
    guard source.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") || $0 == 0 }) else {
      return String(decoding: source, as: UTF8.self)
    }
    let source = Array(source)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "+") {
        bytes.append(0x20)
        index += 1
      } else if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = Character(Unicode.Scalar(source[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(source[index + 2])).hexDigitValue
      {
        bytes.append(UInt8(high << 4 | low))
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    // No parameter needs the null character, and the database cannot store it.
    return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
  }
}
