import IdentityWire

/// The JSON that a page hands to its scripts in `<script type="application/json" id="page-data">`.
///
/// A script element's content is not unescaped by the browser, so the characters that could end it, or that
/// are line ends to a script, are written as JSON's own `\u` escapes. They occur in strings only.
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
