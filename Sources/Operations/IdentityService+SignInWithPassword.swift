import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:signInWithPassword`.
  public func signInWithPassword(_ request: SignInWithPasswordRequest, _ caller: Caller)
    async throws(WireError) -> SignInWithPasswordResponse
  {
    guard caller.signIn.passwordEnabled else { throw .badRequest("PASSWORD_LOGIN_DISABLED") }
    guard let text = request.email, !text.isEmpty else { throw .badRequest("MISSING_EMAIL") }
    let email = try Self.email(text)
    guard let password = request.password, !password.isEmpty else { throw .badRequest("MISSING_PASSWORD") }

    let place = try passwordPlace()
    let guess = try await count(.password(of: email), caller, now: clock.now())
    let hidesAccounts = caller.signIn.emailEnumerationProtection
    let found = try await storing { () async throws(StoreError) in
      try await store.account(email: email, in: caller.scope)
    }
    // The same work is done for an address that nobody has, so that time does not tell.
    guard let known = found, let hash = known.password else {
      _ = try await passwords(of: caller.project).verify(password, against: nil, in: place)
      if hidesAccounts { throw .badRequest("INVALID_LOGIN_CREDENTIALS") }
      if let found { throw .badRequest(found.disabled ? "USER_DISABLED" : "INVALID_PASSWORD") }
      throw .badRequest("EMAIL_NOT_FOUND")
    }
    let passwords = try passwords(of: caller.project)
    let isRight = try await passwords.verify(password, against: hash, in: place)
    place.leave()
    if known.disabled, !hidesAccounts || isRight { throw .badRequest("USER_DISABLED") }
    guard isRight else {
      throw .badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
    }
    try Self.checkPolicyAtSignIn(password, caller)

    var verified = hash
    var upgraded = await upgrade(of: verified, password, passwords)
    return try await retryingConflicts {
      guard let stored = try await store.account(known.id, in: known.scope) else {
        throw WireError.badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND")
      }
      if stored.disabled { throw WireError.badRequest("USER_DISABLED") }
      var account = stored
      // The password that was checked must still be the account's. Another sign-in may have hashed it anew.
      if account.password != verified {
        guard let current = account.password,
          try await passwords.verify(password, against: current, in: passwordPlace())
        else {
          throw WireError.badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
        }
        verified = current
        upgraded = await upgrade(of: current, password, passwords)
      }
      if let upgraded { account.password = upgraded }
      // While the second factor is still to come, nothing else of the account is written.
      let upgrade: [StoreWrite] =
        upgraded == nil || account.factors.isEmpty ? [] : [.updateAccount(account)]
      var signIn = ProvedSignIn(
        account: account, facts: SignInFacts(provider: "password"), method: "password")
      signIn.stored = stored
      let result = try await finish(signIn, caller, alsoWriting: upgrade + guess.successWrites)
      var response = SignInWithPasswordResponse(localId: account.id.rawValue)
      response.email = account.email?.text
      response.displayName = account.displayName ?? ""
      response.profilePicture = account.photoURL
      response.idToken = result.tokens?.idToken
      response.refreshToken = result.tokens?.refreshToken
      response.expiresIn = result.tokens?.expiresIn
      response.mfaPendingCredential = result.challenge?.pendingCredential
      response.mfaInfo = result.challenge?.factors
      return response
    }
  }

  /// A hash of our own in place of one that was imported. It is not worth failing a sign-in for: when too many
  /// passwords wait, the next sign-in will do.
  private func upgrade(
    of stored: PasswordHash, _ password: String, _ passwords: ProjectPasswords
  ) async -> PasswordHash? {
    guard passwords.shouldRehash(stored) else { return nil }
    return try? await passwords.hash(password)
  }
}
