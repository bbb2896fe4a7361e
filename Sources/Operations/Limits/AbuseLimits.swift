import Identity

/// Limits of operations that cause costs for others, or that test guesses.
///
/// All nodes count together in the database, except for ``refreshesPerSession``, ``refreshesPerNetwork``,
/// ``passkeyStartsPerNetwork`` and ``passkeyFailuresPerNetwork``. These operations write nothing, and counting them
/// in the database would cost more than it saves. So each node counts them separately. A node may count some sign-ups
/// and flows in advance (``TryShares``).
///
/// ``ClientNetwork`` defines a network. All clients with an unknown address share one network.
public struct AbuseLimits: Sendable, Equatable {
  /// Limits of guesses at a secret. A guess is counted before it is checked. The count of a right guess is taken
  /// back: a user who knows the password may sign in any number of times.
  public struct Guesses: Sendable, Equatable {
    /// Guesses at one secret from one network. Locks out only the network that guesses.
    public var perSecretAndNetwork: Throttle
    /// Guesses at one secret from all networks together. Slows down guessing from many networks. Networks that
    /// presented the right secret before are exempt, so that attackers do not lock out its owner. Must be a rate.
    public var perSecret: Throttle
    /// Guesses by one network at any secrets. Limits trying one password with many accounts. Must be a rate.
    public var perNetwork: Throttle

    public init(perSecretAndNetwork: Throttle, perSecret: Throttle, perNetwork: Throttle) {
      self.perSecretAndNetwork = perSecretAndNetwork
      self.perSecret = perSecret
      self.perNetwork = perNetwork
    }
  }

  /// Guesses at passwords. Unknown addresses are counted like others.
  public var passwords = Guesses(
    perSecretAndNetwork: .backOff(after: 10, first: 60, longest: 3_600, memory: 86_400),
    perSecret: .rate(50, per: 43_200), perNetwork: .rate(100, per: 1_200))
  /// Guesses at codes in text messages and TOTP codes, as first and second factors. The limits allow at most a few
  /// hundred guesses a day (NIST SP 800-63B section 5.2.2).
  public var codes = Guesses(
    perSecretAndNetwork: .backOff(after: 10, first: 900, longest: 21_600, memory: 86_400),
    perSecret: .rate(50, per: 43_200), perNetwork: .rate(100, per: 1_200))
  /// Seconds for which a network that presented the right secret is remembered.
  public var knownNetworkLifetime: Int64 = 30 * 86_400

  /// Mails of one kind to one mailbox.
  public var mailsPerMailbox = Throttle.rate(10, per: 3_600)
  /// Mails that one network requests.
  public var mailsPerNetwork = Throttle.rate(60, per: 3_600)
  public var mailsPerProject = Throttle.rate(20_000, per: 86_400)

  /// Text messages of any kind to one number. Each costs money.
  public var messagesPerNumber = Throttle.rate(10, per: 3_600)
  /// Text messages to a range of a thousand numbers, which share all but the last three digits. An attacker who earns
  /// money from traffic to a range controls many of its numbers.
  public var messagesPerRange = Throttle.rate(50, per: 3_600)
  public var messagesPerNetwork = Throttle.rate(20, per: 3_600)
  /// Beyond this limit the error is `QUOTA_EXCEEDED`.
  public var messagesPerProject = Throttle.rate(2_000, per: 86_400)

  /// New accounts that people make themselves by any method, including failed attempts. A project's temporary
  /// quota replaces this limit.
  public var signUpsPerNetwork = Throttle.rate(100, per: 3_600)
  public var signUpsPerProject = Throttle.rate(10_000, per: 3_600)

  /// New addresses and passwords that signed-in users set, including failed attempts.
  public var credentialChangesPerAccount = Throttle.rate(20, per: 3_600)
  public var credentialChangesPerNetwork = Throttle.rate(100, per: 3_600)
  /// New tokens for a user who already has an ID token, except by a refresh.
  public var sessionsPerAccount = Throttle.rate(300, per: 3_600)

  /// Sign-ins that need a request to the provider: with access tokens and codes.
  public var providerQuestionsPerNetwork = Throttle.rate(600, per: 3_600)
  /// Sign-ins with providers that are started.
  public var flowsPerNetwork = Throttle.rate(300, per: 3_600)
  /// Queries for the sign-in methods of an address, where they are allowed.
  public var methodQueriesPerNetwork = Throttle.rate(200, per: 3_600)

  /// Challenges for passkeys. A page may request one each time it is opened.
  public var passkeyStartsPerNetwork = Throttle.rate(3_000, per: 600)
  /// Refused responses of authenticators.
  public var passkeyFailuresPerNetwork = Throttle.rate(100, per: 1_200)

  public var refreshesPerSession = Throttle.rate(60, per: 600)
  public var refreshesPerNetwork = Throttle.rate(6_000, per: 600)

  /// The limits for real users.
  public init() {}

  /// The limits of a development server. It counts in the same way, but tests of apps make many accounts and
  /// request many messages within a minute from one address. So only codes have the usual limits. All other
  /// limits are too high for a test to reach.
  public static var development: AbuseLimits {
    let high = Throttle.rate(1_000_000, per: 3_600)
    let many = Throttle.rate(1_000, per: 3_600)
    var limits = AbuseLimits()
    limits.passwords = Guesses(perSecretAndNetwork: high, perSecret: high, perNetwork: high)
    limits.codes.perNetwork = high
    limits.mailsPerMailbox = many
    limits.mailsPerNetwork = high
    limits.mailsPerProject = high
    limits.messagesPerNumber = many
    limits.messagesPerRange = high
    limits.messagesPerNetwork = high
    limits.messagesPerProject = high
    limits.signUpsPerNetwork = high
    limits.signUpsPerProject = high
    limits.credentialChangesPerAccount = high
    limits.credentialChangesPerNetwork = high
    limits.sessionsPerAccount = high
    limits.providerQuestionsPerNetwork = high
    limits.flowsPerNetwork = high
    limits.methodQueriesPerNetwork = high
    limits.passkeyStartsPerNetwork = high
    limits.passkeyFailuresPerNetwork = high
    limits.refreshesPerSession = high
    limits.refreshesPerNetwork = high
    return limits
  }
}
