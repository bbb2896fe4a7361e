import Foundation
import IdentityWire

/// A mailed link, taken apart.
open class ActionCodeURL: NSObject, @unchecked Sendable {
  /// The API key of the project that sent the mail.
  public let apiKey: String?
  /// What the code in the link does.
  public let operation: ActionCodeOperation
  /// The code itself.
  public let code: String?
  /// Where to go on afterwards, as ``ActionCodeSettings/url`` said.
  public let continueURL: URL?
  /// The language that the mail was written in, as a BCP 47 tag.
  public let languageCode: String?

  /// Nil for what is no URL or has no query. A link inside a link (`link=`) is the one that counts.
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

  private static func query(of link: String) -> FormURLEncoded? {
    guard let start = link.firstIndex(of: "?") else { return nil }
    let text = link[link.index(after: start)...].prefix { $0 != "#" }
    let query = FormURLEncoded(parsing: String(text))
    guard query["oobCode"] == nil, let inner = query["link"] ?? query["deep_link_id"], inner != link else {
      return query
    }
    return Self.query(of: inner) ?? query
  }
}
