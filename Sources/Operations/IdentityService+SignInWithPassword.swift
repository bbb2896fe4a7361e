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

    let hidesAccounts = caller.signIn.emailEnumerationProtection
    let found = try await storing { () async throws(StoreError) in
      try await store.account(email: email, in: caller.scope)
    }
    // The same work is done for an address that nobody has, so that time does not tell.
    guard let known = found, let hash = known.password else {
      try await passwords(of: caller.project).verifyDummy(password)
      if hidesAccounts { throw .badRequest("INVALID_LOGIN_CREDENTIALS") }
      if let found { throw .badRequest(found.disabled ? "USER_DISABLED" : "INVALID_PASSWORD") }
      throw .badRequest("EMAIL_NOT_FOUND")
    }
    let isRight = try await passwords(of: caller.project).verify(password, against: hash)
    if known.disabled, !hidesAccounts || isRight { throw .badRequest("USER_DISABLED") }
    guard isRight else {
      throw .badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
    }
    try Self.checkPolicyAtSignIn(password, caller)

    return try await retryingConflicts {
      guard let account = try await store.account(known.id, in: known.scope) else {
        throw WireError.badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "EMAIL_NOT_FOUND")
      }
      if account.disabled { throw WireError.badRequest("USER_DISABLED") }
      // The password that was checked must still be the account's.
      guard account.password == hash else {
        throw WireError.badRequest(hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : "INVALID_PASSWORD")
      }
      let result = try await finish(
        ProvedSignIn(account: account, facts: SignInFacts(provider: "password"), method: "password"), caller)
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
}
