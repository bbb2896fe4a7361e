import Identity
import IdentityWire
import Passwords
import Tokens

extension IdentityService {
  /// `accounts:update`: a user's own profile, credentials and links; any field for an administrator.
  public func update(_ request: UpdateRequest, _ caller: Caller) async throws(IdentityError) -> UpdateResponse
  {
    if let code = request.oobCode, !code.isEmpty { return try await applyOobCode(request, code, caller) }
    try checkRights(request, caller)
    let typed = try request.email.map { text throws(IdentityError) in try Self.email(text) }
    let phoneNumber = try request.phoneNumber.map { text throws(IdentityError) in
      text.isEmpty ? nil : try Self.phoneNumber(text)
    }
    if let attributes = request.customAttributes { try CustomClaims.check(attributes) }
    try Self.checkMoments(request)
    try Self.checkProfile(displayName: request.displayName, photoURL: request.photoUrl)
    let link = try request.linkProviderUserInfo.map { given throws(IdentityError) in try Self.link(given) }
    // Never hash a password for a caller who may not change anything.
    let (session, asked) = try await subject(of: request, typed, caller)
    let password = request.password.flatMap { $0.isEmpty ? nil : $0 }
    if session != nil, asked.isUnvouched, password != nil || typed != nil {
      try await requireCaptcha(request.captchaResponse, for: .signUp, caller)
    }
    let place = try password.map { _ throws(IdentityError) in
      try passwordPlace(caller, for: .account(asked.id))
    }
    // This also counts attempts to find out whether an address is taken.
    if session != nil,
      password != nil || request.validSince != nil || typed.map({ !$0.names(asked.email) }) == true
    {
      try await count(credentialChange(of: asked.id, caller, now: clock.now()))
    }
    var hash: PasswordHash?
    if let password {
      try checkStrength(password, of: typed?.address ?? asked.email, caller)
      hash = try await passwords(of: caller.project).hash(password, in: place)
    }
    place?.leave()
    return try await retryingConflicts {
      let (session, before) = try await self.subject(of: request, typed, caller)
      let now = clock.now()
      let email = typed?.address(for: before)
      let owner = try await ownerOfNewAddress(
        email, removing: request.deleteAttribute?.contains(.email) == true, of: before,
        isAskedByUser: session != nil, caller)
      var change = try self.change(
        request, link, hash, phoneNumber: phoneNumber, of: before, caller, now: now)
      change.email = email
      var update = try AccountUpdate(
        change, of: before, by: session, emailOwner: owner?.id,
        secondFactors: caller.secondFactorPolicy(now: now), now: now)
      if var signIn = update.signIn {
        if update.makesUser { try await consult(.beforeCreate, about: &signIn, caller) }
        try await consult(.beforeSignIn, about: &signIn, caller)
        (update.account, update.facts) = (signIn.account, signIn.facts)
      }
      let revocation = update.endSessions(
        asOf: request.validSince.map { Instant(seconds: $0.value) }, now: now)
      var notice: PreparedMail?
      if session != nil {
        notice = try recoveryMail(from: before, to: &update.account, caller)
      } else if update.account.email != before.email {
        // A link in an earlier mail must not undo an administrator's change.
        update.account.emailChanges = []
      }
      let account = update.account
      var writes: [StoreWrite] = session.map { [Self.signIn(of: $0)] } ?? []
      writes.append(.updateAccount(account))
      if let revocation { writes.append(revocation) }
      var tokens: SignInTokens?
      if let session, let facts = update.facts,
        revocation != nil || request.returnSecureToken == true || !change.removedPasskeys.isEmpty
      {
        // Issues new tokens, but the time of authentication stays.
        let opened = try await openSession(
          for: account, facts, in: caller.project, from: caller.client, continuing: session,
          authenticatedAt: session.authenticatedAt, now: now)
        tokens = opened.tokens
        writes += opened.writes
      }
      let notices =
        [notice].compactMap(\.self)
        + signInNotices(of: account.signInMethodChanges(since: before), of: before, caller)
      writes += notices.flatMap(\.writes)
      if account != before || writes.count > (session == nil ? 1 : 2) { try await store.apply(writes) }
      for notice in notices { await notify(notice) }
      return Self.response(account, since: before, tokens)
    }
  }

  /// Returns the account that already has the new address, if any.
  ///
  /// - Throws: `INVALID_EMAIL`, `OPERATION_NOT_ALLOWED`.
  private func ownerOfNewAddress(
    _ email: EmailAddress?, removing removesEmail: Bool, of before: Account, isAskedByUser: Bool,
    _ caller: Caller
  ) async throws -> Account? {
    guard let email, email != (removesEmail ? nil : before.email) else { return nil }
    guard email.isMailable else { throw IdentityError.refused(.invalidEmail) }
    if isAskedByUser { try CredentialsDecision.requireChangeableAddress(caller.mayChangeAddress) }
    return try await store.account(holding: email, in: before.scope)
  }

