import Foundation
import IdentityWire

/// The parts of a mailed link.
open class ActionCodeURL: NSObject, @unchecked Sendable {
  /// The API key of the project that sent the mail.
  public let apiKey: String?
  /// The operation that the code in the link performs.
  public let operation: ActionCodeOperation
  /// The code itself.
  public let code: String?
  /// The page to continue at afterwards, from ``ActionCodeSettings/url``.
  public let continueURL: URL?
  /// The language that the mail was written in, as a BCP 47 tag.
  public let languageCode: String?

  /// Reads a link. Nil if the text is not a URL or has no query. If the query contains another link (`link=`),
  /// reads that inner link.
  public init?(link: String) {
    guard let query = Self.query(of: link) else { return nil }
    apiKey = query["apiKey"]
    operation = ActionCodeOperation(named: query["mode"])
    code = query["oobCode"]
    continueURL = query["continueUrl"].flatMap { URL(string: $0) }
    languageCode = query["lang"]
    super.init()
  }

  static func queryItem(_ name: String, of link: String) -> String? {
    query(of: link)?[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The limit on a link's length. No mailed link is this long.
  private static let maximumLength = 16_384

  /// - Parameter depth: how many links may be nested.
  private static func query(of link: String, depth: Int = 2) -> FormURLEncoded? {
    guard link.utf8.count <= maximumLength, let start = link.firstIndex(of: "?") else { return nil }
    let text = link[link.index(after: start)...].prefix { $0 != "#" }
    let query = FormURLEncoded(parsing: String(text))
    guard depth > 0, query["oobCode"] == nil, let inner = query["link"] ?? query["deep_link_id"] else {
      return query
    }
    return Self.query(of: inner, depth: depth - 1) ?? query
  }
}
