/// The kinds of second factors, named as in tokens.
public enum SecondFactorKind: String, Sendable {
  case phone
  case totp

  var settingName: String {
    switch self {
    case .phone: "SMS"
    case .totp: "TOTP"
    }
  }
}

extension MultiFactorSettings {
  /// Checks that users may enrol this kind of factor. Enrolled factors stay valid if the settings change later.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED`.
  public func requireEnrolment(of kind: SecondFactorKind) throws(IdentityError) {
    let isAllowed = kind == .totp ? totp != nil : allowsPhone
    guard isEnabled, isAllowed else {
      throw .refused(.operationNotAllowed, "\(kind.settingName) based MFA not enabled.")
    }
  }
}

extension UserSession {
  /// Checks that the user may enrol second factors.
  ///
  /// - Throws: `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`.
  public func requireEnrolment(for account: Account) throws(IdentityError) {
    guard signIn.allowsSecondFactor else {
      throw .refused(.unsupportedFirstFactor, "MFA is not available for the given first factor.")
    }
    // A mistyped address must not lock out its owner.
    guard account.emailVerified else {
      throw .refused(.unverifiedEmail, "Need to verify email first before enrolling second factors.")
    }
  }
}

extension EnrolledFactor {
  /// The maximum number of factors of one account.
  public static let maximumCount = 5
  /// The maximum length in bytes of a factor's id. Every ID token of a sign-in with the factor contains this id.
  public static let maximumIDLength = 128

  public var fact: SignInFacts.SecondFactor {
    let kind: SecondFactorKind =
      switch self.kind {
      case .phone: .phone
      case .totp: .totp
      }
    return .init(enrollmentID: enrollmentID, kind: kind.rawValue)
  }

  public var phoneNumber: String? {
    if case .phone(let number) = kind { number } else { nil }
  }
}

/// An account whose second factors have changed. Every session ends, and a new session begins for the user who changed
/// them.
public struct SecondFactorChange: Sendable, Equatable {
  /// The account to store.
  public var account: Account
  /// The factor that was added or removed.
  public var factor: EnrolledFactor
  /// True if the account had no factor before.
  public var isFirst: Bool
  /// The facts of the new session. The first factor was not proved again.
  public var facts: SignInFacts

  private init(_ account: Account, _ factor: EnrolledFactor, _ facts: SignInFacts, now: Instant) {
    self.account = account
    self.account.revokeTokens(now: now)
    self.factor = factor
    isFirst = account.factors == [factor]
    self.facts = facts
  }

  /// Adds the factor to the account. The session has now proved this factor.
  ///
  /// - Throws: the errors of ``UserSession/requireEnrolment(for:)`` and ``Account/requireRoom(forPhone:)``.
  public static func enrolment(
    of factor: EnrolledFactor, by session: UserSession, to account: Account, now: Instant
  ) throws(IdentityError) -> SecondFactorChange {
    try session.requireEnrolment(for: account)
    try account.requireRoom(forPhone: factor.phoneNumber)
    var (account, facts) = (account, session.signIn)
    account.factors.append(factor)
    facts.secondFactor = factor.fact
    return SecondFactorChange(account, factor, facts, now: now)
  }

  /// Removes the factor from the account. While the account has another factor, the session keeps the second factor
  /// that its sign-in proved. The session keeps that factor even if the change removes that factor.
  ///
  /// - Throws: `MFA_ENROLLMENT_NOT_FOUND`, `TOKEN_EXPIRED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. `OPERATION_NOT_ALLOWED`
  ///   for the last factor if a second factor is required.
  public static func withdrawal(
    of id: String?, by session: UserSession, from account: Account,
    secondFactors policy: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) -> SecondFactorChange {
    // The order of these checks matters. The official service reports a missing factor even if an enrolment has just
    // invalidated the token.
    guard let id, let factor = account.factor(id) else { throw .refused(.mfaEnrollmentNotFound) }
    try session.requireValid(for: account, secondFactors: policy, mayLackFactor: true)
    try session.requireRecent(for: account, now: now)
    var (changed, facts) = (account, session.signIn)
    changed.factors.removeAll { $0.enrollmentID == id }
    try changed.requireSecondFactor(since: account, policy)
    if !changed.hasSecondFactor(policy) { facts.secondFactor = nil }
    return SecondFactorChange(changed, factor, facts, now: now)
  }
}

extension Account {
  public func factor(_ enrollmentID: String) -> EnrolledFactor? {
    factors.first { $0.enrollmentID == enrollmentID }
  }

  /// True if both accounts have the same factors. Names are not compared.
  public func hasSameFactors(as other: Account) -> Bool {
    factors.map(\.enrollmentID) == other.factors.map(\.enrollmentID)
      && factors.map(\.kind) == other.factors.map(\.kind)
  }

  /// Requires a verified address on an account with second factors: a mistyped address must lock out neither its owner
  /// nor the user. An account that already had second factors and an unverified address may keep them.
  ///
  /// - Parameters:
  ///   - before: the account before the change. Nil for a new account.
  ///   - policy: the rule for the user who makes the change. Nil for an administrator, who may give an account with
  ///     passkeys an unverified address.
  /// - Throws: `UNVERIFIED_EMAIL`, or `EMAIL_CHANGE_NEEDS_VERIFICATION` for a user.
  public func requireVerifiedEmail(since before: Account?, changedByUser policy: SecondFactorPolicy? = nil)
    throws(IdentityError)
  {
    guard hasSecondFactor(policy ?? .optional), email == nil || !emailVerified else { return }
    if let before, email == before.email, emailVerified == before.emailVerified, hasSameFactors(as: before) {
      return
    }
    throw policy != nil
      ? .refused(.emailChangeNeedsVerification, "Multi-factor users must always have a verified email.")
      : .refused(.unverifiedEmail, "A user with second factors needs a verified email.")
  }

  /// - Throws: `SECOND_FACTOR_EXISTS`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  public func requireRoom(forPhone number: String? = nil) throws(IdentityError) {
    if let number, factors.contains(where: { $0.phoneNumber == number }) {
      throw .refused(
        .secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
    guard factors.count < EnrolledFactor.maximumCount else {
      throw .refused(
        .secondFactorLimitExceeded,
        "An account can have at most \(EnrolledFactor.maximumCount) second factors.")
    }
  }
}
