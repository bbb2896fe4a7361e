@testable import Identity

/// The accounts of a project with all that people hold of them: sessions, pending sign-ins, codes. Each step is one call,
/// decided by the functions that decide in the server; what was refused changes nothing.
struct DecisionWorld {
  /// A session and how its user had proved who they are.
  struct Held {
    var session: UserSession
    /// True if a second factor's code was proved.
    var provedFactor: Bool
  }

  struct Action: Sendable {
    var name: String
    var run: @Sendable (inout DecisionWorld) throws(IdentityError) -> Void
  }

  let random: SeededRandom
  let linking: RecentSignInPolicy
  let hidesAccounts: Bool
  let isStrict: Bool
  /// True if the project requires second factors some of the time.
  let mayRequireFactors: Bool
  let sessions: SessionPolicy
  let recovery = RecoveryPolicy.verifiedAddresses
  var now = Instant(seconds: 2_000_000_000)
  var secondFactors = SecondFactorPolicy.optional
  var accounts: [AccountID: Account] = [:]
  var held: [Held] = []
  /// What refresh tokens stand for, also those that were rotated or ended.
  var refreshes: [RefreshSession] = []
  var pending: [MFAPendingCredential] = []
  var enrolments: [FactorEnrolmentCredential] = []
  var codes: [OOBCode] = []
  /// True if the step may change an address or a password.
  var evidence = false
  /// Ways that a session added whose own sign-in was not recent.
  var stale: [AccountID: [(way: WayAddition.Way, at: Instant)]] = [:]
  var next = 0
  var done: [String: Int] = [:]
  var violations: [String] = []

