import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:signInWithPassword`.
  public func signInWithPassword(_ request: SignInWithPasswordRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithPasswordResponse
  {
    guard caller.signIn.passwordEnabled else { throw .refused(.passwordLoginDisabled) }
    guard let text = request.email, !text.isEmpty else { throw .refused(.missingEmail) }
    let email = try Self.email(text)
    guard let password = request.password, !password.isEmpty else { throw .refused(.missingPassword) }
    try await requireCaptcha(request.captchaResponse, for: .passwordSignIn, caller)

    // Devices that send the same password at the same moment share its hash and its count.
    let key = passwordChecks.key([
      "\(caller.scope)", caller.network?.description ?? "", email.candidates[0].text, password,
    ])
    switch await passwordChecks.join(key) {
    case .follower(let answer):
      // Notes in the audit log whose account the attempt concerns.
      if AuditContext.current.trail != nil { _ = try await account(named: email, caller) }
      return try await signIn(with: try answer.get(), password, caller)
    case .first:
      defer { passwordChecks.end(key) }
      let answer: Result<PasswordCheck, IdentityError>
      do { answer = .success(try await check(password, of: email, caller)) } catch {
        answer = .failure(error)
      }
      passwordChecks.answer(answer.map(\.shared), to: key)
      return try await signIn(with: try answer.get(), password, caller)
    }
  }

  /// Counts a guess and checks it.
  private func check(_ password: String, of email: TypedEmail, _ caller: Caller) async throws(IdentityError)
    -> PasswordCheck
  {
    let place = try passwordPlace(caller, for: .address(email.address))
    let found = try await account(named: email, caller)
    // Counted by the account's own address, so that different spellings share one count.
    let guess = try await count(
      .password(of: found?.email ?? email.address),
      hidesKnownNetworks: caller.signIn.emailEnumerationProtection, caller, now: clock.now())
    let passwords = try passwords(of: caller.project)
    var check = PasswordCheck(account: found, guess: guess)
    // The same work is done for an unknown address, so that the time reveals nothing.
    let matches = try await passwords.verify(password, against: found?.password, in: place)
    check.isRight = matches && guess.mayBeRight
    if check.isRight, let hash = found?.password, passwords.shouldRehash(hash) {
      // A failure here does not make the sign-in fail.
      check.upgraded = try? await passwords.hash(password, in: place)
    }
    return check
  }

  private func signIn(with check: PasswordCheck, _ password: String, _ caller: Caller)
    async throws(IdentityError) -> SignInWithPasswordResponse
  {
    let policy = PasswordSignInPolicy(
      hidesAccounts: caller.signIn.emailEnumerationProtection, exhaustion: check.guess.exhaustion?.refusal)
    let (known, hash) = try policy.admit(check.account, isRight: check.isRight)
    try Self.checkPolicyAtSignIn(password, caller)

    let passwords = try passwords(of: caller.project)
    var verified = hash
    var upgraded = check.upgraded
    return try await retryingConflicts {
      let stored = try policy.readmit(try await store.account(known.id, in: known.scope))
      var account = stored
      // The account's hash must still be the checked hash. Another sign-in may have hashed the password again.
      if account.password != verified, account.password == nil || account.password != upgraded {
        let place = try passwordPlace(caller, for: .account(account.id))
        guard let current = account.password,
          try await passwords.verify(password, against: current, in: place)
        else { throw policy.wrongPassword }
        verified = current
        upgraded = passwords.shouldRehash(current) ? try? await passwords.hash(password, in: place) : nil
      }
      let isUpgraded = upgraded != nil && account.password != upgraded && check.isFirst
      if isUpgraded { account.password = upgraded }
      // Until the second factor is proved, nothing else of the account is written.
      let isChallenged = account.hasSecondFactor(caller.secondFactorPolicy(now: clock.now()))
      let upgrade: [StoreWrite] = isUpgraded && isChallenged ? [.updateAccount(account)] : []
      var signIn = ProvedSignIn(
        account: account, facts: SignInFacts(provider: "password"), method: "password")
      signIn.stored = stored
      let result = try await finish(signIn, caller, alsoWriting: upgrade + check.guess.successWrites)
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

/// A checked password, shared by all requests that sent it at that moment.
struct PasswordCheck: Sendable {
  /// The account when it was read; nil for an unknown address.
  var account: Account?
  var guess: CountedGuess
  var isRight = false
  /// A new hash in the project's scheme, if the account's hash is in another scheme.
  var upgraded: PasswordHash?
  /// True for the request that made the check.
  var isFirst = true

  init(account: Account?, guess: CountedGuess) {
    self.account = account
    self.guess = guess
  }

  /// The check for the other requests. Only one guess was counted, so only the first request takes it back.
  var shared: PasswordCheck {
    var copy = self
    copy.guess = CountedGuess(successWrites: [])
    copy.isFirst = false
    return copy
  }
}
