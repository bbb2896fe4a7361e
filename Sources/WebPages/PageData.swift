import IdentityWire

/// The JSON that a page contains for its scripts, in `<script type="application/json" id="page-data">`.
///
/// Browsers do not unescape the content of a script element. So characters that could end the element, or that scripts
/// read as line ends, are written as JSON's `\u` escapes. Such characters occur only in strings.
public struct PageData: Sendable, Equatable {
  public let value: JSONValue

  public init(_ members: [String: JSONValue?]) {
    value = .object(members.compactMapValues { $0 })
  }

  public var text: String {
    var escaped = ""
    for scalar in JSONWriter.text(value).unicodeScalars {
      switch scalar {
      case "<": escaped += "\\u003c"
      case ">": escaped += "\\u003e"
      case "&": escaped += "\\u0026"
      case "\u{2028}": escaped += "\\u2028"
      case "\u{2029}": escaped += "\\u2029"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
