import Identity
import Operations
import Settings

extension AbuseLimits {
  /// The limits for real users, from the operator's configuration.
  public init(_ configuration: AbuseConfiguration) {
    self.init()
    passwords.apply(configuration.passwords)
    codes.apply(configuration.codes)
    mailsPerMailbox = Throttle(configuration.mailsPerMailbox)
    mailsPerNetwork = Throttle(configuration.mailsPerNetwork)
    mailsPerProject = Throttle(configuration.mailsPerProject)
    messagesPerNumber = Throttle(configuration.messagesPerNumber)
    messagesPerRange = Throttle(configuration.messagesPerRange)
    messagesPerNetwork = Throttle(configuration.messagesPerNetwork)
    messagesPerProject = Throttle(configuration.messagesPerProject)
    signUpsPerNetwork = Throttle(configuration.signUpsPerNetwork)
    signUpsPerProject = Throttle(configuration.signUpsPerProject)
    credentialChangesPerAccount = Throttle(configuration.credentialChangesPerAccount)
    credentialChangesPerNetwork = Throttle(configuration.credentialChangesPerNetwork)
    sessionsPerAccount = Throttle(configuration.sessionsPerAccount)
    providerQuestionsPerNetwork = Throttle(configuration.providerQuestionsPerNetwork)
    flowsPerNetwork = Throttle(configuration.flowsPerNetwork)
    methodQueriesPerNetwork = Throttle(configuration.methodQueriesPerNetwork)
    passkeyStartsPerNetwork = Throttle(configuration.passkeyStartsPerNetwork)
    passkeyFailuresPerNetwork = Throttle(configuration.passkeyFailuresPerNetwork)
    refreshesPerSession = Throttle(configuration.refreshesPerSession)
    refreshesPerNetwork = Throttle(configuration.refreshesPerNetwork)
  }
}

extension AbuseLimits.Guesses {
  fileprivate mutating func apply(_ configuration: AbuseConfiguration.Guesses) {
    perSecretAndNetwork = perSecretAndNetwork.waiting(after: configuration.tries)
    perSecret = Throttle(configuration.perAccount)
    perNetwork = Throttle(configuration.perNetwork)
  }
}

extension Throttle {
  fileprivate init(_ rate: Rate) { self = .rate(rate.count, per: rate.period.components.seconds) }
}
