/// The configuration of `latchkey serve`, read once and checked. Each section has its own file in `Sections`, which
/// declares its settings, reads them, and checks them.
public struct ServeConfiguration: Sendable {
  public var listen: ListenConfiguration
  public var proxy: ProxyConfiguration
  /// The origins at which browsers reach the server. The canonical origin is the first.
  public var origins: [String]
  /// The ids of the projects whose apps and sites may use the passkeys of hosts of the server, by host.
  public var passkeyProjects: [String: String]
  public var data: DataConfiguration
  /// The copies of the database; nil if none are made.
  public var backup: BackupConfiguration?
  /// The delivery of mails; nil if no mail is sent.
  public var mail: MailConfiguration?
  /// The delivery of text messages; nil if none are sent.
  public var sms: SMSConfiguration?
  public var limits: LimitsConfiguration
  public var abuse: AbuseConfiguration
  public var passwords: PasswordsConfiguration
  public var providers: ProvidersConfiguration
  public var functions: FunctionsConfiguration
  public var audit: AuditConfiguration
  public var activity: ActivityConfiguration
  public var console: ConsoleConfiguration
  public var log: LogConfiguration
  public var metrics: MetricsConfiguration

  /// All settings, in the order of the example.
  public static let settings: [Setting] =
    OriginSettings.all + ListenSettings.all + ProxySettings.all + DataSettings.all + BackupSettings.all
    + MailSettings.all
    + SMSSettings.all + LimitsSettings.all + AbuseSettings.all + PasswordsSettings.all
    + ProvidersSettings.all + FunctionsSettings.all + AuditSettings.all + ActivitySettings.all
    + ConsoleSettings.all
    + LogSettings.all + MetricsSettings.all

  private init(_ reader: SettingsReader) {
    origins = OriginSettings.read(reader)
    passkeyProjects = OriginSettings.readPasskeyProjects(reader, origins)
    proxy = ProxySettings.read(reader)
    listen = ListenSettings.read(reader, behindProxy: !proxy.trusted.isEmpty)
    data = DataSettings.read(reader)
    backup = BackupSettings.read(reader, data)
    mail = MailSettings.read(reader)
    sms = SMSSettings.read(reader)
    limits = LimitsSettings.read(reader)
    abuse = AbuseSettings.read(reader)
    passwords = PasswordsSettings.read(reader)
    providers = ProvidersSettings.read(reader)
    functions = FunctionsSettings.read(reader)
    audit = AuditSettings.read(reader)
    activity = ActivitySettings.read(reader)
    console = ConsoleSettings.read(reader)
    log = LogSettings.read(reader)
    metrics = MetricsSettings.read(reader, listen)
  }

  /// The result of reading a configuration, including its mistakes.
  public struct Reading: Sendable {
    /// The configuration. Do not use it if there are mistakes, because defaults then replace the wrong values.
    public let configuration: ServeConfiguration
    /// Mistakes and warnings.
    public let problems: [ConfigurationProblem]
    /// True if the file could not be read at all. Then nothing is known about its settings.
    public let isUnreadable: Bool
    /// The settings with their values (nil if not set, and for secrets) and their sources.
    public let values: [(setting: Setting, text: String?, source: SettingSource)]

    public var mistakes: [ConfigurationProblem] { problems.filter { $0.severity == .mistake } }
  }

  /// Reads and checks the configuration. Flags override the environment, and the environment overrides the file.
  public static func read(_ input: SettingsInput) -> Reading {
    let reader = SettingsReader(input, catalogue: settings)
    let configuration = ServeConfiguration(reader)
    return Reading(
      configuration: configuration, problems: reader.unreadable ?? reader.problems,
      isUnreadable: reader.unreadable != nil,
      values: settings.map { ($0, reader.effective[$0.key], reader.source(of: $0)) })
  }

  /// - Throws: all mistakes together.
  public init(reading input: SettingsInput) throws(ConfigurationMistakes) {
    let reading = Self.read(input)
    guard reading.mistakes.isEmpty else { throw ConfigurationMistakes(reading.mistakes) }
    self = reading.configuration
  }
}

extension ServeConfiguration {
  /// True if the problem concerns the data's location or the master key.
  public static func concernsData(_ problem: ConfigurationProblem) -> Bool {
    DataSettings.all.contains { $0.key == problem.key }
  }

  /// True if the problem concerns copies of the data.
  public static func concernsBackup(_ problem: ConfigurationProblem) -> Bool {
    BackupSettings.all.contains { $0.key == problem.key }
  }

  /// True if the problem concerns the refusal of new passwords.
  public static func concernsPasswords(_ problem: ConfigurationProblem) -> Bool {
    PasswordsSettings.all.contains { $0.key == problem.key }
  }

  /// True if the problem concerns the hosts of blocking functions and webhooks.
  public static func concernsFunctions(_ problem: ConfigurationProblem) -> Bool {
    FunctionsSettings.all.contains { $0.key == problem.key }
  }

  /// True if the problem concerns the sender of mails.
  public static func concernsSender(_ problem: ConfigurationProblem) -> Bool {
    problem.key == MailSettings.from.key
  }

  /// True if the problem concerns the server's origins.
  public static func concernsOrigin(_ problem: ConfigurationProblem) -> Bool {
    problem.key == OriginSettings.publicOrigin.key
  }

  /// True if the problem concerns the connection to providers.
  public static func concernsProviders(_ problem: ConfigurationProblem) -> Bool {
    (ProvidersSettings.all.map(\.key) + [LimitsSettings.providerTimeout.key]).contains(problem.key)
  }
}
