import Identity
import IdentityWire
import Operations

/// The paths of a user's pages: `users/id-<uid>`. With the prefix, an id cannot be confused with another page or with
/// the parent directory.
enum UserPath {
  static let template = "users/{user}"
  private static let prefix = "id-"

  /// The path below the project, in the form that ``ConsoleOutcome/redirect(_:notice:)`` accepts.
  static func relative(_ id: AccountID, _ more: [String] = []) -> String {
    (["users", prefix + id.rawValue] + more).map(ConsolePath.encode).joined(separator: "/")
  }

  /// The id in a part of a path; nil if there is none.
  static func id(_ part: String?) -> String? {
    part.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
  }
}

extension ConsoleRequest {
  /// The full path of a user's page, or of a page below it.
  func userPath(_ id: AccountID, _ more: String..., query: KeyValuePairs<String, String> = [:]) -> String {
    let pairs = FormURLEncoded(query.map { (name: $0.key, value: $0.value) }).text
    return path(UserPath.relative(id, more) + (pairs.isEmpty ? "" : "?\(pairs)"))
  }

  /// The user's id in the path.
  ///
  /// - Throws: `USER_NOT_FOUND` with 404.
  var userID: String {
    get throws {
      guard let id = UserPath.id(parameters["user"]), AccountID(rawValue: id) != nil else {
        throw WireError.notFound("USER_NOT_FOUND")
      }
      return id
    }
  }

  /// The user whose page this is.
  ///
  /// - Throws: `USER_NOT_FOUND` with 404.
  func user() async throws -> Account {
    let id = try userID
    do throws(IdentityError) {
      return try await domain.service.account(id, caller)
    } catch {
      throw error.refusal == .userNotFound ? WireError.notFound("USER_NOT_FOUND") : WireError(error)
    }
  }
}
