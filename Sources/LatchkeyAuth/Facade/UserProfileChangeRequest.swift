import Foundation
import IdentityWire
import Synchronization

/// A change of a user's name and picture. Values that are not set do not change. If no value is set,
/// ``commitChanges()`` sends nothing.
open class UserProfileChangeRequest: NSObject, @unchecked Sendable {
  private struct Values {
    var displayName: String??
    var photoURL: URL??
    var isCommitted = false
  }

  private let user: User
  private let values = Mutex(Values())

  init(_ user: User) { self.user = user }

  /// The new name; nil to remove it.
  open var displayName: String? {
    get { values.withLock { $0.displayName } ?? user.displayName }
    set { values.withLock { $0.displayName = .some(newValue) } }
  }

  /// The URL of the new picture; nil to remove it.
  open var photoURL: URL? {
    get { values.withLock { $0.photoURL } ?? user.photoURL }
    set { values.withLock { $0.photoURL = .some(newValue) } }
  }

  /// Sends the change. Can be called only once. A value that was set to nil is removed.
  ///
  /// - Throws: ``AuthError`` with `internalError` at the second call.
  open func commitChanges() async throws {
    let values = try self.values.withLock { values in
      guard !values.isCommitted else {
        throw AuthError(.internalError, "A profile change request can be committed once.")
      }
      values.isCommitted = true
      return values
    }
    var message: [String: JSONValue] = [:]
    var removed: [JSONValue] = []
    switch values.displayName {
    case .some(.some(let name)): message["displayName"] = .string(name)
    case .some(.none): removed.append("DISPLAY_NAME")
    case .none: break
    }
    switch values.photoURL {
    case .some(.some(let url)): message["photoUrl"] = .string(url.absoluteString)
    case .some(.none): removed.append("PHOTO_URL")
    case .none: break
    }
    if !removed.isEmpty { message["deleteAttribute"] = .array(removed) }
    guard !message.isEmpty else { return }
    try await user.update(message)
  }

  /// The completion form of ``commitChanges()``.
  @available(swift, introduced: 6)
  open func commitChanges(
    completion: (@MainActor ((any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.commitChanges() }
  }
}
