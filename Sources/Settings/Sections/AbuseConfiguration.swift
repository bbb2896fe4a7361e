/// Rate limits on operations that cause costs for others, or that an attacker could use for guessing.
public struct AbuseConfiguration: Sendable {
  /// The limits on guesses of a secret.
  public struct Guesses: Sendable {
    /// The number of wrong guesses of one account's secret from one network before the first wait.
    public var tries: Int
    /// The rate of wrong guesses of one account's secret by all clients together.
    public var perAccount: Rate
    /// The rate of wrong guesses of any secrets from one network.
    public var perNetwork: Rate
  }

  public var passwords: Guesses
  public var codes: Guesses
  public var mailsPerMailbox: Rate
  public var mailsPerNetwork: Rate
  public var mailsPerProject: Rate
  public var messagesPerNumber: Rate
  public var messagesPerRange: Rate
  public var messagesPerNetwork: Rate
  public var messagesPerProject: Rate
  public var signUpsPerNetwork: Rate
  public var signUpsPerProject: Rate
  public var credentialChangesPerAccount: Rate
  public var credentialChangesPerNetwork: Rate
  public var sessionsPerAccount: Rate
  public var providerQuestionsPerNetwork: Rate
  public var flowsPerNetwork: Rate
  public var methodQueriesPerNetwork: Rate
  public var passkeyStartsPerNetwork: Rate
  public var passkeyFailuresPerNetwork: Rate
  public var refreshesPerSession: Rate
  public var refreshesPerNetwork: Rate
}

enum AbuseSettings {
  /// The settings that limit one kind of guesses.
  struct Guesses {
    let tries: Setting
    let perAccount: Setting
    let perNetwork: Setting

    init(_ section: String, what: String) {
      tries = Setting(
        "\(section).tries", .integer(1...1_000), default: "10",
        "The number of wrong \(what) for one account from one network before the next attempt must wait.")
      perAccount = Setting(
        "\(section).perAccount", .rate, default: "50/12h",
        "The rate of wrong \(what) for one account, from all networks together.")
      perNetwork = Setting(
        "\(section).perNetwork", .rate, default: "100/20m",
        "The rate of wrong \(what) from one network, for all accounts together.")
    }

    var all: [Setting] { [tries, perAccount, perNetwork] }

    func read(_ reader: SettingsReader) -> AbuseConfiguration.Guesses {
      .init(
        tries: reader.integer(tries), perAccount: reader.rate(perAccount), perNetwork: reader.rate(perNetwork)
      )
    }
  }

