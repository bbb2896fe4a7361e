/// The name of passkeys in `firebase.sign_in_provider`, in statistics and in notices.
public enum PasskeyProvider {
  public static let id = "passkey"
}

/// The rule for a sign-in with a passkey.
public enum PasskeySignInRule: String, Sendable {
  /// The account has no second factor. No second factor is required, or the user must still enrol a second factor.
  case onlyFactor
  /// The authenticator verified its user, so the passkey counts as two factors: something the user has (the device),
  /// and something the user knows or is (the PIN or a biometric).
  case bothFactors
  /// The user must still prove the account's second factor.
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
  /// A sign-in for a session's user, who adds a passkey. The new tokens are issued for a sign-in with the passkey.
  ///
  /// - Parameters:
  ///   - limit: ``PasskeySettings/limit``.
  ///   - begunAt: the time when the enrolment began. The sign-in must have been recent at that time, so that the user
  ///     may spend more time with the authenticator.
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
  /// If a second factor is still needed, the new counter is stored before that factor is proved. The passkey was used,
  /// even if the sign-in fails later.
  ///
  /// - Parameters:
  ///   - isTwoFactors: true if the passkey also proves the account's second factor, because its user was verified.
  ///   - policy: the rule for second factors. A passkey that counts as two factors meets the requirement.
  public static func signIn(
    by used: Passkey, to account: Account, isTwoFactors: Bool, _ policy: SecondFactorPolicy
  ) -> (signIn: ProvedSignIn, rule: PasskeySignInRule) {
    let rule: PasskeySignInRule =
      isTwoFactors && (policy.isRequired || account.hasSecondFactor(policy))
      ? .bothFactors : account.hasSecondFactor(policy) ? .firstFactor : .onlyFactor
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
  /// Requires another way to sign in before a user removes passkeys. Otherwise, the user could not sign in to the
  /// account again.
  ///
  /// - Parameter before: the account before the change.
  /// - Throws: `OPERATION_NOT_ALLOWED`.
  func requireWayIn(besidesPasskeysOf before: Account) throws(IdentityError) {
    guard passkeys.count < before.passkeys.count, isAnonymous else { return }
    throw .refused(
      .operationNotAllowed,
      "The last way to sign in cannot be removed. Add another first, or delete the account.")
  }
}
