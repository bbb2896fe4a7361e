import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:update` with `oobCode`: verifies, changes or brings back an address. The code alone says what
  /// happens; nothing else of the request is looked at.
  func applyOobCode(_ text: String, _ caller: Caller) async throws(WireError) -> UpdateResponse {
    try await retryingConflicts {
      let (code, found) = try await presented(
        text, allowing: [.verifyEmail, .verifyAndChangeEmail, .recoverEmail], caller)
      guard let before = found else { throw WireError.badRequest("INVALID_OOB_CODE") }
      // What it does to another account is done by the one whose code it is.
      AuditContext.current.trail?.noteAuthenticated(before.id)
      if before.disabled { throw WireError.badRequest("USER_DISABLED") }
      let now = clock.now()
      var account = before
      var writes = [code.consumption]
      var notice: PreparedMail?
      switch code.payload.kind {
      case .verifyEmail: account.emailVerified = true
      case .verifyAndChangeEmail:
        guard let newEmail = code.payload.newEmail else { throw WireError.badRequest("INVALID_OOB_CODE") }
        if try await store.account(email: newEmail, in: account.scope) != nil {
          throw WireError.badRequest("EMAIL_EXISTS")
        }
        change(&account, to: newEmail, now: now)
        notice = try recoveryMail(from: before, to: &account, caller)
      case .recoverEmail:
        guard let email = code.payload.email,
          let undone = code.payload.change(of: account, caller.links.recovery)
        else { throw WireError.badRequest("INVALID_OOB_CODE") }
        writes += try await clear(email, for: account, undoing: undone, now: now)
        if !undone.wasVerified { Self.keepPasswordAlone(&account, now: now) }
        change(&account, to: email, now: now)
        account.forgetEmailChanges(from: undone.id)
      case .passwordReset, .emailSignIn: throw WireError.badRequest("INVALID_OOB_CODE")
      }
      writes.append(.updateAccount(account))
      if account.tokenEpoch != before.tokenEpoch {
        writes.append(.endSessions(of: account, now: now))
      }
      let all = writes + (notice?.writes ?? [])
      return try await redeeming(code, caller) {
        try await store.apply(all)
        await notify(notice)
        return Self.response(account, nil)
      }
    }
  }

  /// Who made an account with an address and never proved it may have been anybody. What they linked or enrolled
  /// must not be what its owner finds; the password they can reset. Second factors stay: they were enrolled under an
  /// address that was verified, and no recovery gets past them.
  private static func keepPasswordAlone(_ account: inout Account, now: Timestamp) {
    let kept = (account.password, account.passwordUpdatedAt, account.displayName, account.photoURL)
    let changes = account.emailChanges
    account.takeOver(now: now)
    account.emailChanges = changes
    (account.password, account.passwordUpdatedAt, account.displayName, account.photoURL) = kept
  }

  /// A proved address; every session that began under the one before ends.
  private func change(_ account: inout Account, to email: EmailAddress, now: Timestamp) {
    if account.initialEmail == nil { account.initialEmail = account.email }
    account.email = email
    account.emailVerified = true
    account.revokeTokens(now: now)
  }

  /// Whoever took an address away could register it anew, so that it cannot come back. An account that never
  /// proved the address loses it, and with it every way in, to the one who had proved it before. One that never
  /// had takes it from nobody: its maker may only have claimed the address.
  private func clear(
    _ email: EmailAddress, for account: Account, undoing change: EmailChange, now: Timestamp
  ) async throws -> [StoreWrite] {
    guard var other = try await store.account(email: email, in: account.scope), other.id != account.id else {
      return []
    }
    guard change.wasVerified, !other.emailVerified else { throw WireError.badRequest("EMAIL_EXISTS") }
    other.takeOver(now: now)
    other.email = nil
    other.emailVerified = false
    return [.updateAccount(other), .endSessions(of: other, now: now)]
  }
}
