/// Decides what a verified identity means for the accounts that are there: sign in, create, merge, link or
/// refuse. Pure: reads nothing, writes nothing, and names the rule that fired.
///
/// The rules are those of one account per e-mail address
/// (https://firebase.google.com/docs/auth/users#verified_email_addresses) and, by setting, of several.
public struct LinkPolicy: Sendable {
  public var allowDuplicateEmails: Bool
  public var emailTrust: EmailTrust.Policy
  /// ``ProviderSettings/emailDomains`` of the identity's provider.
  public var emailDomains: [String]?

  public init(allowDuplicateEmails: Bool, emailTrust: EmailTrust.Policy, emailDomains: [String]? = nil) {
    self.allowDuplicateEmails = allowDuplicateEmails
    self.emailTrust = emailTrust
    self.emailDomains = emailDomains
  }

  /// The accounts that an identity could touch, as they were read.
  public struct Candidates: Sendable {
    /// Has the identity among its links.
    public var owner: Account?
    /// Has the identity's address as its own, in whatever spelling.
    ///
    /// Counts only where nobody has the identity, so that it need not be read otherwise.
    public var emailOwner: Account?
    /// Is signed in and asks to link the identity.
    public var current: Account?

    public init(owner: Account?, emailOwner: Account?, current: Account?) {
      self.owner = owner
      self.emailOwner = emailOwner
      self.current = current
    }
  }

  /// What a new account would be; used only when one is made.
  public struct NewAccount: Sendable {
    public var id: AccountID
    public var scope: Scope
    /// False for a reauthentication, which never makes an account.
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
    // A proof of one spelling opens no account of another.
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

  /// Renews the link and the login time. What the account already knows of its user is never erased: Apple
  /// tells a name once only.
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
