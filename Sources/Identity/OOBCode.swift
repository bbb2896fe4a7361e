/// The content of a one-time code: an action on an account that only the reader of a mailbox may do.
public struct OOBCode: Sendable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"

    /// In seconds. The texts of the mails name these times, too.
    public var lifetime: Int64 {
      switch self {
      case .passwordReset: 3_600
      case .emailSignIn: 6 * 3_600
      case .verifyEmail, .verifyAndChangeEmail: 3 * 86_400
      case .recoverEmail: 7 * 86_400
      }
    }

    /// The `mode` parameter of the link.
    public var mode: String {
      switch self {
      case .passwordReset: "resetPassword"
      case .verifyEmail: "verifyEmail"
      case .emailSignIn: "signIn"
      case .verifyAndChangeEmail: "verifyAndChangeEmail"
      case .recoverEmail: "recoverEmail"
      }
    }
  }

  /// The number of seconds for which an expired code is kept. During this time, its reader learns that the code has
  /// expired.
  public static let retention: Int64 = 7 * 86_400

  public var kind: Kind
  /// The account's address when the code was made. For ``Kind/recoverEmail``, the address to restore. Nil only if the
  /// code gives an account its first address.
  public var email: EmailAddress?
  /// The address to change to. For ``Kind/recoverEmail``, the address that replaced the old one.
  public var newEmail: EmailAddress?
  /// Nil for a sign-in, which may create an account.
  public var accountID: AccountID?
  /// The account's token epoch when the code was made.
  public var tokenEpoch: Int64 = 0
  /// ``Account/passwordUpdatedAt`` when the code was made.
  public var passwordUpdatedAt: Instant?
  /// ``Account/createdAt``, because a new account may get the id of a deleted account.
  public var accountCreatedAt: Instant?
  /// For ``Kind/verifyAndChangeEmail``: the time when the requesting user had signed in. If that sign-in has ended, the
  /// code is refused.
  public var signedInAt: Instant?
  /// For ``Kind/recoverEmail``: the id of the change to undo.
  public var changeID: String?
  public var expiresAt: Instant

  /// The time when the code was made.
  public var madeAt: Instant { expiresAt.adding(seconds: -kind.lifetime) }

  public init(_ kind: Kind, email: EmailAddress?, account: Account?, now: Instant) {
    self.kind = kind
    self.email = email
    accountID = account?.id
    tokenEpoch = account?.tokenEpoch ?? 0
    passwordUpdatedAt = account?.passwordUpdatedAt
    accountCreatedAt = account?.createdAt
    expiresAt = now.adding(seconds: kind.lifetime)
  }

  /// The kind of the mail that contains the code.
  public var messageKind: MessageKind {
    switch kind {
    case .passwordReset: .resetPassword
    case .verifyEmail: .verifyEmail
    case .emailSignIn: .signIn
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .recoverEmail: newEmail == nil ? .emailRemoved : .emailChanged
    }
  }

  /// True if the code still applies to the account as it is now.
  public func fits(_ account: Account, _ policy: RecoveryPolicy) -> Bool {
    guard account.id == accountID else { return false }
    switch kind {
    case .emailSignIn: return false
    // The code proves only that a person reads the mail of this address. If the owner of the address has disowned the
    // account, earlier codes are refused.
    case .verifyEmail:
      return account.email == email && (account.tokenEpoch == tokenEpoch || !account.hasNoWayIn)
    // If the password was changed after the code was made, the account's owner no longer needs the reset.
    case .passwordReset: return account.email == email && account.passwordUpdatedAt == passwordUpdatedAt
    // A person who had the account before its owner proved the address must not be able to change the address.
    case .verifyAndChangeEmail:
      return account.email == email && account.tokenEpoch == tokenEpoch
        && account.createdAt == accountCreatedAt
    // A recovery remains possible even if a thief has also changed other data of the account.
    case .recoverEmail: return change(of: account, policy) != nil
    }
  }

  /// The change that a recovery undoes. Nil if the account can no longer undo it.
  public func change(of account: Account, _ policy: RecoveryPolicy) -> EmailChange? {
    account.emailChanges.first {
      $0.id == changeID && policy.allowsRecovery(ofVerifiedAddress: $0.wasVerified)
    }
  }
}

extension OOBCode {
  /// Makes a recovery code for the address that an account no longer has. Nil if no address was removed, if the policy
  /// does not allow this address to recover the account, or if too many changes can already be undone.
  ///
  /// - Parameters:
  ///   - account: the account to store. It records the change.
  ///   - newID: the id of the change, which the code contains.
  public static func recovery(
    from before: Account, to account: inout Account, _ policy: RecoveryPolicy,
    newID: @autoclosure () -> String,
    now: Instant
  ) -> OOBCode? {
    guard let old = before.email, old != account.email,
      policy.allowsRecovery(ofVerifiedAddress: before.emailVerified)
    else { return nil }
    var code = OOBCode(.recoverEmail, email: old, account: account, now: now)
    let change = EmailChange(id: newID(), of: before, expiresAt: code.expiresAt, now: now)
    guard account.remember(change, now: now) else { return nil }
    code.changeID = change.id
    code.newEmail = account.email
    return code
  }
}
