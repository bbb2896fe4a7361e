import Identity

/// How often things may be done that cost others something, or that somebody might get by guessing.
///
/// All are counted in the database, whatever node is asked, but for ``refreshesPerSession``,
/// ``refreshesPerNetwork``, ``passkeyStartsPerNetwork`` and ``passkeyFailuresPerNetwork``: these write nothing, and
/// counting them would cost more than what it is to spare; each node counts those by itself. Of sign-ups and flows a node
/// may count some ahead (``TryShares``).
///
/// A network is what ``ClientNetwork`` says. Clients whose address is not known are one network.
public struct AbuseLimits: Sendable, Equatable {
  /// Of something that may be guessed. A guess counts before it is looked at, and is taken back when it was
  /// right: who knows their password may sign in as often as they like.
  public struct Guesses: Sendable, Equatable {
    /// At one secret from one network: locks out whoever guesses, and nobody else.
    public var perSecretAndNetwork: Throttle
    /// At one secret by everybody together: slows down who guesses from many networks. It does not count for
    /// networks from which the secret was known before, so that its owner is not locked out with them. A rate.
    public var perSecret: Throttle
    /// By one network at whatever secrets: for who tries one password with many accounts. A rate.
    public var perNetwork: Throttle

    public init(perSecretAndNetwork: Throttle, perSecret: Throttle, perNetwork: Throttle) {
      self.perSecretAndNetwork = perSecretAndNetwork
      self.perSecret = perSecret
      self.perNetwork = perNetwork
    }
  }

  /// Passwords. An address that nobody has is counted as any other.
  public var passwords = Guesses(
    perSecretAndNetwork: .backOff(after: 10, first: 60, longest: 3_600, memory: 86_400),
    perSecret: .rate(50, per: 43_200), perNetwork: .rate(100, per: 1_200))
  /// Codes by text message and one-time passwords, of first and second factors. In all no more than some hundred
  /// a day (NIST SP 800-63B section 5.2.2).
  public var codes = Guesses(
    perSecretAndNetwork: .backOff(after: 10, first: 900, longest: 21_600, memory: 86_400),
    perSecret: .rate(50, per: 43_200), perNetwork: .rate(100, per: 1_200))
  /// Seconds for which a network is remembered from which a secret was known.
  public var knownNetworkLifetime: Int64 = 30 * 86_400

  /// Mails of one kind to one mailbox.
  public var mailsPerMailbox = Throttle.rate(10, per: 3_600)
  /// Mails that one network asks for.
  public var mailsPerNetwork = Throttle.rate(60, per: 3_600)
  public var mailsPerProject = Throttle.rate(20_000, per: 86_400)

  /// Text messages to one number, whatever for. Each costs money.
  public var messagesPerNumber = Throttle.rate(10, per: 3_600)
  /// Text messages to the thousand numbers that differ in their last three digits: who is paid for traffic to a
  /// range has many numbers of it.
  public var messagesPerRange = Throttle.rate(50, per: 3_600)
  public var messagesPerNetwork = Throttle.rate(20, per: 3_600)
  /// Past it the answer is `QUOTA_EXCEEDED`.
  public var messagesPerProject = Throttle.rate(2_000, per: 86_400)

  /// New accounts that people make themselves, by whatever method, tries included. A project's own quota takes
  /// its place while there is one.
  public var signUpsPerNetwork = Throttle.rate(100, per: 3_600)
  public var signUpsPerProject = Throttle.rate(10_000, per: 3_600)

  /// New addresses and passwords that signed-in users give themselves, tries included.
  public var credentialChangesPerAccount = Throttle.rate(20, per: 3_600)
  public var credentialChangesPerNetwork = Throttle.rate(100, per: 3_600)
  /// New tokens for who has an ID token, other than by a refresh.
  public var sessionsPerAccount = Throttle.rate(300, per: 3_600)

  /// Sign-ins with what a provider has to be asked about: access tokens and codes.
  public var providerQuestionsPerNetwork = Throttle.rate(600, per: 3_600)
  /// Sign-ins that are begun at providers.
  public var flowsPerNetwork = Throttle.rate(300, per: 3_600)
  /// Questions which methods an address has, where they are answered.
  public var methodQueriesPerNetwork = Throttle.rate(200, per: 3_600)

  /// Challenges for passkeys, of which a page may ask for one each time that it is opened.
  public var passkeyStartsPerNetwork = Throttle.rate(3_000, per: 600)
  /// Answers of authenticators that were refused.
  public var passkeyFailuresPerNetwork = Throttle.rate(100, per: 1_200)

  public var refreshesPerSession = Throttle.rate(60, per: 600)
  public var refreshesPerNetwork = Throttle.rate(6_000, per: 600)

  /// For real users.
  public init() {}

  /// What a development server has. The same is counted in the same way, but tests of apps make many accounts
  /// and ask for many messages within a minute, all from one address, so that only codes are limited as they
  /// are for real users; everything else so high that no test gets there.
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
