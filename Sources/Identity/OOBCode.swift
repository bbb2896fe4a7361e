/// What an out-of-band code stands for: something that only the reader of a mailbox may do to an account.
public struct OOBCode: Sendable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case passwordReset = "PASSWORD_RESET"
    case verifyEmail = "VERIFY_EMAIL"
    case emailSignIn = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"

    /// Seconds. The mails name the same times.
    public var lifetime: Int64 {
      switch self {
      case .passwordReset: 3_600
      case .emailSignIn: 6 * 3_600
      case .verifyEmail, .verifyAndChangeEmail: 3 * 86_400
      case .recoverEmail: 7 * 86_400
      }
    }

    /// `mode` in the link.
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

  /// Seconds for which an expired code is kept, so that its reader is told that it has expired.
  public static let retention: Int64 = 7 * 86_400

  public var kind: Kind
  /// The account's address when the code was made; of ``Kind/recoverEmail``, the one to go back to. Nil only
  /// where an account without an address is given its first.
  public var email: EmailAddress?
  /// The address to change to; of ``Kind/recoverEmail``, the one that took the old one's place.
  public var newEmail: EmailAddress?
  /// Nil for a sign-in, which may make its account.
  public var accountID: AccountID?
  /// The account's when the code was made.
  public var tokenEpoch: Int64 = 0
  /// The account's when the code was made.
  public var passwordUpdatedAt: Instant?
  /// The account's: another account may be given the id of one that was deleted.
  public var accountCreatedAt: Instant?
  /// Of ``Kind/verifyAndChangeEmail``: when the user who asked for it had signed in. Where that sign-in has ended, nobody
  /// changes the address by it.
  public var signedInAt: Instant?
  /// Of ``Kind/recoverEmail``: the change that it undoes.
  public var changeID: String?
  public var expiresAt: Instant

  /// When it was made.
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

  /// What the mail that it is sent in says.
  public var messageKind: MessageKind {
    switch kind {
    case .passwordReset: .resetPassword
    case .verifyEmail: .verifyEmail
    case .emailSignIn: .signIn
    case .verifyAndChangeEmail: .verifyAndChangeEmail
    case .recoverEmail: newEmail == nil ? .emailRemoved : .emailChanged
    }
  }

  /// Whether the account is still what the code was made for.
  public func fits(_ account: Account, _ policy: RecoveryPolicy) -> Bool {
    guard account.id == accountID else { return false }
    switch kind {
    case .emailSignIn: return false
    // It proves who reads the mail of this address, and nothing else. Of an account that its address's owner disowned
    // nothing is left that a code from before could be for.
    case .verifyEmail:
      return account.email == email && (account.tokenEpoch == tokenEpoch || !account.hasNoWayIn)
    // A password that was set since was set by somebody who needed no reset.
    case .passwordReset: return account.email == email && account.passwordUpdatedAt == passwordUpdatedAt
    // Somebody who had the account before its address was proved by its owner must not be able to change it.
    case .verifyAndChangeEmail:
      return account.email == email && account.tokenEpoch == tokenEpoch
        && account.createdAt == accountCreatedAt
    // Whatever a thief changes after the address, the way back stays open.
    case .recoverEmail: return change(of: account, policy) != nil
    }
  }

  /// The change that a recovery undoes, while the account can still go back on it.
  public func change(of account: Account, _ policy: RecoveryPolicy) -> EmailChange? {
    account.emailChanges.first {
      $0.id == changeID && policy.allowsRecovery(ofVerifiedAddress: $0.wasVerified)
    }
  }
}

extension OOBCode {
  /// A recovery code for the address that an account no longer has. Nil when nothing was taken away, when the address is
  /// no way back by the policy, or when too many changes could be undone already.
  ///
  /// - Parameters:
  ///   - account: as it is to be stored; it remembers the change.
  ///   - newID: what the code names the change by.
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