  static let passwords = Guesses("abuse.passwords", what: "passwords")
  static let codes = Guesses("abuse.codes", what: "codes")
  static let mailsPerMailbox = Setting(
    "abuse.mailsPerMailbox", .rate, default: "10/1h", "Mails of one kind to one mailbox.")
  static let mailsPerNetwork = Setting(
    "abuse.mailsPerNetwork", .rate, default: "60/1h", "Mails that one network requests.")
  static let mailsPerProject = Setting(
    "abuse.mailsPerProject", .rate, default: "20000/1d", "Mails of one project.")
  static let messagesPerNumber = Setting(
    "abuse.messagesPerNumber", .rate, default: "10/1h", "Text messages to one number.")
  static let messagesPerRange = Setting(
    "abuse.messagesPerRange", .rate, default: "50/1h",
    "Text messages to the thousand numbers that differ in their last three digits.")
  static let messagesPerNetwork = Setting(
    "abuse.messagesPerNetwork", .rate, default: "20/1h", "Text messages that one network requests.")
  static let messagesPerProject = Setting(
    "abuse.messagesPerProject", .rate, default: "2000/1d", "Text messages of one project.")
  static let signUpsPerNetwork = Setting(
    "abuse.signUpsPerNetwork", .rate, default: "100/1h", "New accounts that one network creates.")
  static let signUpsPerProject = Setting(
    "abuse.signUpsPerProject", .rate, default: "10000/1h", "New accounts of one project.")
  static let credentialChangesPerAccount = Setting(
    "abuse.credentialChangesPerAccount", .rate, default: "20/1h",
    "New addresses and passwords that one signed-in user sets.")
  static let credentialChangesPerNetwork = Setting(
    "abuse.credentialChangesPerNetwork", .rate, default: "100/1h",
    "New addresses and passwords that signed-in users of one network set.")
  static let sessionsPerAccount = Setting(
    "abuse.sessionsPerAccount", .rate, default: "300/1h",
    "Sessions that one signed-in user opens without a new proof.")
  static let providerQuestionsPerNetwork = Setting(
    "abuse.providerQuestionsPerNetwork", .rate, default: "600/1h",
    "Requests to providers on behalf of one network.")
  static let flowsPerNetwork = Setting(
    "abuse.flowsPerNetwork", .rate, default: "300/1h", "Sign-ins with providers that one network begins.")
  static let methodQueriesPerNetwork = Setting(
    "abuse.methodQueriesPerNetwork", .rate, default: "200/1h",
    "Requests from one network for the sign-in methods of an address.")
  static let passkeyStartsPerNetwork = Setting(
    "abuse.passkeyStartsPerNetwork", .rate, default: "3000/10m",
    "Challenges for passkeys that one network requests.")
  static let passkeyFailuresPerNetwork = Setting(
    "abuse.passkeyFailuresPerNetwork", .rate, default: "100/20m",
    "Refused authenticator responses from one network.")
  static let refreshesPerSession = Setting(
    "abuse.refreshesPerSession", .rate, default: "60/10m", "Refreshes of one session.")
  static let refreshesPerNetwork = Setting(
    "abuse.refreshesPerNetwork", .rate, default: "6000/10m", "Refreshes of one network.")

  static let all =
    passwords.all + codes.all + [
      mailsPerMailbox,
      mailsPerNetwork,
      mailsPerProject,
      messagesPerNumber,
      messagesPerRange,
      messagesPerNetwork,
      messagesPerProject,
      signUpsPerNetwork,
      signUpsPerProject,
      credentialChangesPerAccount, credentialChangesPerNetwork, sessionsPerAccount,
      providerQuestionsPerNetwork, flowsPerNetwork,
      methodQueriesPerNetwork, passkeyStartsPerNetwork, passkeyFailuresPerNetwork,
      refreshesPerSession,
      refreshesPerNetwork,
    ]

  static func read(_ reader: SettingsReader) -> AbuseConfiguration {
    AbuseConfiguration(
      passwords: passwords.read(reader), codes: codes.read(reader),
      mailsPerMailbox: reader.rate(mailsPerMailbox),
      mailsPerNetwork: reader.rate(mailsPerNetwork),
      mailsPerProject: reader.rate(mailsPerProject),
      messagesPerNumber: reader.rate(messagesPerNumber),
      messagesPerRange: reader.rate(messagesPerRange),
      messagesPerNetwork: reader.rate(messagesPerNetwork),
      messagesPerProject: reader.rate(messagesPerProject),
      signUpsPerNetwork: reader.rate(signUpsPerNetwork),
      signUpsPerProject: reader.rate(signUpsPerProject),
      credentialChangesPerAccount: reader.rate(credentialChangesPerAccount),
      credentialChangesPerNetwork: reader.rate(credentialChangesPerNetwork),
      sessionsPerAccount: reader.rate(sessionsPerAccount),
      providerQuestionsPerNetwork: reader.rate(providerQuestionsPerNetwork),
      flowsPerNetwork: reader.rate(flowsPerNetwork),
      methodQueriesPerNetwork: reader.rate(methodQueriesPerNetwork),
      passkeyStartsPerNetwork: reader.rate(passkeyStartsPerNetwork),
      passkeyFailuresPerNetwork: reader.rate(passkeyFailuresPerNetwork),
      refreshesPerSession: reader.rate(refreshesPerSession),
      refreshesPerNetwork: reader.rate(refreshesPerNetwork))
  }
}
