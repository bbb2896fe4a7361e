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
    // Never hash for a caller who may change nothing.
    let (token, asked) = try await subject(of: request, typed, caller)
    let password = request.password.flatMap { $0.isEmpty ? nil : $0 }
    let place = try password.map { _ throws(IdentityError) in
      try passwordPlace(caller, for: .account(asked.id))
    }
    // What is counted is the question whether the address is taken, too.
    if token != nil,
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
      var (session, account) = try await self.subject(of: request, typed, caller)
      let email = typed?.address(for: account)
      let before = account
      let now = clock.now()
      applyProfile(request, to: &account)
      if let email, email != account.email {
        guard email.isMailable else { throw IdentityError.refused(.invalidEmail) }
        if session != nil { try Self.requireChangeableAddress(caller) }
        if let owner = try await store.account(holding: email, in: account.scope), owner.id != account.id {
          throw IdentityError.refused(.emailExists)
        }
        if !account.isAnonymous, account.initialEmail == nil { account.initialEmail = account.email }
        account.email = email
        account.emailVerified = false
      }
      if let hash {
        account.password = hash
        account.passwordUpdatedAt = now
      }
      if let number = phoneNumber ?? nil, number != account.phoneNumber, !Self.isNewNumber(number) {
        throw IdentityError.refused(.invalidPhoneNumber, "Invalid format.")
      }
      if caller.isAdministrator { applyAdministration(request, phoneNumber: phoneNumber, to: &account) }
      try unlink(request.deleteProvider ?? [], from: &account)
      if let link {
        account.links.removeAll { $0.providerID == link.providerID }
        account.links.append(link)
        guard account.links.count <= UploadedUser.maximumProviders else {
          throw IdentityError.refused(.invalidArgument, "The account is linked to too many providers.")
        }
      }
      if let mfa = request.mfa, caller.isAdministrator, session == nil {
        account.factors = try account.factors(as: mfa.enrollments ?? [], now: now)
      }
      try account.requireVerifiedEmail(since: before, changedByUser: session != nil)
      account.noteAdditions(since: before, bySignInAt: nil, now: now)
      var facts = session?.signIn
      if hash != nil { facts?.provider = "password" }
      let makesUser = before.isAnonymous && !account.isAnonymous
      if let asked = facts, makesUser || before.password == nil && hash != nil {
        var upgrade = ProvedSignIn(account: account, facts: asked, method: "password")
        upgrade.stored = before
        if makesUser { try await consult(.beforeCreate, about: &upgrade, caller) }
        try await consult(.beforeSignIn, about: &upgrade, caller)
        (account, facts) = (upgrade.account, upgrade.facts)
      }

      // A changed credential ends every session that the old one may have begun. But for a password that its
      // user unlinks: official web clients would not look at the new tokens.
      let unlinks = session != nil && request.deleteProvider?.contains("password") == true
      // Whatever moment a user names, it means now.
      let isOwnRevocation = request.validSince != nil && !caller.isAdministrator
      let revokes =
        hash != nil || account.email != before.email || !account.hasSameFactors(as: before)
        || account.password != before.password && !unlinks || isOwnRevocation
      var revocation: StoreWrite?
      if revokes {
        account.revokeTokens(now: now)
        revocation = .endSessions(of: account, now: now)
      } else if let moment = request.validSince {
        account.revokeTokens(since: Instant(seconds: moment.value), now: now)
        if account.tokenEpoch != before.tokenEpoch {
          // Sessions that began in the moment's own second began before the revocation all the same.
          let end = account.validSince.adding(seconds: 1)
          revocation = .endSessions(of: account, createdBefore: end > now ? nil : end, now: now)
        }
      }
      var notice: PreparedMail?
      if session != nil {
        notice = try recoveryMail(from: before, to: &account, caller)
      } else if account.email != before.email {
        // What an administrator changes, a link in a mail must not change back.
        account.emailChanges = []
      }
      var writes: [StoreWrite] = session.map { [Self.signIn(of: $0)] } ?? []
      writes.append(.updateAccount(account))
      if let revocation { writes.append(revocation) }
      var tokens: SignInTokens?
      if let session, let facts, revocation != nil || request.returnSecureToken == true {
        // New tokens, but no new proof of who the user is.
        let opened = try await openSession(
          for: account, facts, in: caller.project, continuing: session,
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

  /// The account to change, and the token of its user where they ask themselves.
  private func subject(of request: UpdateRequest, _ email: TypedEmail?, _ caller: Caller)
    async throws(IdentityError) -> (VerifiedIDToken?, Account)
  {
    guard !caller.isAdministrator || request.idToken != nil else {
      return (nil, try await target(localId: request.localId, idToken: nil, caller))
    }
    let (token, account) = try await authenticate(request.idToken, caller)
    let removesEmail = account.email != nil && request.deleteAttribute?.contains(.email) == true
    // An account without an address could be given any, and so the old one be replaced in two steps.
    if removesEmail { try Self.requireChangeableAddress(caller) }
    let changesEmail = email.map { !$0.names(account.email) } == true || removesEmail
    let changesPassword =
      request.password?.isEmpty == false || request.deleteAttribute?.contains(.password) == true
      || request.deleteProvider?.contains("password") == true
    // A thief with a found session could end the owner's and keep this one.
    let endsOtherSessions = request.validSince != nil
    if changesEmail || changesPassword || endsOtherSessions {
      try requireRecentSignIn(token, of: account)
    }
    // Removing the last way in locks the owner out, as adding one lets a thief in.
    if request.deleteProvider?.isEmpty == false { try requireAddition(by: token, to: account, caller) }
    return (token, account)
  }

  /// Where it is hidden who is registered, only a mailed code changes an address: an error would tell.
  static func requireChangeableAddress(_ caller: Caller) throws(IdentityError) {
    guard !caller.signIn.emailEnumerationProtection else {
      throw .refused(.operationNotAllowed, "Please verify the new email before changing email.")
    }
  }

  /// What only an administrator may touch (the user's token proves nothing of it).
  private func checkRights(_ request: UpdateRequest, _ caller: Caller) throws(IdentityError) {
    if request.provider != nil || request.upgradeToFederatedLogin != nil {
      throw .unimplemented("provider and upgradeToFederatedLogin are not implemented.")
    }
    guard !caller.isAdministrator || request.idToken != nil else { return }
    guard request.idToken != nil else {
      throw .refused(.invalidReqType, "Unsupported request parameters.")
    }
    if request.customAttributes != nil || request.mfa != nil { throw .refused(.insufficientPermission) }
    if request.disableUser != nil || request.localId != nil || request.linkProviderUserInfo != nil {
      throw .refused(.operationNotAllowed)
    }
    // Sent by some clients with the values that they have; never believed.
  }

  private static func checkMoments(_ request: UpdateRequest) throws(IdentityError) {
    let moments = [
      request.createdAt.map { Instant(milliseconds: $0.value) },
      request.lastLoginAt.map { Instant(milliseconds: $0.value) },
      request.validSince.map { Instant(seconds: $0.value) },
    ]
    guard moments.allSatisfy({ $0.map(Instant.ofAccounts.contains) != false }) else {
      throw .malformed("createdAt, lastLoginAt and validSince have to be of the years 1970 to 9999.")
    }
  }

  private func applyProfile(_ request: UpdateRequest, to account: inout Account) {
    if let name = request.displayName { account.displayName = name.isEmpty ? nil : name }
    if let photo = request.photoUrl { account.photoURL = photo.isEmpty ? nil : photo }
    for attribute in request.deleteAttribute ?? [] {
      switch attribute {
      case .displayName: account.displayName = nil
      case .photoURL: account.photoURL = nil
      case .password:
        account.password = nil
        account.passwordUpdatedAt = nil
      case .email:
        account.email = nil
        account.emailVerified = false
        account.password = nil
        account.passwordUpdatedAt = nil
      case .provider, .rawUserInfo, .unspecified: break
      }
    }
  }

  private func applyAdministration(
    _ request: UpdateRequest, phoneNumber: String??, to account: inout Account
  ) {
    if let verified = request.emailVerified { account.emailVerified = verified }
    if let phoneNumber { account.phoneNumber = phoneNumber }
    if let disabled = request.disableUser { account.disabled = disabled }
    if let attributes = request.customAttributes {
      account.customAttributes = attributes.isEmpty ? nil : attributes
    }
    if let createdAt = request.createdAt { account.createdAt = Instant(milliseconds: createdAt.value) }
    if let lastLoginAt = request.lastLoginAt {
      account.lastLoginAt = Instant(milliseconds: lastLoginAt.value)
    }
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

  /// An absent provider is no error: the answer shows what is left.
  private func unlink(_ providerIDs: [String], from account: inout Account) throws(IdentityError) {
    for providerID in providerIDs {
      switch providerID {
      case "password":
        account.password = nil
        account.passwordUpdatedAt = nil
        account.emailLinkSignIn = false
      case "phone": account.phoneNumber = nil
      default: account.links.removeAll { $0.providerID == providerID }
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
