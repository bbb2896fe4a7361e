import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:signUp`: creates an anonymous account, or one with address and password, or adds both to the
  /// account of `idToken`. An administrator creates accounts without signing in.
  public func signUp(_ request: SignUpRequest, _ caller: Caller) async throws(IdentityError) -> SignUpResponse
  {
    try Self.checkProfile(displayName: request.displayName, photoURL: request.photoUrl)
    if caller.isAdministrator, request.idToken == nil { return try await create(request, caller) }
    if request.localId != nil { throw .refused(.unexpectedParameter, "User ID") }
    // Users must prove a second factor to add it.
    if request.mfaInfo?.isEmpty == false { throw .refused(.unexpectedParameter, "MFA info") }
    if let idToken = request.idToken { return try await upgrade(request, idToken, caller) }
    let isAnonymous = request.email == nil && request.password == nil
    return try await countingFailures(.signUp, by: isAnonymous ? "anonymous" : "password", caller) {
      () async throws(IdentityError) in
      // Checked before anything is revealed about an address.
      try ProvedSignIn.requireSignUp(by: "password", maySignUp: caller.maySignUp)
      if !isAnonymous { try await requireCaptcha(request.captchaResponse, for: .signUp, caller) }
      return isAnonymous
        ? try await signUpAnonymously(request, caller) : try await signUpWithPassword(request, caller)
    }
  }

  private func signUpWithPassword(_ request: SignUpRequest, _ caller: Caller) async throws(IdentityError)
    -> SignUpResponse
  {
    let (typed, password) = try credentials(of: request, caller)
    let email = typed.address
    let place = try passwordPlace(caller, for: .address(email))
    let now = clock.now()
    // This also counts attempts to find out whether an address is taken.
    try await storing { () async throws(StoreError) in try await store.apply(newAccount(caller, now: now)) }
    let hash = try await passwords(of: caller.project).hash(password, in: place)
    place.leave()
    if try await isTaken(email, caller) { throw .refused(.emailExists) }
    var account = Account(id: .random(random), scope: caller.scope, createdAt: now)
    account.email = email
    account.password = hash
    account.passwordUpdatedAt = now
    account.displayName = request.displayName
    account.photoURL = request.photoUrl
    return try await admit(account, "password", isCounted: true, caller)
  }

  private func signUpAnonymously(_ request: SignUpRequest, _ caller: Caller) async throws(IdentityError)
    -> SignUpResponse
  {
    guard caller.signIn.anonymousEnabled else { throw .refused(.adminOnlyOperation) }
    var account = Account(id: .random(random), scope: caller.scope, createdAt: clock.now())
    account.displayName = request.displayName
    account.photoURL = request.photoUrl
    return try await admit(account, "anonymous", isCounted: false, caller)
  }

  /// Makes one attempt: a new account depends on nothing that was read, so a retry would fail again.
  private func admit(_ account: Account, _ provider: String, isCounted: Bool, _ caller: Caller)
    async throws(IdentityError) -> SignUpResponse
  {
    var signIn = ProvedSignIn(
      account: account, isNew: true, facts: SignInFacts(provider: provider),
      method: provider == "anonymous" ? nil : provider)
    signIn.isCounted = isCounted
    let proved = signIn
    let result = try await once { try await finish(proved, caller) }
    return response(result.account, result.tokens)
  }

  /// Adds address and password to the account of the ID token. Its ID stays. As in `accounts:update`, the
  /// sign-in must be recent, and replacing credentials ends their sessions.
  private func upgrade(_ request: SignUpRequest, _ idToken: String, _ caller: Caller)
    async throws(IdentityError)
    -> SignUpResponse
  {
    let presented = try await authenticate(idToken, caller)
    try presented.token.session.requireRecent(for: presented.account, now: clock.now())
    if presented.account.isUnvouched {
      try await requireCaptcha(request.captchaResponse, for: .signUp, caller)
    }
    let (typed, password) = try credentials(of: request, caller)
    // As for a new account, counted before the password is hashed or anything is revealed about the address.
    let place = try passwordPlace(caller, for: .account(presented.account.id))
    try await count(credentialChange(of: presented.account.id, caller, now: clock.now()))
    let hash = try await passwords(of: caller.project).hash(password, in: place)
    place.leave()
    return try await retryingConflicts {
      let (token, before) = try await authenticate(idToken, caller)
      let email = typed.address(for: before)
      let owner = before.email == email ? nil : try await store.account(holding: email, in: caller.scope)
      let now = clock.now()
      var signIn = try CredentialsDecision.adding(
        email, hash, profile: (request.displayName, request.photoUrl), to: before, by: token.session,
        emailOwner: owner?.id, mayChangeAddress: caller.mayChangeAddress,
        secondFactors: caller.secondFactorPolicy(now: now), now: now)
      let notice = try recoveryMail(from: before, to: &signIn.account, caller)
      let result = try await finish(signIn, caller, alsoWriting: notice?.writes ?? [])
      await notify(notice)
      return response(result.account, result.tokens)
    }
  }

  /// Creates an account for an administrator: any field may be set, no tokens are issued.
  private func create(_ request: SignUpRequest, _ caller: Caller) async throws(IdentityError)
    -> SignUpResponse
  {
    var chosen: AccountID?
    if let text = request.localId {
      guard let id = AccountID(rawValue: text) else { throw .refused(.invalidLocalID) }
      chosen = id
    }
    try await requireUnused(chosen, caller)
    let email = try request.email.map { text throws(IdentityError) in try Self.newEmail(text) }
    let phoneNumber = try request.phoneNumber.map { text throws(IdentityError) in
      try Self.newPhoneNumber(text)
    }
    var hash: PasswordHash?
    if let password = request.password {
      try checkStrength(password, of: email?.address, caller)
      hash = try await passwords(of: caller.project).hash(password)
    }
    return try await retryingConflicts {
      let now = clock.now()
      var account = Account(id: chosen ?? .random(random), scope: caller.scope, createdAt: now)
      account.email = email?.address
      account.emailVerified = request.emailVerified ?? false
      account.phoneNumber = phoneNumber
      account.password = hash
      account.passwordUpdatedAt = hash.map { _ in now }
      account.displayName = request.displayName
      account.photoURL = request.photoUrl
      account.disabled = request.disabled ?? false
      account.factors = try account.factors(as: request.mfaInfo ?? [], now: now, idsFrom: random)
      try account.requireVerifiedEmail(since: nil)
      do {
        try await store.apply([.insertAccount(account)])
      } catch StoreError.conflict(let conflict) {
        // If several values are taken, the database reports any of them.
        try await requireUnused(chosen, caller)
        throw IdentityError(.conflict(conflict))
      }
      return response(account, nil)
    }
  }

  /// - Throws: `DUPLICATE_LOCAL_ID`.
  private func requireUnused(_ id: AccountID?, _ caller: Caller) async throws(IdentityError) {
    guard let id else { return }
    let isUsed = try await storing { () async throws(StoreError) in
      try await store.account(id, in: caller.scope) != nil
    }
    if isUsed { throw .refused(.duplicateLocalID) }
  }

  private func response(_ account: Account, _ tokens: SignInTokens?) -> SignUpResponse {
    var response = SignUpResponse(localId: account.id.rawValue)
    response.email = account.email?.text
    response.displayName = account.displayName
    response.idToken = tokens?.idToken
    response.refreshToken = tokens?.refreshToken
    response.expiresIn = tokens?.expiresIn
    return response
  }

  private func credentials(of request: SignUpRequest, _ caller: Caller) throws(IdentityError)
    -> (TypedEmail, String)
  {
    let password = request.password ?? ""
    // An empty address counts as missing only without a password, as in the official service's order of
    // checks.
    guard let text = request.email, !(text.isEmpty && !password.isEmpty) else {
      throw .refused(.missingEmail)
    }
    let email = try Self.newEmail(text)
    guard !password.isEmpty else { throw .refused(.missingPassword) }
    guard caller.signIn.passwordEnabled else { throw .refused(.operationNotAllowed) }
    try checkStrength(password, of: email.address, caller)
    return (email, password)
  }

  private func isTaken(_ email: EmailAddress, _ caller: Caller) async throws(IdentityError) -> Bool {
    try await storing { () async throws(StoreError) in
      try await store.account(holding: email, in: caller.scope) != nil
    }
  }
}

extension IdentityService {
  /// Limits in bytes. Both texts are part of every ID token, whose size is limited. A longer text would lock
  /// its user out.
  static let maximumDisplayNameLength = 1_024
  static let maximumPhotoURLLength = 2_048

  static func checkProfile(displayName: String?, photoURL: String?) throws(IdentityError) {
    guard (displayName?.utf8.count ?? 0) <= maximumDisplayNameLength else {
      throw .malformed("displayName may have at most \(maximumDisplayNameLength) bytes.")
    }
    guard (photoURL?.utf8.count ?? 0) <= maximumPhotoURLLength else {
      throw .malformed("photoUrl may have at most \(maximumPhotoURLLength) bytes.")
    }
  }

  static func email(_ text: String) throws(IdentityError) -> TypedEmail {
    guard let email = TypedEmail(text) else { throw .refused(.invalidEmail) }
    return email
  }

  /// Checks a new address for an account. Existing addresses remain valid for signing in.
  static func newEmail(_ text: String) throws(IdentityError) -> TypedEmail {
    let email = try email(text)
    guard email.address.isMailable else { throw .refused(.invalidEmail) }
    return email
  }

  /// Checks a number that is to receive a message, or is new for an account: E.164, 7 to 15 digits.
  static func newPhoneNumber(_ text: String) throws(IdentityError) -> String {
    let number = try phoneNumber(text)
    guard isNewNumber(number) else { throw .refused(.invalidPhoneNumber, "Invalid format.") }
    return number
  }

  /// True for at least 7 digits. No country has shorter numbers.
  static func isNewNumber(_ number: String) -> Bool { number.utf8.count > 7 }

  /// The maximum length in bytes, including the separators that people write between digits.
  private static let maximumPhoneNumberLength = 128

  /// Parses a number in E.164 format, as far as the protocol checks it: a plus and 1 to 15 digits. Separators
  /// are removed.
  static func phoneNumber(_ text: String) throws(IdentityError) -> String {
    guard text.utf8.count <= maximumPhoneNumberLength else {
      throw .refused(.invalidPhoneNumber, "Invalid format.")
    }
    let compact = text.filter { !" -().".contains($0) }
    guard compact.first == "+", (2...16).contains(compact.utf8.count),
      compact.dropFirst().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw .refused(.invalidPhoneNumber, "Invalid format.") }
    return compact
  }
}
