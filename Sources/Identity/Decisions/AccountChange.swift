/// A requested change of an account. Nil members leave their field unchanged.
public struct AccountChange: Sendable {
  public var displayName: FieldChange<String>?
  public var photoURL: FieldChange<String>?
  public var email: EmailAddress?
  /// True to remove the address and the password.
  public var removesEmail = false
  public var password: PasswordHash?
  public var removesPassword = false
  /// Ids of providers, including `password` and `phone`. An id that the account does not have is not an error.
  public var unlinked: [String] = []
  /// Passkeys to remove, by the ids that clients use. A passkey that the account does not have is not an error.
  public var removedPasskeys: [String] = []
  /// Nil if the account's user makes the change.
  public var administration: Administration?

  /// The fields that only an administrator may change.
  public struct Administration: Sendable {
    public var emailVerified: Bool?
    public var phoneNumber: FieldChange<String>?
    public var disabled: Bool?
    /// The text of a JSON object.
    public var customClaims: FieldChange<String>?
    public var createdAt: Instant?
    public var lastLoginAt: Instant?
    /// Replaces an existing link to the same provider.
    public var link: ProviderLink?
    public var factors: [EnrolledFactor]?

    public init() {}
  }

  public init() {}
}

/// A decided change of an account.
public struct AccountUpdate: Sendable {
  public var before: Account
  /// The account to store.
  public var account: Account
  /// The facts for the tokens that replace the user's tokens. Nil if no ID token came with the change.
  public var facts: SignInFacts?
  private let setsPassword: Bool
  private let isByAdministrator: Bool
  private let unlinksPassword: Bool

  /// Decides the change.
  ///
  /// - Parameters:
  ///   - session: the session of the user whose ID token came with the change. Check it first
  ///     (``UserSession/requireRecent(for:now:)``, ``UserSession/requireAddition(to:_:now:)``), and check the project
  ///     (``CredentialsDecision/requireChangeableAddress(_:)``).
  ///   - emailOwner: the account that has the new address, in any spelling.
  /// - Throws: `EMAIL_EXISTS`, `INVALID_ARGUMENT`, `UNVERIFIED_EMAIL`, `EMAIL_CHANGE_NEEDS_VERIFICATION`,
  ///   `OPERATION_NOT_ALLOWED` for a user who removes a passkey that is the last way to sign in, or the last second
  ///   factor if one is required.
  public init(
    _ change: AccountChange, of before: Account, by session: UserSession?, emailOwner: AccountID?,
    secondFactors: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) {
    self.before = before
    setsPassword = change.password != nil
    isByAdministrator = change.administration != nil
    facts = session?.signIn
    if setsPassword { facts?.provider = "password" }
    unlinksPassword = session != nil && change.unlinked.contains("password")
    account = before
    account.changeProfile(change)
    if let email = change.email, email != account.email {
      if let emailOwner, emailOwner != account.id { throw .refused(.emailExists) }
      if !account.isAnonymous, account.initialEmail == nil { account.initialEmail = account.email }
      account.email = email
      account.emailVerified = false
    }
    if let hash = change.password {
      account.password = hash
      account.passwordUpdatedAt = now
    }
    if let administration = change.administration { account.changeByAdministrator(administration) }
    account.unlink(change.unlinked)
    account.passkeys.removeAll { passkey in change.removedPasskeys.contains(where: passkey.isCalled) }
    if session != nil {
      try account.requireWayIn(besidesPasskeysOf: before)
      try account.requireSecondFactor(since: before, secondFactors)
    }
    if var link = change.administration?.link {
      let known = account.links.first { $0.isOfSameIdentity(as: link.providerID, link.rawID) }
      link.sealedGrant = known?.sealedGrant
      account.links.removeAll { $0.providerID == link.providerID }
      account.links.append(link)
      guard account.links.count <= Account.maximumLinks else {
        throw .refused(.invalidArgument, "The account is linked to too many providers.")
      }
    }
    if let factors = change.administration?.factors, session == nil { account.factors = factors }
    try account.requireVerifiedEmail(since: before, changedByUser: session.map { _ in secondFactors })
    account.noteAdditions(since: before, bySignInAt: nil, now: now)
  }

  /// The sign-in that the project's blocking functions decide on. It exists if an anonymous user gets a permanent way
  /// to sign in, or a user sets a first password. Nil if the functions are not called.
  public var signIn: ProvedSignIn? {
    guard let facts, makesUser || before.password == nil && setsPassword else { return nil }
    var signIn = ProvedSignIn(account: account, facts: facts, method: "password")
    signIn.stored = before
    return signIn
  }

  public var makesUser: Bool { before.isAnonymous && !account.isAnonymous }

  /// Ends the sessions that may have begun with a credential that the change replaces. If the user only unlinks a
  /// password, sessions continue: official web clients would ignore the new tokens.
  ///
  /// - Parameter moment: the requested start of valid sessions. If a user requests it, `now` is used instead.
  /// - Returns: the write that ends the sessions. Nil if the sessions continue.
  public mutating func endSessions(asOf moment: Instant?, now: Instant) -> StoreWrite? {
    let changesCredential =
      setsPassword || account.email != before.email || !account.hasSameFactors(as: before)
      || account.password != before.password && !unlinksPassword
    if changesCredential || moment != nil && !isByAdministrator {
      account.revokeTokens(now: now)
      return .endSessions(of: account, now: now)
    }
    guard let moment else { return nil }
    account.revokeTokens(since: moment, now: now)
    guard account.tokenEpoch != before.tokenEpoch else { return nil }
    // Sessions that began in the second of ``Account/validSince`` are revoked, too.
    let end = account.validSince.adding(seconds: 1)
    return .endSessions(of: account, createdBefore: end > now ? nil : end, now: now)
  }
}

extension Account {
  /// The maximum number of links of one account.
  public static let maximumLinks = 32

  fileprivate mutating func changeProfile(_ change: AccountChange) {
    if let name = change.displayName { displayName = name.value }
    if let photo = change.photoURL { photoURL = photo.value }
    if change.removesPassword || change.removesEmail {
      password = nil
      passwordUpdatedAt = nil
    }
    if change.removesEmail {
      email = nil
      emailVerified = false
    }
  }

  fileprivate mutating func changeByAdministrator(_ change: AccountChange.Administration) {
    if let emailVerified = change.emailVerified { self.emailVerified = emailVerified }
    if let number = change.phoneNumber { phoneNumber = number.value }
    if let disabled = change.disabled { self.disabled = disabled }
    if let claims = change.customClaims { customAttributes = claims.value }
    if let moment = change.createdAt { createdAt = moment }
    if let moment = change.lastLoginAt { lastLoginAt = moment }
  }

  fileprivate mutating func unlink(_ providerIDs: [String]) {
    for providerID in providerIDs {
      switch providerID {
      case "password":
        password = nil
        passwordUpdatedAt = nil
        emailLinkSignIn = false
      case "phone": phoneNumber = nil
      default: links.removeAll { $0.providerID == providerID }
      }
    }
  }
}
