/// The effect of a mailed one-time code on an account's address.
public struct AddressDecision: Sendable, Equatable {
  /// The account to store.
  public var account: Account
  /// True if the other ways to sign in were removed, because there was no proof of who owns the account.
  public var endedOtherWaysIn = false
  /// Another account, which loses the address and every way to sign in.
  public var dispossessed: Account?

  private init(_ account: Account, since before: Account, now: Instant) {
    self.account = account
    self.account.noteAdditions(since: before, bySignInAt: nil, now: now)
  }

  /// Decides about a code that verifies the account's own address.
  ///
  /// - Parameters:
  ///   - isStrict: the project's setting.
  ///   - isProved: true if the code comes with a session or the password of the account.
  public static func verification(of before: Account, isStrict: Bool, isProved: Bool, now: Instant)
    -> AddressDecision
  {
    var account = before
    account.emailVerified = true
    let ends =
      EmailVerification.ofOwnAddress(before, isStrict: isStrict, isProved: isProved) == .endsOtherWaysIn
    if ends {
      account.takeOver(now: now)
      account.factors = []
      // Name and photo are no ways to sign in. Most people who follow the link are the account's creators.
      (account.displayName, account.photoURL) = (before.displayName, before.photoURL)
    }
    var decision = AddressDecision(account, since: before, now: now)
    decision.endedOtherWaysIn = ends
    return decision
  }

  /// Decides about a code that gives the account another address. Following the code proves the new address. Every
  /// session that began under the old address ends.
  ///
  /// - Parameters:
  ///   - holder: the account that has the new address, in any spelling.
  ///   - isStrict: the project's setting.
  ///   - isProved: true if the code comes with a session or the password of the account.
  /// - Throws: `INVALID_OOB_CODE` for an address in a spelling that accounts no longer get,
  ///   `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `EMAIL_EXISTS`.
  public static func change(
    of before: Account, to email: EmailAddress, holder: Account?, isStrict: Bool, isProved: Bool, now: Instant
  ) throws(IdentityError) -> AddressDecision {
    guard email.isNormalized else { throw .refused(.invalidOOBCode) }
    if EmailVerification.ofNewAddress(isStrict: isStrict, isProved: isProved) == .needsProof {
      throw .refused(
        .credentialTooOldLoginAgain, "The change has to be confirmed by a user who is signed in.")
    }
    if let holder, holder.id != before.id || holder.email == email { throw .refused(.emailExists) }
    var account = before
    account.move(to: email, now: now)
    return AddressDecision(account, since: before, now: now)
  }

  /// Decides about a code that restores a former address. A thief may have registered the former address for another
  /// account, to keep it. That other account loses the address and every way to sign in if it never verified the
  /// address and this account had verified it. Otherwise, the other account keeps the address, because its user may own
  /// it.
  ///
  /// - Parameters:
  ///   - change: the change of address that is undone.
  ///   - holder: the account that has exactly the former address.
  ///   - secondFactors: if a second factor is required, the last one stays, even if it is a passkey that was added
  ///     shortly before the change. If it was added after the change, the account is disabled.
  /// - Throws: `EMAIL_EXISTS`.
  public static func recovery(
    of before: Account, to email: EmailAddress, undoing change: EmailChange, holder: Account?,
    secondFactors: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) -> AddressDecision {
    var dispossessed: Account?
    if var other = holder, other.id != before.id {
      guard change.wasVerified, !other.emailVerified else { throw .refused(.emailExists) }
      other.takeOver(now: now)
      other.email = nil
      other.emailVerified = false
      dispossessed = other
    }
    var account = before
    if !change.wasVerified { account.keepPasswordAlone(now: now) }
    account.dropWaysIn(since: change)
    account.keepLastSecondFactor(of: before, undoing: change, secondFactors)
    account.move(to: email, now: now)
    account.forgetEmailChanges(from: change.id)
    var decision = AddressDecision(account, since: before, now: now)
    decision.dispossessed = dispossessed
    return decision
  }

  /// - Parameter before: the account before the decision.
  public func writes(since before: Account, now: Instant) -> [StoreWrite] {
    var writes: [StoreWrite] = []
    if let dispossessed {
      writes += [.updateAccount(dispossessed), .endSessions(of: dispossessed, now: now)]
    }
    writes.append(.updateAccount(account))
    if account.tokenEpoch != before.tokenEpoch { writes.append(.endSessions(of: account, now: now)) }
    return writes
  }
}

extension Account {
  /// Removes every way to sign in except the password, which the address's owner can reset. If the address was never
  /// verified, a stranger could have created the account. Second factors stay: they were enrolled under a verified
  /// address, and recovering an address never removes them.
  fileprivate mutating func keepPasswordAlone(now: Instant) {
    let kept = (password, passwordUpdatedAt, displayName, photoURL)
    let changes = emailChanges
    takeOver(now: now)
    emailChanges = changes
    (password, passwordUpdatedAt, displayName, photoURL) = kept
  }

  /// Sets a verified address and revokes the sessions that began under the former one.
  fileprivate mutating func move(to email: EmailAddress, now: Instant) {
    if initialEmail == nil { initialEmail = self.email }
    self.email = email
    emailVerified = true
    revokeTokens(now: now)
  }
}
