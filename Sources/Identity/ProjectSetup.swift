/// Finds the parts that a project still lacks before its users can sign in and receive messages.
public struct ProjectSetup: Sendable {
  /// A part that is still to be set up.
  public enum Part: String, Sendable, CaseIterable {
    /// No way to sign in is enabled.
    case methods
    /// An enabled provider lacks settings.
    case incompleteProvider
    /// No provider is enabled.
    case providers
    /// The settings need mails, but mails cannot be sent.
    case mail
    /// The settings need text messages, but text messages cannot be sent.
    case sms
    case apps
    /// Web pages can sign users in only on this machine.
    case domains
  }

  public var sendsMail: Bool
  public var sendsSMS: Bool
  /// True if an enabled provider can sign users in neither on the web nor in an app.
  public var hasIncompleteProvider: Bool

  public init(sendsMail: Bool, sendsSMS: Bool, hasIncompleteProvider: Bool) {
    self.sendsMail = sendsMail
    self.sendsSMS = sendsSMS
    self.hasIncompleteProvider = hasIncompleteProvider
  }

  /// The parts that a project lacks. Parts that prevent every sign-in come first.
  public func missing(in project: Project) -> [Part] {
    let signIn = project.signIn
    let hasProvider =
      project.providers.contains(where: \.enabled) || project.samlProviders.contains(where: \.enabled)
    let needsMail = signIn.passwordEnabled || signIn.emailLinkEnabled
    let needsSMS =
      signIn.phoneEnabled || (signIn.multiFactor.state != .disabled && signIn.multiFactor.allowsPhone)
    // Custom tokens have no setting: they are usable if the project has a service account.
    let hasMethod =
      needsMail || signIn.phoneEnabled || signIn.anonymousEnabled || hasProvider
      || !project.serviceAccounts.isEmpty
    return Part.allCases.filter { part in
      switch part {
      case .methods: !hasMethod
      case .incompleteProvider: hasIncompleteProvider
      case .providers: !hasProvider
      case .mail: needsMail && !sendsMail
      case .sms: needsSMS && !sendsSMS
      case .apps: project.apps.isEmpty
      case .domains:
        project.authorizedDomains.allSatisfy { LoopbackHost(rawValue: $0.lowercased()) != nil }
      }
    }
  }
}
