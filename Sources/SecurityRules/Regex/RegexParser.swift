/// Parses RE2's syntax. It refuses the constructs that RE2 refuses because they take more than linear time
/// (lookaround, backreferences).
struct RegexParser {
  private static let maximumDepth = 60
  private static let maximumRepeat = 1000

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var flags: Flags

  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotTakesNewline = false
    var swapsGreed = false
  }

  init(_ pattern: String, ignoresCase: Bool) {
    scalars = Array(pattern.unicodeScalars)
    flags = Flags(ignoresCase: ignoresCase)
  }

  mutating func parse() throws(RegexFailure) -> RegexTree {
    let tree = try alternatives(depth: 0)
    guard index >= scalars.count else { throw failure("unexpected ')'") }
    return tree
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func failure(_ message: String) -> RegexFailure { RegexFailure(message: message, offset: index) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  private mutating func alternatives(depth: Int) throws(RegexFailure) -> RegexTree {
    guard depth < Self.maximumDepth else { throw failure("expression nests too deeply") }
    var branches = [try sequence(depth: depth)]
    while take("|") { branches.append(try sequence(depth: depth)) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence(depth: Int) throws(RegexFailure) -> RegexTree {
    var parts: [RegexTree] = []
    while let character = next, character != "|", character != ")" {
      guard var part = try atom(depth: depth) else { continue }
      var repeats = false
      while let range = try repetition() {
        // RE2 calls this a bad repetition operator.
        guard !repeats else { throw failure("nothing to repeat") }
        repeats = true
        let isLazy = take("?")
        part = .repeated(
          part, minimum: range.minimum, maximum: range.maximum, isGreedy: isLazy == flags.swapsGreed)
      }
      parts.append(part)
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repetition() throws(RegexFailure) -> (minimum: Int, maximum: Int?)? {
    switch next {
    case "*":
      index += 1
      return (0, nil)
    case "+":
      index += 1
      return (1, nil)
    case "?":
      index += 1
      return (0, 1)
    case "{": return try counted()
    default: return nil
    }
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`. Any other brace is a literal character.
  private mutating func counted() throws(RegexFailure) -> (minimum: Int, maximum: Int?)? {
    let start = index
    index += 1
    guard let minimum = number() else {
      index = start
      return nil
    }
    var maximum: Int? = minimum
    if take(",") { maximum = next == "}" ? nil : number() ?? -1 }
    guard take("}"), maximum != -1 else {
      index = start
      return nil
    }
    guard minimum <= Self.maximumRepeat, maximum ?? 0 <= Self.maximumRepeat, maximum ?? .max >= minimum else {
      index = start
      throw failure("bad repetition count")
    }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = index
    while let digit = next, ("0"..."9").contains(digit), index - start < 5 {
      value = value * 10 + Int(digit.value - 0x30)
      index += 1
    }
    return index > start ? value : nil
  }

  /// Parses one atom. Returns nil for a construct that only changes how the rest is parsed.
  private mutating func atom(depth: Int) throws(RegexFailure) -> RegexTree? {
    guard let character = next else { return .empty }
    switch character {
    case "*", "+", "?": throw failure("nothing to repeat")
    case "{":
      let start = index
      if try counted() != nil {
        index = start
        throw failure("nothing to repeat")
      }
      index += 1
      return literal("{")
    case "(": return try group(depth: depth)
    case "[": return .set(try characterClass())
    case ".":
      index += 1
      let newline: [ClosedRange<UInt32>] = flags.dotTakesNewline ? [] : [0x0A...0x0A]
      return .set(RegexCharacterSet(ranges: newline, isNegated: true))
    case "^":
      index += 1
      return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$":
      index += 1
      return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
    case "\\": return try escape()
    default:
      index += 1
      return literal(character)
    }
  }

  private func literal(_ character: Unicode.Scalar) -> RegexTree {
    .character(
      flags.ignoresCase ? RegexCase.fold(character.value) : character.value, ignoresCase: flags.ignoresCase)
  }

  private mutating func group(depth: Int) throws(RegexFailure) -> RegexTree? {
    index += 1
    let outer = flags
    if take("?") {
      if next == "P" || next == "<" {
        try groupName()
      } else if try readFlags() {
        // The flags apply to the rest of the enclosing group.
        return nil
      }
    }
    let tree = try alternatives(depth: depth + 1)
    guard take(")") else { throw failure("missing ')'") }
    flags = outer
    return tree
  }

  private mutating func groupName() throws(RegexFailure) {
    if next == "P" { index += 1 }
    guard take("<") else { throw failure("unknown kind of group") }
    guard let first = next, first != "=", first != "!" else { throw failure("lookaround is not supported") }
    let start = index
    while let character = next, RegexCharacterSet.word.contains(character.value) { index += 1 }
    guard index > start, take(">") else { throw failure("bad name of a group") }
  }

  /// - Returns: true if the parenthesis was closed immediately, as in `(?i)`.
  private mutating func readFlags() throws(RegexFailure) -> Bool {
    var value = true
    while let character = next {
      index += 1
      switch character {
      case "i": flags.ignoresCase = value
      case "m": flags.isMultiline = value
      case "s": flags.dotTakesNewline = value
      case "U": flags.swapsGreed = value
      case "-":
        guard value else { throw failure("bad flags") }
        value = false
      case ":": return false
      case ")": return true
      case "=", "!":
        index -= 1
        throw failure("lookaround is not supported")
      default:
        index -= 1
        throw failure("unknown kind of group")
      }
    }
    throw failure("missing ')'")
  }

  private mutating func escape() throws(RegexFailure) -> RegexTree? {
    index += 1
    guard let character = next else { throw failure("trailing backslash") }
    switch character {
    case "A", "z", "b", "B":
      index += 1
      return .assertion(
        character == "A"
          ? .textStart
          : character == "z"
            ? .textEnd
            : character == "b" ? .wordBoundary : .noWordBoundary)
    case "Q":
      index += 1
      var parts: [RegexTree] = []
      while let quoted = next {
        if quoted == "\\", index + 1 < scalars.count, scalars[index + 1] == "E" {
          index += 2
          break
        }
        parts.append(literal(quoted))
        index += 1
      }
      return .sequence(parts)
    default:
      if var set = try namedSet() {
        set.ignoresCase = flags.ignoresCase
        return .set(set)
      }
      return literal(try escapedCharacter())
    }
  }

  /// Reads a named set after the backslash.
  private mutating func namedSet() throws(RegexFailure) -> RegexCharacterSet? {
    guard let character = next else { return nil }
    var set: RegexCharacterSet
    switch character {
    case "d", "D": set = .digits
    case "w", "W": set = .word
    case "s", "S": set = .space
    case "p", "P":
      index += 1
      set = RegexCharacterSet(categories: try category())
      if set.categories == .max { set = RegexCharacterSet(isNegated: true) }
      if character == "P" { set.isNegated.toggle() }
      return set
    default: return nil
    }
    index += 1
    set.isNegated = character.value < 0x61
    return set
  }

  private mutating func category() throws(RegexFailure) -> UInt32 {
    var name = ""
    if take("{") {
      let start = index
      while let character = next, character != "}", index - start < 20 {
        name.unicodeScalars.append(character)
        index += 1
      }
      guard take("}") else { throw failure("missing '}'") }
    } else if let character = next {
      name.unicodeScalars.append(character)
      index += 1
    }
    if name == "Any" { return .max }
    guard let mask = RegexCategory.mask(name) else { throw failure("unknown character category '\(name)'") }
    return mask
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "a": "\u{7}", "f": "\u{C}", "t": "\t", "n": "\n", "r": "\r", "v": "\u{B}",
  ]

  private mutating func escapedCharacter() throws(RegexFailure) -> Unicode.Scalar {
    guard let character = next else { throw failure("trailing backslash") }
    switch character {
    case "x":
      index += 1
      return try hexadecimal()
    case "0"..."7":
      // A single digit from 1 to 7 would be a backreference.
      guard character == "0" || (index + 1 < scalars.count && ("0"..."7").contains(scalars[index + 1])) else {
        throw failure("backreferences are not supported")
      }
      var value: UInt32 = 0
      var count = 0
      while let digit = next, ("0"..."7").contains(digit), count < 3 {
        value = value * 8 + (digit.value - 0x30)
        index += 1
        count += 1
      }
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    default:
      if let control = Self.controls[character] {
        index += 1
        return control
      }
      guard !character.isASCII || !RegexCharacterSet.word.contains(character.value) || character == "_" else {
        throw failure(
          ("1"..."9").contains(character) ? "backreferences are not supported" : "unknown escape")
      }
      index += 1
      return character
    }
  }

  private mutating func hexadecimal() throws(RegexFailure) -> Unicode.Scalar {
    let isBraced = take("{")
    var value: UInt32 = 0
    var count = 0
    while let character = next, count < (isBraced ? 6 : 2),
      let digit = Character(character).hexDigitValue
    {
      value = value << 4 | UInt32(digit)
      index += 1
      count += 1
    }
    guard isBraced ? count > 0 && take("}") : count == 2, let scalar = Unicode.Scalar(value) else {
      throw failure("bad \\x escape")
    }
    return scalar
  }

  private mutating func characterClass() throws(RegexFailure) -> RegexCharacterSet {
    index += 1
    var set = RegexCharacterSet(isNegated: take("^"), ignoresCase: flags.ignoresCase)
    var isFirst = true
    while let character = next {
      if character == "]", !isFirst {
        index += 1
        return set
      }
      isFirst = false
      if character == "[", index + 1 < scalars.count, scalars[index + 1] == ":" {
        if try namedClass(into: &set) { continue }
      }
      if character == "\\" {
        index += 1
        if let named = try namedSet() {
          Self.add(named, to: &set)
          continue
        }
        index -= 1
      }
      let low = try classCharacter()
      var high = low
      if next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" {
        index += 1
        high = try classCharacter()
        guard low <= high else { throw failure("bad range in a character class") }
      }
      set.ranges.append(low.value...high.value)
    }
    throw failure("missing ']'")
  }

  private static func add(_ named: RegexCharacterSet, to set: inout RegexCharacterSet) {
    if named.isNegated {
      var plain = named
      plain.isNegated = false
      set.excluded.append(plain)
    } else {
      set.ranges += named.ranges
      set.categories |= named.categories
    }
  }

  private mutating func classCharacter() throws(RegexFailure) -> Unicode.Scalar {
    guard let character = next else { throw failure("missing ']'") }
    index += 1
    return character == "\\" ? try escapedCharacter() : character
  }

  private static let classes: [String: [ClosedRange<UInt32>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
    "ascii": [0...0x7F], "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0...0x1F, 0x7F...0x7F],
    "digit": [0x30...0x39], "graph": [0x21...0x7E], "lower": [0x61...0x7A], "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E], "space": [0x09...0x0D, 0x20...0x20],
    "upper": [0x41...0x5A], "word": RegexCharacterSet.word.ranges,
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]

  /// Reads `[:alpha:]` and similar classes. Returns false if there is none.
  private mutating func namedClass(into set: inout RegexCharacterSet) throws(RegexFailure) -> Bool {
    var end = index + 2
    while end < scalars.count, scalars[end] != ":", end - index < 12 { end += 1 }
    guard end + 1 < scalars.count, scalars[end] == ":", scalars[end + 1] == "]" else { return false }
    let isNegated = scalars[index + 2] == "^"
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(isNegated ? index + 3 : index + 2)..<end])
    guard let ranges = Self.classes[name] else {
      throw failure("unknown character class '[:\(name):]'")
    }
    Self.add(RegexCharacterSet(ranges: ranges, isNegated: isNegated), to: &set)
    index = end + 2
    return true
  }
}
