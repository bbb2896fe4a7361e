import Identity
import IdentityWire

/// What shows that who applies a mailed code is the account's user.
public enum ActionCodeProof: Sendable {
  case none
  /// An ID token of the account.
  case session(idToken: String)
  /// The account's password, typed on the page of the code.
  case password(String)
}

/// What came of a mailed code.
public struct AppliedActionCode: Sendable {
  /// The account's address now.
  public var email: String?
  /// Whether every way into the account ended, because nothing showed whose it is.
  public var endedOtherWaysIn = false

  public init(email: String?) { self.email = email }
}

extension IdentityService {
  /// `accounts:update` with `oobCode`: verifies, changes or brings back an address. The code alone says what
  /// happens. Of the rest of the request nothing is looked at but, in a project with strict verification, `idToken`.
  func applyOobCode(_ request: UpdateRequest, _ code: String, _ caller: Caller) async throws(IdentityError)
    -> UpdateResponse
  {
    let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
    let proof = idToken.map { ActionCodeProof.session(idToken: $0) } ?? .none
    let (account, before, _) = try await apply(code, proof, caller)
    return Self.response(account, since: before, nil)
  }

  /// The same for the page of a mailed link.
  public func applyActionCode(_ text: String, proof: ActionCodeProof, _ caller: Caller)
    async throws(IdentityError) -> AppliedActionCode
  {
    let (account, _, endedOtherWaysIn) = try await apply(text, proof, caller)
    var applied = AppliedActionCode(email: account.email?.text)
    applied.endedOtherWaysIn = endedOtherWaysIn
    return applied
  }

  private func apply(_ text: String, _ proof: ActionCodeProof, _ caller: Caller) async throws(IdentityError)
    -> (account: Account, before: Account, endedOtherWaysIn: Bool)
  {
    let isStrict = caller.signIn.strictEmailVerification
    let known = try await provedPassword(text, proof, caller)
    return try await retryingConflicts {
      let (code, found) = try await presented(text, allowing: Self.addressKinds, caller)
      guard let before = found else { throw IdentityError.refused(.invalidOOBCode) }
      // What it does to another account is done by the one whose code it is.
      AuditContext.current.trail?.noteAuthenticated(before.id)
      if before.disabled { throw IdentityError.refused(.userDisabled) }
      let now = clock.now()
      var account = before
      var writes = [code.consumption]
      var notices: [PreparedMail] = []
      var ended = false
      switch code.payload.kind {
      case .verifyEmail:
        let isProved = try await isProved(proof, known, for: before, caller)
        account.emailVerified = true
        ended =
          EmailVerification.ofOwnAddress(before, isStrict: isStrict, isProved: isProved) == .endsOtherWaysIn
        if ended {
          account.takeOver(now: now)
          account.factors = []
          // Nobody gets in by them, and most who follow the link had the account all along.
          (account.displayName, account.photoURL) = (before.displayName, before.photoURL)
        }
      case .verifyAndChangeEmail:
        guard let newEmail = code.payload.newEmail, newEmail.isNormalized else {
          throw IdentityError.refused(.invalidOOBCode)
        }
        let isProved = try await isProved(proof, known, for: before, caller)
        if EmailVerification.ofNewAddress(isStrict: isStrict, isProved: isProved) == .needsProof {
          throw IdentityError.refused(
            .credentialTooOldLoginAgain, "The change has to be confirmed by a user who is signed in.")
        }
        if let owner = try await store.account(holding: newEmail, in: account.scope),
          owner.id != account.id || owner.email == newEmail
        {
          throw IdentityError.refused(.emailExists)
        }
        if let moment = code.payload.signedInAt {
          writes.append(.requireSignIn(before.id, before.scope, authenticatedAt: moment))
        }
        change(&account, to: newEmail, now: now)
        notices = [try recoveryMail(from: before, to: &account, caller)].compactMap(\.self)
      case .recoverEmail:
        guard let email = code.payload.email,
          let undone = code.payload.change(of: account, caller.links.recovery)
        else { throw IdentityError.refused(.invalidOOBCode) }
        writes += try await clear(email, for: account, undoing: undone, now: now)
        if !undone.wasVerified { Self.keepPasswordAlone(&account, now: now) }
        account.dropWaysIn(since: undone)
        change(&account, to: email, now: now)
        account.forgetEmailChanges(from: undone.id)
        // To the address that is back: what is gone may have been its owner's own.
        notices = signInNotices(of: account.signInMethodChanges(since: before), of: account, caller)
      case .passwordReset, .emailSignIn: throw IdentityError.refused(.invalidOOBCode)
      }
      account.noteAdditions(since: before, bySignInAt: nil, now: now)
      // Who gets an address back that was taken from them was no anonymous user.
      if code.payload.kind == .verifyAndChangeEmail, before.isAnonymous, !account.isAnonymous {
        var upgrade = ProvedSignIn(
          account: account, facts: SignInFacts(provider: "password"), method: "emailLink")
        upgrade.stored = before
        upgrade.consumptions = writes
        upgrade.revokesSessions = true
        try await consult(.beforeCreate, about: &upgrade, caller)
        account = upgrade.account
      }
      writes.append(.updateAccount(account))
      if account.tokenEpoch != before.tokenEpoch {
        writes.append(.endSessions(of: account, now: now))
      }
      let all = writes + (known?.writes ?? []) + notices.flatMap(\.writes)
      return try await redeeming(code, caller) {
        var context = AuditContext.current
        if code.payload.kind == .verifyEmail { context.action = .emailVerification }
        try await AuditContext.$current.withValue(context) { try await store.apply(all) }
        for notice in notices { await notify(notice) }
        return (account, before, ended)
      }
    }
  }

  private static let addressKinds: [OOBCode.Kind] = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail]

  /// Who made an account with an address and never proved it may have been anybody. What they linked or enrolled
  /// must not be what its owner finds; the password they can reset. Second factors stay: they were enrolled under an
  /// address that was verified, and no recovery gets past them.
  private static func keepPasswordAlone(_ account: inout Account, now: Instant) {
    let kept = (account.password, account.passwordUpdatedAt, account.displayName, account.photoURL)
    let changes = account.emailChanges
    account.takeOver(now: now)
    account.emailChanges = changes
    (account.password, account.passwordUpdatedAt, account.displayName, account.photoURL) = kept
  }

  /// A proved address; every session that began under the one before ends.
  private func change(_ account: inout Account, to email: EmailAddress, now: Instant) {
    if account.initialEmail == nil { account.initialEmail = account.email }
    account.email = email
    account.emailVerified = true
    account.revokeTokens(now: now)
  }

  /// Takes the address back from an account that holds it by now: a thief could register it anew to keep it. An account
  /// that never proved the address loses it, and with it every way in, to an owner who had proved it. An owner who never
  /// had takes it from nobody: they may only have claimed it.
  private func clear(
    _ email: EmailAddress, for account: Account, undoing change: EmailChange, now: Instant
  ) async throws -> [StoreWrite] {
    guard var other = try await store.account(email: email, in: account.scope), other.id != account.id else {
      return []
    }
    guard change.wasVerified, !other.emailVerified else { throw IdentityError.refused(.emailExists) }
    other.takeOver(now: now)
    other.email = nil
    other.emailVerified = false
    return [.updateAccount(other), .endSessions(of: other, now: now)]
  }
}