  /// Returns the account to change, and the user's session if they change their own account.
  private func subject(of request: UpdateRequest, _ email: TypedEmail?, _ caller: Caller)
    async throws(IdentityError) -> (UserSession?, Account)
  {
    guard !caller.isAdministrator || request.idToken != nil else {
      return (nil, try await target(localId: request.localId, idToken: nil, caller))
    }
    let (token, account) = try await authenticate(request.idToken, caller)
    let session = token.session
    let removesEmail = account.email != nil && request.deleteAttribute?.contains(.email) == true
    // Otherwise a user could replace the address in two steps, because an account without an address can get any
    // address.
    if removesEmail { try CredentialsDecision.requireChangeableAddress(caller.mayChangeAddress) }
    let changesEmail = email.map { !$0.names(account.email) } == true || removesEmail
    let changesPassword =
      request.password?.isEmpty == false || request.deleteAttribute?.contains(.password) == true
      || request.deleteProvider?.contains("password") == true
    // Otherwise a thief with a stolen session could end the owner's sessions and keep the stolen session.
    let endsOtherSessions = request.validSince != nil
    let removesPasskeys = request.deletePasskey?.isEmpty == false
    if changesEmail || changesPassword || endsOtherSessions || removesPasskeys {
      try session.requireRecent(for: account, now: clock.now())
    }
    // A thief who removes the last way to sign in locks the owner out. This is as harmful as adding a way to sign in.
    if request.deleteProvider?.isEmpty == false {
      try session.requireAddition(to: account, caller.linkingPolicy, now: clock.now())
    }
    return (session, account)
  }

  /// Refuses fields that only an administrator may change: the user's token does not prove their values.
  private func checkRights(_ request: UpdateRequest, _ caller: Caller) throws(IdentityError) {
    if request.provider != nil || request.upgradeToFederatedLogin != nil {
      throw .unimplemented("provider and upgradeToFederatedLogin are not implemented.")
    }
    guard (request.deletePasskey?.count ?? 0) <= PasskeySettings.limits.upperBound else {
      throw .refused(.invalidArgument, "deletePasskey names more passkeys than an account may have.")
    }
    guard !caller.isAdministrator || request.idToken != nil else { return }
    guard request.idToken != nil else {
      throw .refused(.invalidReqType, "Unsupported request parameters.")
    }
    if request.customAttributes != nil || request.mfa != nil { throw .refused(.insufficientPermission) }
    if request.disableUser != nil || request.localId != nil || request.linkProviderUserInfo != nil {
      throw .refused(.operationNotAllowed)
    }
    // Other fields are ignored: some clients send them with their current values.
  }

  private static func checkMoments(_ request: UpdateRequest) throws(IdentityError) {
    let moments = [
      request.createdAt.map { Instant(milliseconds: $0.value) },
      request.lastLoginAt.map { Instant(milliseconds: $0.value) },
      request.validSince.map { Instant(seconds: $0.value) },
    ]
    guard moments.allSatisfy({ $0.map(Instant.ofAccounts.contains) != false }) else {
      throw .malformed("createdAt, lastLoginAt and validSince have to be in the years 1970 to 9999.")
    }
  }

  /// Translates a request into a change of the account.
  ///
  /// - Throws: `INVALID_PHONE_NUMBER`; the errors of ``Account/factors(as:now:idsFrom:)``.
  private func change(
    _ request: UpdateRequest, _ link: ProviderLink?, _ hash: PasswordHash?, phoneNumber: String??,
    of account: Account, _ caller: Caller, now: Instant
  ) throws(IdentityError) -> AccountChange {
    if let number = phoneNumber ?? nil, number != account.phoneNumber, !Self.isNewNumber(number) {
      throw .refused(.invalidPhoneNumber, "Invalid format.")
    }
    let removed = request.deleteAttribute ?? []
    var change = AccountChange()
    change.displayName = removed.contains(.displayName) ? .removed : .init(request.displayName)
    change.photoURL = removed.contains(.photoURL) ? .removed : .init(request.photoUrl)
    change.removesEmail = removed.contains(.email)
    change.removesPassword = removed.contains(.password)
    change.password = hash
    change.unlinked = request.deleteProvider ?? []
    change.removedPasskeys = request.deletePasskey ?? []
    guard caller.isAdministrator else { return change }
    var administration = AccountChange.Administration()
    administration.emailVerified = request.emailVerified
    administration.phoneNumber = phoneNumber.map { .init($0 ?? "") ?? .removed }
    administration.disabled = request.disableUser
    administration.customClaims = .init(request.customAttributes)
    administration.createdAt = request.createdAt.map { Instant(milliseconds: $0.value) }
    administration.lastLoginAt = request.lastLoginAt.map { Instant(milliseconds: $0.value) }
    administration.link = link
    if let mfa = request.mfa, request.idToken == nil {
      administration.factors = try account.factors(as: mfa.enrollments ?? [], now: now)
    }
    change.administration = administration
    return change
  }

  private static func link(_ given: UploadedUser.Provider) throws(IdentityError) -> ProviderLink {
    do {
      return try ProviderLink(given)
    } catch {
      switch error {
      case .missingProviderID: throw .refused(.missingProviderID)
      case .missingRawID: throw .refused(.missingRawID)
      case .notFederated: throw .refused(.invalidProviderID)
      case .tooLarge: throw .refused(.invalidArgument, "linkProviderUserInfo is too large.")
      }
    }
  }

  static func response(_ account: Account, since before: Account, _ tokens: SignInTokens?) -> UpdateResponse {
    var response = UpdateResponse(localId: account.id.rawValue, emailVerified: account.emailVerified)
    response.email = account.email?.text
    response.newEmail = account.email == before.email ? nil : account.email?.text
    response.displayName = account.displayName
    response.photoUrl = account.photoURL
    response.passwordHash = account.password == nil ? nil : AccountInfo.redactedHash
    response.providerUserInfo = ProviderUserInfo.list(of: account)
    response.idToken = tokens?.idToken
    response.refreshToken = tokens?.refreshToken
    response.expiresIn = tokens?.expiresIn
    return response
  }
}

extension Caller {
  /// With e-mail enumeration protection only a mailed code changes an address: an error would reveal who is
  /// registered.
  var mayChangeAddress: Bool { !signIn.emailEnumerationProtection }
}
