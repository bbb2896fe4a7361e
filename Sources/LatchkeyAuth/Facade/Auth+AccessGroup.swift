import Foundation

// Sessions that several apps share. On Apple's systems a group is one of the keychain; elsewhere it is a directory,
// which the programs of one user of the system share.

extension Auth {
  /// The group that the app shares its session with; nil for none.
  public var userAccessGroup: String? { core.sessions.group }

  /// Shares the session with the apps of a group, now and at later starts; nil for a session of the app's own.
  ///
  /// The user who is signed in there is the signed-in user from now on. A user who is to take their session along is made
  /// the group's by ``updateCurrentUser(_:)`` afterwards.
  ///
  /// - Throws: ``AuthError`` with `keychainError`, and nothing has changed.
  public func useUserAccessGroup(_ accessGroup: String?) throws {
    try core.use(group: accessGroup, acrossDevices: shareAuthStateAcrossDevices)
  }

  /// Who is signed in to a group, or to the app itself (nil), without going over to it.
  ///
  /// - Throws: ``AuthError`` with `keychainError`.
  public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
    let session = try core.sessions.load(
      ofGroup: accessGroup, acrossDevices: shareAuthStateAcrossDevices)
    return session.map { User($0, core: core) }
  }
}
