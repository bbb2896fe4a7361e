import IdentityWire
import Mustache

/// Escapes text for HTML, both for element content and for quoted attribute values.
///
/// The Mustache library's own escaping compares grapheme clusters, so a quote followed by a combining mark
/// would end an attribute. This one compares scalars, as browsers do.
public struct HTMLEscaping: MustacheContentType {
  /// The name in templates: `{{% CONTENT_TYPE:LATCHKEY_HTML}}`.
  public static let name = "LATCHKEY_HTML"

  public init() {}

  public func escapeText(_ text: String) -> String { escapedHTML(text) }
}
