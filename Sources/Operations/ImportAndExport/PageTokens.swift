import Foundation
import Identity
import IdentityWire
import Secrets

/// Where the next page of a list begins, as a text that only this server can write.
///
/// A token is sealed under the master key for one list of one project or tenant: changed, or presented to
/// another list, it does not open, and what is in it never gets near a query but as a value.
public struct PageTokens: Sendable {
  /// Characters of a token that is looked at.
  static let maximumLength = 2_048

  private let box: SecretBox

  public init(box: SecretBox) { self.box = box }

  /// - Parameters:
  ///   - position: the last entry of the page.
  ///   - list: names the list, such as `tenants`.
  public func seal(_ position: String, of list: String, in scope: Scope) throws(IdentityError) -> String {
    do {
      return Base64URL.encode(
        try box.seal(Data(position.utf8), context: Self.context(list, scope)))
    } catch {
      throw .unavailable(.internalError, cause: "a page token could not be sealed")
    }
  }

  /// The position that a presented token stands for; nil for none, which is the beginning.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION`.
  public func open(_ token: String?, of list: String, in scope: Scope) throws(IdentityError) -> String? {
    guard let token, !token.isEmpty else { return nil }
    guard token.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(token),
      let position = try? box.open(Data(sealed), context: Self.context(list, scope)),
      let text = String(validating: position, as: UTF8.self)
    else { throw .refused(.invalidPageSelection, "The page token is not one of this list.") }
    return text
  }

  private static func context(_ list: String, _ scope: Scope) -> String {
    "page/\(list)/\(scope.project)/\(scope.tenant?.rawValue ?? "")"
  }
}

/// How many entries a page has.
enum PageSize {
  static let usual = 20
  static let greatest = 1_000

  /// Nothing and zero mean the usual size, what is too large or below zero the greatest.
  static func checked(_ size: Int?) -> Int {
    guard let size, size != 0 else { return usual }
    return (1...greatest).contains(size) ? size : greatest
  }
}
