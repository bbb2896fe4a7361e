/// The name of passkeys in `firebase.sign_in_provider`, in statistics and in notices.
public enum PasskeyProvider {
  public static let id = "passkey"
}

/// The rule for a sign-in with a passkey.
public enum PasskeySignInRule: String, Sendable {
  /// The account has no second factor, and either needs none or must still enrol one.
  case onlyFactor
  /// The authenticator verified its user. It is something the user has, and it was unlocked by something they know or
  /// are.
  case bothFactors
  /// The account's second factor is asked for.
  case firstFactor
}

extension UserSession {
  /// Checks that the user may begin to add a passkey.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `PASSKEY_LIMIT_EXCEEDED`.
  public func requirePasskeyEnrolment(to account: Account, limit: Int, now: Instant) throws(IdentityError) {
    try requireRecent(for: account, now: now)
    guard account.passkeys.count < limit else {
      throw .refused(.passkeyLimitExceeded, "An account can have at most \(limit) passkeys.")
    }
  }
}

extension ProvedSignIn {
  /// A sign-in of a session's user, who adds a passkey and is signed in by it.
  ///
  /// - Parameters:
  ///   - limit: ``PasskeySettings/limit``.
  ///   - begunAt: when the enrolment began. The sign-in must have been recent then: the user may take their time with
  ///     the authenticator.
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `PASSKEY_EXISTS`, `PASSKEY_LIMIT_EXCEEDED`.
  public static func enrolment(
    of passkey: Passkey, by session: UserSession, to account: Account, limit: Int, begunAt: Instant
  ) throws(IdentityError) -> ProvedSignIn {
    try session.requirePasskeyEnrolment(to: account, limit: limit, now: begunAt)
    guard account.passkey(passkey.credentialID) == nil else { throw .refused(.passkeyExists) }
    var enrolled = account
    enrolled.passkeys.append(passkey)
    var signIn = ProvedSignIn(
      account: enrolled, facts: SignInFacts(provider: PasskeyProvider.id), method: PasskeyProvider.id)
    signIn.goOn(from: session, of: account)
    signIn.begunAt = begunAt
    return signIn
  }

  /// A sign-in with a passkey.
  ///
  /// If the account's second factor is asked for, the passkey's new counter is written first: the passkey was used, even
  /// if the sign-in fails later.
  ///
  /// - Parameters:
  ///   - isTwoFactors: whether the passkey also proves the account's second factor, because its user was verified.
  ///   - requiresFactor: see ``MultiFactorSettings/requiresFactor(now:)``. A passkey that counts as two factors is
  ///     enough.
  public static func signIn(
    by used: Passkey, to account: Account, isTwoFactors: Bool, requiresFactor: Bool
  ) -> (signIn: ProvedSignIn, rule: PasskeySignInRule) {
    let rule: PasskeySignInRule =
      isTwoFactors && (requiresFactor || !account.factors.isEmpty)
      ? .bothFactors : account.factors.isEmpty ? .onlyFactor : .firstFactor
    var facts = SignInFacts(provider: PasskeyProvider.id)
    if rule == .bothFactors {
      facts.secondFactor = used.fact
    }
    var known = account
    known.passkeys = known.passkeys.map { $0.credentialID == used.credentialID ? used : $0 }
    var signIn = ProvedSignIn(account: known, facts: facts, method: PasskeyProvider.id)
    signIn.stored = account
    if rule == .firstFactor { signIn.consumptions = [.updateAccount(known)] }
    return (signIn, rule)
  }
}

extension Passkey {
  /// The second factor as ID tokens name it: the credential ID, cut to the length of the longest factor id.
  public var fact: SignInFacts.SecondFactor {
    .init(
      enrollmentID: String(id.rawValue.prefix(EnrolledFactor.maximumIDLength)), kind: PasskeyProvider.id)
  }
}

extension Account {
  /// Requires another way to sign in before a user removes passkeys: otherwise nobody could come back to the account.
  ///
  /// - Parameter before: the account as it was.
  /// - Throws: `OPERATION_NOT_ALLOWED`.
  func requireWayIn(besidesPasskeysOf before: Account) throws(IdentityError) {
    guard passkeys.count < before.passkeys.count, isAnonymous else { return }
    throw .refused(
      .operationNotAllowed,
      "The last way to sign in cannot be removed. Add another first, or delete the account.")
  }
}
