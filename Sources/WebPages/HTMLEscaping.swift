import IdentityWire
import Mustache

/// Escapes text for HTML, both for element content and for quoted attribute values.
///
/// The Mustache library's own escaping compares grapheme clusters. It does not escape a quote that is followed by a
/// combining mark, so such a quote would end an attribute. This type compares scalars, as browsers do.
public struct HTMLEscaping: MustacheContentType {
  /// The name in templates: `{{% CONTENT_TYPE:LATCHKEY_HTML}}`.
  public static let name = "LATCHKEY_HTML"

  public init() {}

  public func escapeText(_ text: String) -> String { escapedHTML(text) }
}
