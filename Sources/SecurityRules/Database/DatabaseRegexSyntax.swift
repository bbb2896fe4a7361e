/// Refuses patterns that the Realtime Database does not support. The Realtime Database supports only a part of the
/// usual syntax, and a rule must have the same meaning there as here.
enum DatabaseRegexSyntax {
  static func check(_ pattern: String) throws(RegexFailure) {
    let scalars = Array(pattern.unicodeScalars)
    guard !scalars.isEmpty else { throw RegexFailure(message: "the pattern is empty", offset: 0) }
    var isInClass = false
    /// True if the preceding part may be repeated. An alternative may end here only if this is true.
    var hasAtom = false
    var wasRepeated = false
    var index = 0
    func failure(_ message: String) -> RegexFailure { RegexFailure(message: message, offset: index) }
    while index < scalars.count {
      let scalar = scalars[index]
      if isInClass {
        if scalar == "\\" {
          index += 1
          try checkEscape(scalars, index)
        } else if scalar == "]" {
          isInClass = false
        }
        index += 1
        continue
      }
      var isRepeat = false
      switch scalar {
      case "\\":
        index += 1
        try checkEscape(scalars, index)
        hasAtom = true
      case "[":
        isInClass = true
        hasAtom = true
        if index + 1 < scalars.count, scalars[index + 1] == "^" { index += 1 }
        if index + 1 < scalars.count, scalars[index + 1] == "]" { throw failure("the class is empty") }
      case "^":
        guard index == 0 else { throw failure("'^' may only stand at the start") }
      case "$":
        guard index == scalars.count - 1 else { throw failure("'$' may only stand at the end") }
      case "(":
        if index + 1 < scalars.count, scalars[index + 1] == "?" {
          throw failure("groups of the kind '(?' are not supported")
        }
        hasAtom = false
      case "|":
        guard hasAtom else { throw failure("an alternative is empty") }
        hasAtom = false
      case ")":
        guard hasAtom else { throw failure("an alternative is empty") }
      case "*", "+", "?", "{":
        guard hasAtom, !wasRepeated else { throw failure("nothing to repeat") }
        isRepeat = true
        if scalar == "{" {
          guard let end = countEnd(scalars, index) else {
            throw failure("the count of a repeat is malformed")
          }
          index = end
        }
      case "}", "]": throw failure("'\(scalar)' must be escaped")
      default: hasAtom = true
      }
      wasRepeated = isRepeat
      index += 1
    }
    guard hasAtom || [["^"], ["$"], ["^", "$"]].contains(scalars) else {
      throw failure("an alternative is empty")
    }
  }

  private static func checkEscape(_ scalars: [Unicode.Scalar], _ index: Int) throws(RegexFailure) {
    guard index < scalars.count else { throw RegexFailure(message: "trailing backslash", offset: index) }
    let scalar = scalars[index]
    let isLetterOrDigit = scalar.isASCII && Character(scalar).isLetter || Character(scalar).isNumber
    guard !isLetterOrDigit || "swdSWDnrtfv".unicodeScalars.contains(scalar) else {
      throw RegexFailure(message: "the escape '\\\(scalar)' is not supported", offset: index)
    }
  }

  /// Returns the index of the closing brace of `{n}`, `{n,}` or `{n,m}`.
  private static func countEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
    var index = start + 1
    var digits = 0
    var commas = 0
    while index < scalars.count, scalars[index] != "}" {
      if scalars[index] == "," {
        guard digits > 0, commas == 0 else { return nil }
        commas += 1
      } else {
        guard ("0"..."9").contains(scalars[index]) else { return nil }
        digits += 1
      }
      index += 1
    }
    return index < scalars.count && digits > 0 ? index : nil
  }
}
