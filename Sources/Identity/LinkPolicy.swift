/// Decides what to do with a verified identity: sign in, create an account, merge, link or refuse. The decision is a
/// pure function: it reads and writes nothing, and names the rule that it applied.
///
/// It applies the rules for one account per e-mail address
/// (https://firebase.google.com/docs/auth/users#verified_email_addresses), or for several if the setting allows them.
public struct LinkPolicy: Sendable {
  public var allowDuplicateEmails: Bool
  public var emailTrust: EmailTrust.Policy
  /// ``ProviderSettings/emailDomains`` of the identity's provider.
  public var emailDomains: [String]?
  public var secondFactors: SecondFactorPolicy

  public init(
    allowDuplicateEmails: Bool, emailTrust: EmailTrust.Policy, emailDomains: [String]? = nil,
    secondFactors: SecondFactorPolicy
  ) {
    self.allowDuplicateEmails = allowDuplicateEmails
    self.emailTrust = emailTrust
    self.emailDomains = emailDomains
    self.secondFactors = secondFactors
  }

  /// The accounts that an identity could affect, as they were read.
  public struct Candidates: Sendable {
    /// The account that is linked to the identity.
    public var owner: Account?
    /// The account that has the identity's address, in any spelling.
    ///
    /// It is used only if no account is linked to the identity. Otherwise, the caller need not read it.
    public var emailOwner: Account?
    /// The account of the signed-in user who wants to link the identity.
    public var current: Account?

    public init(owner: Account?, emailOwner: Account?, current: Account?) {
      self.owner = owner
      self.emailOwner = emailOwner
      self.current = current
    }
  }

  /// The properties of a new account. They are used only if an account is created.
  public struct NewAccount: Sendable {
    public var id: AccountID
    public var scope: Scope
    /// False for a reauthentication, which never creates an account.
    public var isAllowed: Bool

    public init(id: AccountID, scope: Scope, isAllowed: Bool) {
      self.id = id
      self.scope = scope
      self.isAllowed = isAllowed
    }
  }

  public func decide(
    _ identity: ProviderIdentity, among candidates: Candidates, new: NewAccount, now: Instant
  ) -> LinkDecision {
    let proof = Proof(
      identity: identity,
      emailIsVerified: EmailTrust.isVerified(identity, policy: emailTrust, domains: emailDomains), now: now)
    if let current = candidates.current {
      return decideLink(proof, to: current, candidates: candidates)
    }
    if let owner = candidates.owner { return decideReturn(proof, owner) }
    if !allowDuplicateEmails, let emailOwner = candidates.emailOwner {
      return decideSameEmail(proof, emailOwner)
    }
    return decideNew(proof, new)
  }

  private struct Proof {
    let identity: ProviderIdentity
    let emailIsVerified: Bool
    let now: Instant
  }

  private func decideLink(_ proof: Proof, to current: Account, candidates: Candidates) -> LinkDecision {
    if current.disabled { return .refuse(.userDisabled) }
    if candidates.owner != nil { return .refuse(.alreadyLinked) }
    if current.link(proof.identity.providerID) != nil { return .refuse(.providerAlreadyLinked) }
    if !allowDuplicateEmails, let other = candidates.emailOwner, other.id != current.id {
      return .refuse(.emailExists)
    }
    var account = current
    if account.email == nil, !allowDuplicateEmails {
      account.email = proof.identity.email
      account.emailVerified = proof.emailIsVerified
    } else if proof.emailIsVerified, account.email == proof.identity.email {
      account.emailVerified = true
    }
    signIn(&account, proof)
    return .accept(.init(account: account, rule: .linked))
  }

  private func decideReturn(_ proof: Proof, _ owner: Account) -> LinkDecision {
    if owner.disabled { return .refuse(.userDisabled) }
    var account = owner
    if proof.emailIsVerified, account.email == proof.identity.email { account.emailVerified = true }
    signIn(&account, proof)
    return .accept(.init(account: account, rule: .returning))
  }

  private func decideSameEmail(_ proof: Proof, _ emailOwner: Account) -> LinkDecision {
    // A proof of one spelling gives no access to an account with another spelling.
    guard proof.emailIsVerified, emailOwner.email == proof.identity.email else {
      return .needConfirmation(account: emailOwner, providers: emailOwner.links.map(\.providerID))
    }
    if emailOwner.disabled { return .refuse(.userDisabled) }
    var account = emailOwner
    let recycled = emailOwner.link(proof.identity.providerID) != nil
    var rule = LinkRule.mergedByVerifiedEmail
    if recycled || !emailOwner.emailVerified {
      rule = recycled ? .tookOverRecycledEmail : .tookOverUnverifiedEmail
      account.takeOver(now: proof.now)
      // The passkeys of an account whose address nobody proved are its creator's.
      if emailOwner.emailVerified { account.keepLastSecondFactor(of: emailOwner, secondFactors) }
    }
    signIn(&account, proof)
    if let link = account.link(proof.identity.providerID) { account.inheritStaleness(of: link) }
    return .accept(
      .init(
        account: account, rule: rule, revokesSessions: account.tokenEpoch != emailOwner.tokenEpoch,
        emailIsRecycled: recycled))
  }

  private func decideNew(_ proof: Proof, _ new: NewAccount) -> LinkDecision {
    guard new.isAllowed else { return .refuse(.userNotFound) }
    var account = Account(id: new.id, scope: new.scope, createdAt: proof.now)
    if !allowDuplicateEmails {
      account.email = proof.identity.email
      account.emailVerified = proof.emailIsVerified
    }
    signIn(&account, proof)
    return .accept(.init(account: account, rule: .newAccount, isNew: true))
  }

  /// Updates the link and the time of the last sign-in. Known profile fields are never erased: Apple sends a name only
  /// once.
  private func signIn(_ account: inout Account, _ proof: Proof) {
    let identity = proof.identity
    let known = account.links.first { $0.isOfSameIdentity(as: identity.providerID, identity.rawID) }
    account.links.removeAll { $0.providerID == identity.providerID }
    account.links.append(
      ProviderLink(
        providerID: identity.providerID, rawID: identity.rawID, federatedID: identity.federatedID,
        email: identity.email?.text ?? known?.email, displayName: identity.displayName ?? known?.displayName,
        photoURL: identity.photoURL ?? known?.photoURL,
        screenName: identity.screenName ?? known?.screenName, sealedGrant: known?.sealedGrant))
    account.displayName = account.displayName ?? identity.displayName
    account.photoURL = account.photoURL ?? identity.photoURL
    account.lastLoginAt = proof.now
  }
}
