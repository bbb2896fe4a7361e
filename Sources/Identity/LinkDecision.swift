/// The decision of ``LinkPolicy``.
public enum LinkDecision: Sendable, Equatable {
  case accept(Acceptance)
  /// The address belongs to an account, and the provider does not prove that the user owns it. The user must first
  /// sign in with one of `providers`. No tokens are issued.
  case needConfirmation(account: Account, providers: [String])
  case refuse(LinkRefusal)

  public struct Acceptance: Sendable, Equatable {
    /// The account to store.
    public var account: Account
    public var rule: LinkRule
    public var isNew: Bool
    /// True if every earlier session must end in the same transaction.
    public var revokesSessions: Bool
    /// True if the provider has given the address to another of its users since the account was linked.
    public var emailIsRecycled: Bool

    public init(
      account: Account, rule: LinkRule, isNew: Bool = false, revokesSessions: Bool = false,
      emailIsRecycled: Bool = false
    ) {
      self.account = account
      self.rule = rule
      self.isNew = isNew
      self.revokesSessions = revokesSessions
      self.emailIsRecycled = emailIsRecycled
    }
  }

  /// Describes the decision in one sentence.
  public var explanation: String {
    switch self {
    case .accept(let acceptance): acceptance.rule.explanation
    case .needConfirmation:
      "An account has the address, but the provider does not vouch for it: the user has to sign in to the account in "
        + "another way first."
    case .refuse(let refusal): refusal.explanation
    }
  }

  /// The rule's name for logs.
  public var ruleName: String {
    switch self {
    case .accept(let acceptance): acceptance.rule.rawValue
    case .needConfirmation: "needConfirmation"
    case .refuse(let refusal): refusal.rawValue
    }
  }
}

/// The rule by which an identity was accepted.
public enum LinkRule: String, Sendable, CaseIterable {
  case newAccount
  case returning
  case mergedByVerifiedEmail
  case tookOverUnverifiedEmail
  case tookOverRecycledEmail
  case linked

  public var explanation: String {
    switch self {
    case .newAccount: "Nobody had this identity or its address, so an account was made."
    case .returning: "The identity is linked to this account."
    case .mergedByVerifiedEmail:
      "The provider vouches for the address and the account had verified it too, so the identity was linked."
    case .tookOverUnverifiedEmail:
      "The provider vouches for the address, which the account had never verified: its password, "
        + "providers and sessions were dropped."
    case .tookOverRecycledEmail:
      "The provider vouches for the address, which now belongs to another of its users: the account's password, "
        + "providers and sessions were dropped."
    case .linked: "The signed-in user linked the identity."
    }
  }
}

/// The reason why an identity was refused. Nothing is written.
public enum LinkRefusal: String, Sendable, CaseIterable, Error {
  case userDisabled
  case userNotFound
  case alreadyLinked
  case providerAlreadyLinked
  case emailExists

  public var name: Refusal {
    switch self {
    case .userDisabled: .userDisabled
    case .userNotFound: .userNotFound
    case .alreadyLinked: .federatedUserIDAlreadyLinked
    case .providerAlreadyLinked: .providerAlreadyLinked
    case .emailExists: .emailExists
    }
  }

  public var explanation: String {
    switch self {
    case .userDisabled: "The account is disabled."
    case .userNotFound: "No account has this identity, and the request does not allow making one."
    case .alreadyLinked: "An account already has this identity."
    case .providerAlreadyLinked: "The user has another identity of this provider."
    case .emailExists: "Another account has the identity's address."
    }
  }

  /// True if the error may return the credential, so that the client can sign in with it.
  public var returnsCredential: Bool { self == .alreadyLinked || self == .emailExists }
}
