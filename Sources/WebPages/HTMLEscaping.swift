import IdentityWire
import Mustache

/// Escapes text for HTML, for element content and quoted attribute values alike.
///
/// The Mustache library's own escaping compares grapheme clusters, so that a quote with a combining mark
/// after it would leave an attribute. This one looks at scalars, as a browser does.
public struct HTMLEscaping: MustacheContentType {
  /// The name by which templates ask for it: `{{% CONTENT_TYPE:LATCHKEY_HTML}}`.
  public static let name = "LATCHKEY_HTML"

  public init() {}

  public func escapeText(_ text: String) -> String { escapedHTML(text) }
}
