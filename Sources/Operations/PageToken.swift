import Foundation
import Identity
import IdentityWire
import Secrets

/// Where a listing goes on, in a form that clients can neither make nor read: a token that was not issued for
/// just this listing of just this scope is refused.
struct PageToken: Sendable {
  let box: SecretBox

  private static func context(_ listing: String, _ scope: Scope) -> String {
    "page/\(listing)/\(scope.project)/\(scope.tenant?.rawValue ?? "")"
  }

  func text(after last: String, of listing: String, in scope: Scope) throws(WireError) -> String {
    do {
      return Base64URL.encode(try box.seal(Data(last.utf8), context: Self.context(listing, scope)))
    } catch {
      throw .unavailable("INTERNAL_ERROR", cause: "a page token could not be sealed")
    }
  }

  /// - Throws: `INVALID_PAGE_SELECTION`.
  func last(_ text: String, of listing: String, in scope: Scope) throws(WireError) -> String {
    guard text.utf8.count <= 1_024, let sealed = Base64URL.decode(text),
      let opened = try? box.open(Data(sealed), context: Self.context(listing, scope))
    else { throw .badRequest("INVALID_PAGE_SELECTION") }
    return String(decoding: opened, as: UTF8.self)
  }
}
