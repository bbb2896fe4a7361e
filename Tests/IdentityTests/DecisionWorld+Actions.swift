@testable import Identity

extension DecisionWorld {
  /// Actions that need many others before them.
  static let rareActions = actions.filter {
    [
      "sign in by password", "verify", "prove a second factor", "enrol", "withdraw",
      "change the address or password",
      "confirm a change", "ask for a code", "recover", "link a mailed address", "sign in with a passkey",
      "remove a passkey", "enrol by a credential",
    ].contains($0.name)
  }

  static let actions: [Action] = [
    Action(name: "time passes") { world in
      world.now = world.now.adding(seconds: [1, 60, 400, 4_000, 90_000][world.byte() % 5])
    },
    Action(name: "sign up") { world throws(IdentityError) in
      let email = world.pick(addresses)
      guard world.holder(of: email) == nil else { throw .refused(.emailExists) }
      var account = Account(id: world.newID(), scope: Fixture.scope, createdAt: world.now)
      account.email = email
      account.password = world.hash()
      account.passwordUpdatedAt = world.now
      try world.finish(
        ProvedSignIn(
          account: account, isNew: true, facts: SignInFacts(provider: "password"), method: "password"))
    },
    Action(name: "be anonymous") { world throws(IdentityError) in
      let account = Account(id: world.newID(), scope: Fixture.scope, createdAt: world.now)
      try world.finish(
        ProvedSignIn(account: account, isNew: true, facts: SignInFacts(provider: "anonymous"), method: nil))
    },
    Action(name: "sign in by password") { world throws(IdentityError) in
      guard let known = world.holder(of: world.pick(addresses)) else { throw nothing }
      let policy = PasswordSignInPolicy(hidesAccounts: world.hidesAccounts, exhaustion: nil)
      _ = try policy.admit(known, isRight: world.byte() % 4 != 0)
      var signIn = ProvedSignIn(account: known, facts: SignInFacts(provider: "password"), method: "password")
      signIn.stored = known
      try world.finish(signIn)
    },
    Action(name: "sign in by provider") { world throws(IdentityError) in try world.federate(linking: false) },
    Action(name: "link a provider") { world throws(IdentityError) in try world.federate(linking: true) },
    Action(name: "sign in by phone") { world throws(IdentityError) in try world.phone(linking: false) },
    Action(name: "link a phone") { world throws(IdentityError) in try world.phone(linking: true) },
    Action(name: "prove a second factor") { world throws(IdentityError) in
      guard !world.pending.isEmpty else { throw nothing }
      let credential = world.pick(world.pending)
      guard let account = world.accounts[credential.accountID], account.tokenEpoch == credential.tokenEpoch,
        let fact = world.secondFactor(of: account, after: credential)
      else { throw .refused(.invalidMFAPendingCredential) }
      let decision = credential.identity.map { world.decision(about: $0, mayMakeAccount: false) }
      var signIn = try credential.resumed(for: account, decision, now: world.now)
      signIn.facts.secondFactor = fact
      world.evidence = true
      try world.finish(signIn, provedFactor: true)
    },
    Action(name: "require second factors, or not") { world throws(IdentityError) in
      guard world.mayRequireFactors else { throw nothing }
      world.secondFactors = world.pick([
        SecondFactorPolicy.optional, .required(passkeysFor: "example.com"), .required(passkeysFor: nil),
      ])
    },
    Action(name: "enrol") { world throws(IdentityError) in
      let (session, account) = try world.session(mayLackFactor: true)
      // The check that starts an enrolment.
      try session.requireRecent(for: account, now: world.now)
      let change = try world.enrol(session, account, hasProved: world.lastProved)
      world.hold(change.account, change.facts, since: session.authenticatedAt, provedFactor: true)
    },
    Action(name: "enrol by a credential") { world throws(IdentityError) in
      guard !world.enrolments.isEmpty else { throw nothing }
      let credential = world.pick(world.enrolments)
      guard let account = world.accounts[credential.accountID] else { throw nothing }
      let session = try credential.session(of: account, world.secondFactors)
      _ = try world.enrol(session, account, hasProved: false)
    },
    Action(name: "import a factor") { world throws(IdentityError) in
      guard var account = world.holder(of: world.pick(addresses)), account.factors.isEmpty,
        account.emailVerified
      else { throw nothing }
      account.factors = [
        EnrolledFactor(
          enrollmentID: world.random.alphanumeric(8), kind: .phone(number: world.pick(numbers)),
          displayName: nil,
          enrolledAt: world.now)
      ]
      world.accounts[account.id] = account
    },
    Action(name: "withdraw") { world throws(IdentityError) in
      let (session, account) = try world.session()
      let change = try SecondFactorChange.withdrawal(
        of: account.factors.first?.enrollmentID, by: session, from: account,
        secondFactors: world.secondFactors, now: world.now)
      world.accounts[account.id] = change.account
      world.hold(
        change.account, change.facts, since: session.authenticatedAt,
        provedFactor: world.lastProved && change.facts.secondFactor != nil)
    },
    Action(name: "change the address or password") { world throws(IdentityError) in
      let (session, account) = try world.session()
      try session.requireRecent(for: account, now: world.now)
      world.evidence = true
      var change = AccountChange()
      if world.byte() % 2 == 0 {
        change.email = world.pick(addresses)
      } else {
        change.password = world.hash()
      }
      try world.update(change, account, session)
    },
    Action(name: "unlink") { world throws(IdentityError) in
      let (session, account) = try world.session()
      try session.requireAddition(to: account, world.linking, now: world.now)
      var change = AccountChange()
      change.unlinked = [world.pick(providers + ["phone"])]
      try world.update(change, account, session)
    },
    Action(name: "add credentials") { world throws(IdentityError) in
      let (session, account) = try world.session()
      let email = world.pick(addresses)
      let hash = world.hash()
      let signIn = try CredentialsDecision.adding(
        email, hash, profile: (nil, nil), to: account, by: session, emailOwner: world.holder(of: email)?.id,
        mayChangeAddress: !world.hidesAccounts, secondFactors: world.secondFactors, now: world.now)
      if RecentSignInPolicy.isRecent(session.authenticatedAt, now: world.now) || session.isAnonymous(account)
      {
        world.evidence = true
      }
      try world.finishRemembering(signIn, since: account)
    },
    Action(name: "revoke") { world throws(IdentityError) in
      guard var account = world.accounts.values.min(by: { $0.id.rawValue < $1.id.rawValue }) else {
        throw nothing
      }
      account.revokeTokens(now: world.now)
      world.accounts[account.id] = account
    },
    Action(name: "ask for a code") { world throws(IdentityError) in
      let email = world.pick(addresses)
      guard let typed = TypedEmail(email.text) else { throw nothing }
      let holder = world.holder(of: email)
      let mailed: MailedCode
      switch world.pick([OOBCode.Kind.passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail]) {
      case .emailSignIn: mailed = .signIn(at: typed, holder: holder, now: world.now)
      case .verifyAndChangeEmail:
        let (session, account) = try world.session()
        try session.requireRecent(for: account, now: world.now)
        mailed = try .changeOfAddress(
          of: account, to: email, holder: holder, signedInAt: session.authenticatedAt,
          hidesAccounts: world.hidesAccounts, now: world.now)
      case .passwordReset:
        mailed = try .passwordReset(
          of: typed, account: holder, hidesAccounts: world.hidesAccounts, newID: world.newID(),
          now: world.now)
      default:
        guard let holder else { throw nothing }
        mailed = try .verification(of: holder, now: world.now)
      }
      if mailed.isDelivered { world.codes.append(mailed.code) }
    },
    Action(name: "reset") { world throws(IdentityError) in
      guard case (_, let account?) = try world.takeCode([.passwordReset]) else { throw nothing }
      world.evidence = true
      let hash = world.hash()
      world.store(try account.resettingPassword(to: hash, now: world.now), since: account)
    },
    Action(name: "verify") { world throws(IdentityError) in
      guard case (_, let account?) = try world.takeCode([.verifyEmail]) else { throw nothing }
      world.evidence = true
      let decision = AddressDecision.verification(
        of: account, isStrict: world.isStrict, isProved: world.byte() % 2 == 0, now: world.now)
      world.store(decision.account, since: account)
    },
    Action(name: "confirm a change") { world throws(IdentityError) in
      guard case (let code, let account?) = try world.takeCode([.verifyAndChangeEmail]),
        let email = code.newEmail
      else { throw nothing }
      world.evidence = true
      var decision = try AddressDecision.change(
        of: account, to: email, holder: world.holder(of: email), isStrict: world.isStrict,
        isProved: world.byte() % 2 == 0, now: world.now)
      world.remember(account, &decision.account)
      world.store(decision.account, since: account)
    },
    Action(name: "recover") { world throws(IdentityError) in
      guard case (let code, let account?) = try world.takeCode([.recoverEmail]), let email = code.email,
        let change = code.change(of: account, world.recovery)
      else { throw nothing }
      world.evidence = true
      let decision = try AddressDecision.recovery(
        of: account, to: email, undoing: change, holder: world.holder(of: email),
        secondFactors: world.secondFactors, now: world.now)
      if let other = decision.dispossessed { world.accounts[other.id] = other }
      world.store(decision.account, since: account)
    },
    Action(name: "sign in by mailed link") { world throws(IdentityError) in
      guard let email = try world.takeCode([.emailSignIn]).0.email else { throw nothing }
      let code = try world.takeCode([.emailSignIn]).0
      world.evidence = true
      let known = world.holder(of: code.email ?? email)
      var signIn = try MailedLinkSignIn.signIn(
        code.email ?? email, known: known, holder: nil, mailedAt: code.madeAt, in: Fixture.scope,
        newID: world.newID(), now: world.now)
      signIn.provedEmail = code.email
      let sessions = world.held.count
      try world.finish(signIn)
      guard let known, !known.emailVerified, let account = world.accounts[known.id],
        world.held.count > sessions
      else { return }
      let mine = world.held.removeLast()
      world.requireEndedSessions(of: account, "taking an account over")
      world.held.append(mine)
      if !account.passkeys.isEmpty { world.violations.append("a passkey from before a take-over counts") }
      if known.password != nil, account.password == known.password {
        world.violations.append("a password from before a take-over counts")
      }
    },
    Action(name: "link a mailed address") { world throws(IdentityError) in
      guard let email = try world.takeCode([.emailSignIn]).0.email else { throw nothing }
      let (session, account) = try world.session()
      let signIn = try MailedLinkSignIn.linking(
        email, to: account, by: session, holder: world.holder(of: email),
        secondFactors: world.secondFactors, now: world.now)
      world.evidence = true
      try world.finishRemembering(signIn, since: account)
    },
    Action(name: "enrol a passkey") { world throws(IdentityError) in try world.enrolPasskey() },
    Action(name: "sign in with a passkey") { world throws(IdentityError) in
      try world.signInWithPasskey(isTwoFactors: world.byte() % 2 == 0)
    },
    Action(name: "remove a passkey") { world throws(IdentityError) in try world.removePasskey() },
    Action(name: "refresh") { world throws(IdentityError) in try world.refresh() },
    Action(name: "sign in by custom token") { world throws(IdentityError) in
      try world.signInByCustomToken()
    },
    // Seldom: a history without accounts tells nothing.
    Action(name: "delete") { world throws(IdentityError) in
      guard world.byte() % 3 == 0 else { throw nothing }
      try world.delete()
    },
  ]
}
