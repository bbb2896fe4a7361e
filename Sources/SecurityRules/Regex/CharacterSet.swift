/// The characters that match at one position of a pattern.
struct RegexCharacterSet: Sendable {
  /// Inclusive ranges of scalar values.
  var ranges: [ClosedRange<UInt32>] = []
  /// General categories of Unicode, as a bit mask.
  var categories: UInt32 = 0
  /// Sets that must not contain the character, such as `\W` and `\P{L}` inside a class.
  var excluded: [RegexCharacterSet] = []
  var isNegated = false
  var ignoresCase = false

  func contains(_ scalar: UInt32) -> Bool {
    var found = holds(scalar)
    if !found, ignoresCase {
      let (lower, upper) = RegexCase.variants(scalar)
      found = (lower != scalar && holds(lower)) || (upper != scalar && holds(upper))
    }
    return found != isNegated
  }

  private func holds(_ scalar: UInt32) -> Bool {
    for range in ranges where range.contains(scalar) { return true }
    if categories != 0, let value = Unicode.Scalar(scalar),
      categories & RegexCategory.bit(value.properties.generalCategory) != 0
    {
      return true
    }
    for set in excluded where !set.contains(scalar) { return true }
    return false
  }

  /// The maximum number of steps that ``contains(_:)`` takes.
  var cost: Int {
    let once = 1 + ranges.count / 4 + (categories == 0 ? 0 : 4) + excluded.reduce(0) { $0 + $1.cost }
    return ignoresCase ? RegexCase.cost + 3 * once : once
  }

  static let digits = RegexCharacterSet(ranges: [0x30...0x39])
  static let word = RegexCharacterSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = RegexCharacterSet(ranges: [0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
}

/// Finds the other cases of a character, if each of them is a single character.
enum RegexCase {
  /// The number of steps to find the other cases of a character.
  static let cost = 16

  static func variants(_ scalar: UInt32) -> (lower: UInt32, upper: UInt32) {
    if scalar < 0x80 {
      let lower = (0x41...0x5A).contains(scalar) ? scalar + 32 : scalar
      return (lower, (0x61...0x7A).contains(lower) ? lower - 32 : lower)
    }
    guard let value = Unicode.Scalar(scalar) else { return (scalar, scalar) }
    return (
      single(value.properties.lowercaseMapping) ?? scalar, single(value.properties.uppercaseMapping) ?? scalar
    )
  }

  static func fold(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar) ? scalar + 32 : scalar }
    return variants(variants(scalar).upper).lower
  }

  private static func single(_ text: String) -> UInt32? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first?.value : nil
  }
}

/// Unicode's general categories by their names in `\p{…}`.
enum RegexCategory {
  private static let order: [(String, Unicode.GeneralCategory)] = [
    ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter), ("Lm", .modifierLetter),
    ("Lo", .otherLetter), ("Mn", .nonspacingMark), ("Mc", .spacingMark), ("Me", .enclosingMark),
    ("Nd", .decimalNumber), ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
    ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation),
    ("Pi", .initialPunctuation), ("Pf", .finalPunctuation), ("Po", .otherPunctuation), ("Sm", .mathSymbol),
    ("Sc", .currencySymbol), ("Sk", .modifierSymbol), ("So", .otherSymbol), ("Zs", .spaceSeparator),
    ("Zl", .lineSeparator), ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format),
    ("Cs", .surrogate), ("Co", .privateUse), ("Cn", .unassigned),
  ]

  private static let bits = Dictionary(
    uniqueKeysWithValues: order.enumerated().map { ($1.1, UInt32(1) << UInt32($0)) })

  static func bit(_ category: Unicode.GeneralCategory) -> UInt32 { bits[category] ?? 0 }

  /// Returns the mask of `L`, `Lu` and so on; nil for an unknown name. The name must be short.
  static func mask(_ name: String) -> UInt32? {
    var mask: UInt32 = 0
    for (index, entry) in order.enumerated()
    where entry.0 == name || (name.count == 1 && entry.0.hasPrefix(name)) {
      mask |= 1 << UInt32(index)
    }
    return mask == 0 ? nil : mask
  }
}
