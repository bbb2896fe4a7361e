import Identity
import IdentityProviders
import IdentityWire

/// What came of a sign-in with a provider that an administrator tried out. Nobody was signed in by it, and no account
/// was made or changed.
public struct SignInTrial: Sendable, Codable, Equatable {
  /// Seconds for which it can be looked at.
  public static let lifetime: Int64 = 3_600

  public var providerID: String
  public var at: Instant
  /// Whether users may sign in with the provider.
  public var isEnabled: Bool
  /// All that there are, in their order.
  public var checks: [SignInCheck]
  /// Nil when a check failed.
  public var identity: Identity?
  public var decision: Decision?

  /// Whether the provider is proved to work.
  public var isPassed: Bool { checks.allSatisfy { $0.outcome == .passed || $0.outcome == .noted } }

  /// Whom the provider says that the administrator is.
  public struct Identity: Sendable, Codable, Equatable {
    public var rawID: String
    public var email: String?
    public var emailVerdict: EmailTrust.Verdict
    public var displayName: String?
    public var grantedScopes: String?

    init(_ identity: ProviderIdentity, _ verdict: EmailTrust.Verdict) {
      rawID = identity.rawID
      email = identity.email?.text
      emailVerdict = verdict
      displayName = identity.displayName
      grantedScopes = identity.tokens.grantedScopes
    }
  }

  /// What would have become of the sign-in of a user.
  public struct Decision: Sendable, Codable, Equatable {
    /// ``LinkDecision/ruleName``
    public var rule: String
    /// ``LinkDecision/explanation``
    public var explanation: String
    public var isAccepted: Bool
    /// The account that the identity or its address belongs to.
    public var account: AccountID?
    /// With which the user would have to sign in first.
    public var providers: [String] = []
    public var needsSecondFactor = false
    /// An account would have to be made, and users may not make themselves one.
    public var needsAdministrator = false
    /// The blocking functions that would be asked: `beforeCreate`, `beforeSignIn`.
    public var functions: [String] = []

    init(_ decision: LinkDecision, _ candidates: LinkPolicy.Candidates, _ caller: Caller) {
      rule = decision.ruleName
      explanation = decision.explanation
      isAccepted = false
      account = (candidates.owner ?? candidates.emailOwner)?.id
      switch decision {
      case .accept(let acceptance):
        isAccepted = true
        account = acceptance.isNew ? nil : acceptance.account.id
        needsSecondFactor = !acceptance.account.factors.isEmpty
        needsAdministrator = acceptance.isNew && !caller.signIn.usersMaySignUp
        let asked: [BlockingFunctions.Event] =
          acceptance.isNew ? [.beforeCreate, .beforeSignIn] : [.beforeSignIn]
        functions = asked.filter { caller.project.blockingFunctions[$0] != nil }.map(\.rawValue)
      case .needConfirmation(_, let others): providers = others
      case .refuse: break
      }
    }
  }
}

/// A trial that has begun and not come back: what the `state` of its authorization request stands for. It is none of
/// a user's sign-in: no operation of theirs knows artifacts of this purpose.
struct SignInTrialFlow: Sendable, Codable {
  /// Bound to the administrator's session.
  var flow: AuthorizationFlow
  var administrator: String
  /// The path of the page that waits for the result.
  var page: String
}

/// What the provider answered to a trial. The page of the administrator is where it is looked into: only there is
/// known whose browser it is.
struct SignInTrialAnswer: Sendable, Codable {
  /// Seconds.
  static let lifetime: Int64 = 300

  var trial: SignInTrialFlow
  /// The parameters, form-encoded.
  var answer: String
}
