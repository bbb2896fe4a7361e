/// The deletion of an account.
public struct AccountDeletion: Sendable {
  private let account: Account
  /// The session of the user who requests the deletion. Nil for an administrator.
  private let session: UserSession?

  /// A deletion by an administrator.
  public init(of account: Account) {
    self.account = account
    session = nil
  }

  /// A deletion by the account's user.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` for a user whose sign-in is not recent, unless they are anonymous.
  public init(of account: Account, by session: UserSession, now: Instant) throws(IdentityError) {
    try session.requireRecent(for: account, now: now)
    self.account = account
    self.session = session
  }

  /// Deletes the account with its sessions. The store refuses this if the requesting sign-in has ended meanwhile.
  public func writes(now: Instant) -> [StoreWrite] {
    let requirement = session.map { session in
      StoreWrite.requireSignIn(session.accountID, session.scope, authenticatedAt: session.authenticatedAt)
    }
    return [requirement].compactMap(\.self) + StoreWrite.deletion(of: account, now: now)
  }
}
