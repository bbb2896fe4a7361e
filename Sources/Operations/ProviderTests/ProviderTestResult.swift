import Identity
import IdentityProviders
import IdentityWire

/// The result of an administrator's trial of a provider. The trial signed no user in, and created or changed no
/// account.
public struct ProviderTestResult: Sendable, Codable, Equatable {
  /// Seconds for which the result can be read.
  public static let lifetime: Int64 = 3_600

  public var providerID: String
  public var at: Instant
  /// True if users may sign in with the provider.
  public var isEnabled: Bool
  /// All checks of the flow, in order.
  public var checks: [SignInCheck]
  /// Nil if a check failed.
  public var identity: Identity?
  public var decision: Decision?

  /// True if the trial proved that the provider works.
  public var isPassed: Bool { checks.allSatisfy { $0.outcome == .passed || $0.outcome == .noted } }

  /// The administrator's identity at the provider.
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

  /// The outcome that a user's sign-in would have.
  public struct Decision: Sendable, Codable, Equatable {
    /// ``LinkDecision/ruleName``
    public var rule: String
    /// ``LinkDecision/explanation``
    public var explanation: String
    public var isAccepted: Bool
    /// The account that the identity or its address belongs to.
    public var account: AccountID?
    /// The providers with which the user would have to sign in first.
    public var providers: [String] = []
    public var needsSecondFactor = false
    /// True if an account would have to be created, but users may not sign up.
    public var needsAdministrator = false
    /// The blocking functions that would be called: `beforeCreate`, `beforeSignIn`.
    public var functions: [String] = []

    init(
      _ decision: LinkDecision, _ candidates: LinkPolicy.Candidates, _ caller: Caller, now: Instant
    ) {
      rule = decision.ruleName
      explanation = decision.explanation
      isAccepted = false
      account = (candidates.owner ?? candidates.emailOwner)?.id
      switch decision {
      case .accept(let acceptance):
        isAccepted = true
        account = acceptance.isNew ? nil : acceptance.account.id
        needsSecondFactor = acceptance.account.hasSecondFactor(caller.secondFactorPolicy(now: now))
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

/// A trial that has begun, stored under the `state` of its authorization request. Users' sign-ins cannot use
/// it: their operations do not accept artifacts with this purpose.
struct ProviderTestFlow: Sendable, Codable {
  /// Bound to the administrator's session.
  var flow: AuthorizationFlow
  var administrator: String
  /// The path of the page that waits for the result.
  var page: String
}

/// The provider's response to a trial. Only the administrator's page checks it, because only this page knows the
/// browser's session.
struct ProviderTestResponse: Sendable, Codable {
  /// Seconds for which the response waits to be checked.
  static let lifetime: Int64 = 300

  var trial: ProviderTestFlow
  /// The parameters, form-encoded.
  var answer: String
}
