import Foundation

// Sessions that several apps share. On Apple's systems a group is a keychain access group. On other systems
// it is a directory, which the programs of one system user share.

extension Auth {
  /// The group that the app shares its session with; nil for none.
  public var userAccessGroup: String? { core.sessions.group }

  /// Shares the session with the apps of a group, now and after a restart. Nil makes the app use its own
  /// session again.
  ///
  /// The user who is signed in to the group becomes the signed-in user. To keep the app's current user, call
  /// ``updateCurrentUser(_:)`` afterwards.
  ///
  /// - Throws: ``AuthError`` with `keychainError`. Then nothing has changed.
  public func useUserAccessGroup(_ accessGroup: String?) throws {
    try core.use(group: accessGroup, acrossDevices: shareAuthStateAcrossDevices)
  }

  /// Returns the user who is signed in to a group. For nil, returns the user who is signed in to the app
  /// itself. Does not switch to the group.
  ///
  /// - Throws: ``AuthError`` with `keychainError`.
  public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
    let session = try core.sessions.load(
      ofGroup: accessGroup, acrossDevices: shareAuthStateAcrossDevices)
    return session.map { User($0, core: core) }
  }
}
