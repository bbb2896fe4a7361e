import Foundation
import Identity
import IdentityWire
import Secrets

/// Encodes the beginning of a list's next page as a token that only this server can make.
///
/// A token is sealed under the master key for one list of one project or tenant. A changed token, or a token for
/// another list, is refused. The content of a token reaches queries only as a bound value.
public struct PageTokens: Sendable {
  /// The maximum length of an accepted token.
  static let maximumLength = 2_048

  private let box: SecretBox

  public init(box: SecretBox) { self.box = box }

  /// - Parameters:
  ///   - position: the last entry of the page.
  ///   - list: the list's name, such as `tenants`.
  public func seal(_ position: String, of list: String, in scope: Scope) throws(IdentityError) -> String {
    do {
      return Base64URL.encode(
        try box.seal(Data(position.utf8), context: Self.context(list, scope)))
    } catch {
      throw .unavailable(.internalError, cause: "a page token could not be sealed")
    }
  }

  /// Returns the position in a presented token. Nil without a token: the page is then the first one.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION`.
  public func open(_ token: String?, of list: String, in scope: Scope) throws(IdentityError) -> String? {
    guard let token, !token.isEmpty else { return nil }
    guard token.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(token),
      let position = try? box.open(Data(sealed), context: Self.context(list, scope)),
      let text = String(validating: position, as: UTF8.self)
    else { throw .refused(.invalidPageSelection, "The page token does not belong to this list.") }
    return text
  }

  private static func context(_ list: String, _ scope: Scope) -> String {
    "page/\(list)/\(scope.project)/\(scope.tenant?.rawValue ?? "")"
  }
}

/// The number of entries on a page.
enum PageSize {
  static let usual = 20
  static let greatest = 1_000

  /// Returns the page size to use: the default for nil and zero, the maximum for a negative or too large size.
  static func checked(_ size: Int?) -> Int {
    guard let size, size != 0 else { return usual }
    return (1...greatest).contains(size) ? size : greatest
  }
}