  static let providers = ["google.com", "github.com", "oidc.lab"]
  static let addresses = ["a@example.com", "b@gmail.com", "c@example.org"].compactMap(EmailAddress.init)
  static let numbers = ["+15555550100", "+15555550101"]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    linking = RecentSignInPolicy(linkingRequiresRecentSignIn: seed % 3 == 0)
    hidesAccounts = seed % 2 == 0
    isStrict = seed % 5 == 0
    mayRequireFactors = seed % 3 == 1
    var sessions = SessionPolicy()
    sessions.refreshTokens = seed % 4 == 0 ? .rotating : .stable
    self.sessions = sessions
  }

  mutating func step() {
    let before = accounts
    evidence = false
    let action = byte() % 2 == 0 ? pick(Self.actions) : pick(Self.rareActions)
    do {
      try action.run(&self)
      done[action.name, default: 0] += 1
    } catch {
      if accounts != before {
        violations.append("\(action.name) was refused as \(error.name), and changed something")
      }
    }
    check(before, action.name)
  }

  // MARK: What must hold

  mutating func check(_ before: [AccountID: Account], _ action: String) {
    for (id, account) in accounts {
      guard let was = before[id] else { continue }
      // T21
      let password = account.password != was.password && account.password != nil
      let address = account.email != was.email
      if password || address, !evidence {
        violations.append("\(action) set a password or an address without a proof")
      }
      // T41
      if action == "recover", account.factors.isEmpty, !was.factors.isEmpty {
        violations.append("a recovery dropped second factors")
      }
      // T18
      if secondFactors.isRequired, was.emailVerified, was.hasSecondFactor(secondFactors),
        !account.hasSecondFactor(secondFactors), !account.disabled
      {
        violations.append("\(action) took the last second factor away")
      }
      if action != "unlink", account.isAnonymous, !was.isAnonymous, !evidence {
        violations.append("\(action) took every way in away")
      }
    }
    // T18
    for one in held {
      guard let account = accounts[one.session.accountID], account.hasSecondFactor(secondFactors),
        isValid(one, for: account, mayLackFactor: true)
      else { continue }
      if !one.provedFactor { violations.append("\(action): a session without the second factor counts") }
    }
    // T41
    for code in codes where code.kind == .recoverEmail {
      guard let id = code.accountID, let account = accounts[id], code.fits(account, recovery) else {
        continue
      }
      if code.change(of: account, recovery)?.wasVerified != true {
        violations.append("\(action): a way back to an address that was never verified")
      }
    }
  }

  func isValid(_ held: Held, for account: Account, mayLackFactor: Bool) -> Bool {
    (try? held.session.requireValid(
      for: account, secondFactors: secondFactors, mayLackFactor: mayLackFactor)) != nil
  }

  mutating func noteSignIn(by way: WayAddition.Way?, _ account: Account, at moment: Instant) {
    // T40
    guard let way, let added = stale[account.id]?.last(where: { $0.way == way }) else { return }
    if now < added.at.adding(seconds: WayAddition.lifetime), RecentSignInPolicy.isRecent(moment, now: now) {
      violations.append("what a stale session added signs in as recently as any other")
    }
  }

  // MARK: Completing a sign-in

  mutating func finish(_ proved: ProvedSignIn, provedFactor: Bool = false) throws(IdentityError) {
    var signIn = proved
    try signIn.admit(linking: linking, maySignUp: true, now: now)
    switch signIn.missingFactor(secondFactors) {
    case .enrolment:
      accounts[signIn.account.id] = signIn.account
      forgetGoneWays(of: signIn.account)
      enrolments.append(
        FactorEnrolmentCredential(for: signIn.account, signIn.facts, authenticatedAt: now, begunAt: now))
      return
    case .otherFirstFactor, .endedSession: throw .refused(.operationNotAllowed)
    case nil: break
    }
    if signIn.needsSecondFactor(secondFactors) {
      pending.append(signIn.pending)
      return
    }
    let proof = signIn.complete(sessions, now: now) ?? now
    let account = signIn.account
    if let session = signIn.continued, let stored = signIn.stored {
      let isStale =
        !session.isAnonymous(stored) && !RecentSignInPolicy.isRecent(session.authenticatedAt, now: now)
      for way in account.ways where !stored.ways.contains(way) {
        stale[account.id, default: []].removeAll { $0.way == way }
        if isStale { stale[account.id, default: []].append((way, now)) }
      }
    } else {
      let way: WayAddition.Way? =
        switch signIn.facts.provider {
        case "phone": account.phoneNumber.map { .phone(number: $0) }
        case "password": nil
        default: account.link(signIn.facts.provider)?.way
        }
      noteSignIn(by: way, account, at: proof)
    }
    accounts[account.id] = account
    forgetGoneWays(of: account)
    hold(
      account, signIn.facts, since: proof, provedFactor: provedFactor || signIn.continued != nil && lastProved
    )
  }

  var lastProved = false

  mutating func forgetGoneWays(of account: Account) {
    stale[account.id]?.removeAll { !account.ways.contains($0.way) }
  }

  mutating func hold(
    _ account: Account, _ facts: SignInFacts, since proof: Instant, provedFactor: Bool,
    opensSession: Bool = true
  ) {
    // T18
    if facts.secondFactor == nil, secondFactors.isRequired || account.hasSecondFactor(secondFactors) {
      violations.append("tokens without the second factor")
    }
    held.append(
      Held(
        session: UserSession(
          accountID: account.id, scope: account.scope, authenticatedAt: proof, issuedAt: now, signIn: facts,
          tokenEpoch: account.tokenEpoch), provedFactor: provedFactor))
    guard opensSession else { return }
    refreshes.append(
      RefreshSession(
        tokenHash: newTokenHash(), scope: account.scope, accountID: account.id,
        authenticatedAt: proof, createdAt: now, tokenEpoch: account.tokenEpoch, signIn: facts))
  }

  private mutating func newTokenHash() -> [UInt8] {
    next += 1
    return [UInt8(next & 0xFF), UInt8(next >> 8)]
  }

  /// Presents any refresh token that there ever was.
  mutating func refresh() throws(IdentityError) {
    guard !refreshes.isEmpty else { throw Self.nothing }
    let index = refreshes.index(before: refreshes.endIndex) - byte() % min(refreshes.count, 8)
    let session = refreshes[index]
    guard let account = accounts[session.accountID] else { throw Self.nothing }
    let decision = try RefreshDecision.decide(
      session, of: account, sessions, secondFactors: secondFactors, now: now)
    try RefreshDecision.requireLifetime(of: session, sessions, now: now)
    // T16
    if session.createdAt.seconds < account.validSince.seconds, decision != .endFamily {
      violations.append("a session from before a revocation was refreshed")
    }
    if session.revokedAt != nil { violations.append("an ended family was refreshed") }
    switch decision {
    case .keep: break
    case .rotate:
      refreshes[index].rotation = .init(at: now, sealedSuccessor: [1])
      var successor = session
      successor.tokenHash = newTokenHash()
      successor.family = session.familyHash
      refreshes.append(successor)
    case .repeatSuccessor:
      if let rotation = session.rotation, now >= rotation.at.adding(seconds: sessions.gracePeriod) {
        violations.append("a token was refreshed past its grace period")
      }
    case .endFamily:
      for other in refreshes.indices where refreshes[other].familyHash == session.familyHash {
        refreshes[other].revokedAt = now
      }
      return
    }
    // T18
    guard session.signIn.isComplete(for: account, secondFactors) else {
      violations.append("a refresh without the second factor")
      return
    }
    hold(
      account, session.signIn, since: session.authenticatedAt,
      provedFactor: session.signIn.secondFactor != nil, opensSession: false)
  }

  mutating func delete() throws(IdentityError) {
    let (session, account) = try session()
    let deletion = try AccountDeletion(of: account, by: session, now: now)
    if !account.hasAlwaysBeenAnonymous, !RecentSignInPolicy.isRecent(session.authenticatedAt, now: now) {
      violations.append("a stale session deleted an account")
    }
    let deletes = deletion.writes(now: now).contains { write in
      if case .deleteAccount(account.id, account.scope) = write { true } else { false }
    }
    guard deletes else {
      violations.append("a deletion left the account")
      return
    }
    accounts[account.id] = nil
    stale[account.id] = nil
  }

  /// As a custom token has it: for an account that there is, or a new one.
  mutating func signInByCustomToken() throws(IdentityError) {
    let known = byte() % 2 == 0 ? accounts.values.min { $0.id.rawValue < $1.id.rawValue } : nil
    var account = known ?? Account(id: newID(), scope: Fixture.scope, createdAt: now)
    account.customAuth = true
    var signIn = ProvedSignIn(
      account: account, isNew: known == nil, facts: SignInFacts(provider: "custom"), method: nil)
    signIn.stored = known
    try finish(signIn)
  }

  // MARK: Choosing

  func byte() -> Int { Int(random.bytes(1)[0]) }
  func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element
  where Values.Index == Int {
    values[values.startIndex + byte() % values.count]
  }

  func newID() -> AccountID {
    guard let id = AccountID(rawValue: random.alphanumeric(10)) else {
      preconditionFailure("ten letters are an id")
    }
    return id
  }

  mutating func hash() -> PasswordHash {
    next += 1
    return PasswordHash(
      algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [1],
      hash: [UInt8(next & 0xFF), UInt8(next >> 8)])
  }

  static let nothing = IdentityError.refused(.userNotFound)

  func holder(of email: EmailAddress?) -> Account? {
    accounts.values.first { email != nil && $0.email == email }
  }

  /// A session that its account still takes, and the account.
  mutating func session(mayLackFactor: Bool = false) throws(IdentityError) -> (UserSession, Account) {
    let valid = held.filter { one in
      accounts[one.session.accountID].map { isValid(one, for: $0, mayLackFactor: mayLackFactor) } == true
    }
    guard !valid.isEmpty else { throw Self.nothing }
    // Mostly of somebody who has just come in.
    let one = byte() % 3 == 0 ? pick(valid) : pick(valid.suffix(3))
    guard let account = accounts[one.session.accountID] else { throw Self.nothing }
    lastProved = one.provedFactor
    return (one.session, account)
  }

  mutating func takeCode(_ kinds: [OOBCode.Kind]) throws(IdentityError) -> (OOBCode, Account?) {
    let open = codes.indices.filter { index in
      let code = codes[index]
      let fits = code.accountID.map { id in accounts[id].map { code.fits($0, recovery) } == true } != false
      return kinds.contains(code.kind) && now < code.expiresAt && (fits || byte() % 4 == 0)
    }
    guard !open.isEmpty else { throw Self.nothing }
    let code = codes[pick(open)]
    guard let id = code.accountID else { return (code, nil) }
    guard let account = accounts[id], code.fits(account, recovery) else { throw .refused(.invalidOOBCode) }
    return (code, account)
  }

  mutating func requireEndedSessions(of account: Account, _ what: String) {
    if held.contains(where: { $0.session.accountID == account.id && $0.session.isValid(for: account) }) {
      violations.append("\(what) left a session")
    }
  }

  mutating func store(_ account: Account, since before: Account) {
    accounts[account.id] = account
    forgetGoneWays(of: account)
  }

  mutating func update(_ change: AccountChange, _ account: Account, _ session: UserSession)
    throws(IdentityError)
  {
    var update = try AccountUpdate(
      change, of: account, by: session, emailOwner: holder(of: change.email)?.id,
      secondFactors: secondFactors, now: now)
    let ends = update.endSessions(asOf: nil, now: now) != nil
    remember(account, &update.account)
    store(update.account, since: account)
    if ends, let facts = update.facts {
      hold(update.account, facts, since: session.authenticatedAt, provedFactor: lastProved)
    }
  }

  /// Mails the former address the way back, where there is one.
  mutating func remember(_ before: Account, _ account: inout Account) {
    let code = OOBCode.recovery(
      from: before, to: &account, recovery, newID: random.alphanumeric(8), now: now)
    if let code { codes.append(code) }
  }

  mutating func finishRemembering(_ proved: ProvedSignIn, since before: Account) throws(IdentityError) {
    var signIn = proved
    // A refusal sends nothing.
    var copy = signIn
    try copy.admit(linking: linking, maySignUp: true, now: now)
    remember(before, &signIn.account)
    try finish(signIn)
  }
}
