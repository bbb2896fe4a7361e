import Foundation

/// Encodes host names with letters outside ASCII for DNS (RFC 3492, RFC 5890).
enum Punycode {
  /// Encodes a label in its `xn--` form. Returns an ASCII label unchanged. Nil for an invalid label.
  static func label(_ label: String) -> String? {
    guard !label.utf8.allSatisfy({ $0 < 0x80 }) else { return label }
    // Full-width letters and similar characters are other spellings of the same name.
    let scalars = label.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
    guard scalars.count <= 63, scalars.allSatisfy(isFit) else { return nil }
    guard !scalars.allSatisfy(\.isASCII) else { return String(String.UnicodeScalarView(scalars)) }
    return encode(scalars.map(\.value)).map { "xn--\($0)" }
  }

  private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
    default: scalar == "-"
    }
  }

  /// Encodes code points (RFC 3492 section 6.3). There are at most 63, so nothing overflows.
  private static func encode(_ input: [UInt32]) -> String? {
    var output = input.filter { $0 < 0x80 }.compactMap(UnicodeScalar.init)
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append("-") }
    var threshold: UInt32 = 0x80
    var delta = 0
    var bias = 72
    while handled < input.count {
      guard let next = input.filter({ $0 >= threshold }).min() else { return nil }
      delta += Int(next - threshold) * (handled + 1)
      threshold = next
      for value in input {
        if value < threshold { delta += 1 }
        guard value == threshold else { continue }
        var rest = delta
        var step = 36
        while true {
          let limit = step <= bias ? 1 : min(step - bias, 26)
          if rest < limit { break }
          output.append(digit(limit + (rest - limit) % (36 - limit)))
          rest = (rest - limit) / (36 - limit)
          step += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      threshold += 1
    }
    return String(String.UnicodeScalarView(output))
  }

  /// Adapts the bias (RFC 3492 section 6.1).
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48))
  }
}
