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
  let sessions: SessionPolicy
  let recovery = RecoveryPolicy.verifiedAddresses
  var now = Instant(seconds: 2_000_000_000)
  var accounts: [AccountID: Account] = [:]
  var held: [Held] = []
  /// What refresh tokens stand for, also those that were rotated or ended.
  var refreshes: [RefreshSession] = []
  var pending: [MFAPendingCredential] = []
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
      if action != "unlink", account.isAnonymous, !was.isAnonymous, !evidence {
        violations.append("\(action) took every way in away")
      }
    }
    // T18
    for one in held {
      guard let account = accounts[one.session.accountID], !account.factors.isEmpty else { continue }
      guard (try? one.session.requireValid(for: account, requiresFactor: false)) != nil else { continue }
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
    if signIn.needsSecondFactor {
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
    if !account.factors.isEmpty, facts.secondFactor == nil {
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
      session, of: account, sessions, requiresFactor: false, now: now)
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
    guard session.signIn.isComplete(for: account) else {
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
  mutating func session() throws(IdentityError) -> (UserSession, Account) {
    let valid = held.filter { one in
      accounts[one.session.accountID].flatMap {
        try? one.session.requireValid(for: $0, requiresFactor: false)
      } != nil
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
      change, of: account, by: session, emailOwner: holder(of: change.email)?.id, now: now)
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

  func decision(about identity: ProviderIdentity, mayMakeAccount: Bool, current: Account? = nil)
    -> LinkDecision
  {
    let owner = accounts.values.first { account in
      account.links.contains { $0.isOfSameIdentity(as: identity.providerID, identity.rawID) }
    }
    return LinkPolicy(allowDuplicateEmails: false, emailTrust: .production).decide(
      identity, among: .init(owner: owner, emailOwner: holder(of: identity.email), current: current),
      new: .init(id: newID(), scope: Fixture.scope, isAllowed: mayMakeAccount), now: now)
  }

  mutating func federate(linking links: Bool) throws(IdentityError) {
    let email = byte() % 3 == 0 ? nil : pick(Self.addresses).text
    let identity = Fixture.identity(
      pick(Self.providers), String(byte() % 3), email: email, verified: byte() % 2 == 0)
    var current: (session: UserSession, account: Account)?
    if links { current = try session() }
    guard
      case .accept(let acceptance) = decision(
        about: identity, mayMakeAccount: true, current: current?.account)
    else { throw Self.nothing }
    // The provider proves the address, or the account is its own already.
    evidence = true
    var signIn = ProvedSignIn(
      account: acceptance.account, isNew: acceptance.isNew, facts: SignInFacts(provider: identity.providerID),
      method: identity.providerID)
    signIn.stored = accounts[acceptance.account.id]
    if let current { signIn.goOn(from: current.session, of: current.account) }
    signIn.identity = identity
    signIn.revokesSessions = acceptance.revokesSessions
    try finish(signIn)
  }

  mutating func phone(linking links: Bool) throws(IdentityError) {
    let number = pick(Self.numbers)
    var current: (session: UserSession, account: Account)?
    if links { current = try session() }
    let owner = accounts.values.first { $0.phoneNumber == number }
    let decision = try PhoneSignInDecision.decide(
      number, current: current, owner: owner, isByTemporaryProof: false, mayMakeAccount: true,
      usersMaySignUp: true, in: Fixture.scope, newID: newID(), now: now)
    guard case .signIn(let signIn) = decision else { return }
    try finish(signIn)
  }
}
