@testable import Identity

extension DecisionWorld {
  func decision(about identity: ProviderIdentity, mayMakeAccount: Bool, current: Account? = nil)
    -> LinkDecision
  {
    let owner = accounts.values.first { account in
      account.links.contains { $0.isOfSameIdentity(as: identity.providerID, identity.rawID) }
    }
    return LinkPolicy(
      allowDuplicateEmails: false, emailTrust: .production, secondFactors: secondFactors
    ).decide(
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
      usersMaySignUp: true, secondFactors: secondFactors, in: Fixture.scope, newID: newID(), now: now)
    guard case .signIn(let signIn) = decision else { return }
    try finish(signIn)
  }
}
