/// Everything that `latchkey serve` is told, read once and checked. A section is a file of its own in
/// `Sections`: its settings, what becomes of them, and what may be wrong with them.
public struct ServeConfiguration: Sendable {
  public var listen: ListenConfiguration
  public var proxy: ProxyConfiguration
  /// The addresses by which browsers reach the server, the canonical one first.
  public var origins: [String]
  public var data: DataConfiguration
  /// Nil makes no copies of the database.
  public var backup: BackupConfiguration?
  /// Nil sends no mail.
  public var mail: MailConfiguration?
  /// Nil sends no text message.
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

  /// Every setting that there is, in the order of the example.
  public static let settings: [Setting] =
    OriginSettings.all + ListenSettings.all + ProxySettings.all + DataSettings.all + BackupSettings.all
    + MailSettings.all
    + SMSSettings.all + LimitsSettings.all + AbuseSettings.all + PasswordsSettings.all
    + ProvidersSettings.all + FunctionsSettings.all + AuditSettings.all + ActivitySettings.all
    + ConsoleSettings.all
    + LogSettings.all + MetricsSettings.all

  private init(_ reader: SettingsReader) {
    origins = OriginSettings.read(reader)
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

  /// What came of reading a configuration, mistakes and all.
  public struct Reading: Sendable {
    /// Not to be used while there are mistakes: what is wrong stands at some default.
    public let configuration: ServeConfiguration
    /// Mistakes and warnings.
    public let problems: [ConfigurationProblem]
    /// Whether the file could not be read at all: then nothing else is told of it, and nothing is known.
    public let isUnreadable: Bool
    /// Each setting, what it is (nil for what is not set and for secrets), and where that comes from.
    public let values: [(setting: Setting, text: String?, source: SettingSource)]

    public var mistakes: [ConfigurationProblem] { problems.filter { $0.severity == .mistake } }
  }

  /// Reads and checks everything; flags count more than the environment, and that more than the file.
  public static func read(_ input: SettingsInput) -> Reading {
    let reader = SettingsReader(input, catalogue: settings)
    let configuration = ServeConfiguration(reader)
    return Reading(
      configuration: configuration, problems: reader.unreadable ?? reader.problems,
      isUnreadable: reader.unreadable != nil,
      values: settings.map { ($0, reader.effective[$0.key], reader.source(of: $0)) })
  }

  /// - Throws: all mistakes at once.
  public init(reading input: SettingsInput) throws(ConfigurationMistakes) {
    let reading = Self.read(input)
    guard reading.mistakes.isEmpty else { throw ConfigurationMistakes(reading.mistakes) }
    self = reading.configuration
  }
}

extension ServeConfiguration {
  /// Whether a problem is one of where the data is and what opens it.
  public static func concernsData(_ problem: ConfigurationProblem) -> Bool {
    DataSettings.all.contains { $0.key == problem.key }
  }

  /// Whether a problem is one of when and where copies of the data are made.
  public static func concernsBackup(_ problem: ConfigurationProblem) -> Bool {
    BackupSettings.all.contains { $0.key == problem.key }
  }

  /// Whether a problem is one of which new passwords are refused.
  public static func concernsPasswords(_ problem: ConfigurationProblem) -> Bool {
    PasswordsSettings.all.contains { $0.key == problem.key }
  }

  /// Whether a problem is one of where projects' own code may be.
  public static func concernsFunctions(_ problem: ConfigurationProblem) -> Bool {
    FunctionsSettings.all.contains { $0.key == problem.key }
  }

  /// Whether a problem is one of the addresses by which the server is reached.
  public static func concernsOrigin(_ problem: ConfigurationProblem) -> Bool {
    problem.key == OriginSettings.publicOrigin.key
  }

  /// Whether a problem is one of how providers are asked.
  public static func concernsProviders(_ problem: ConfigurationProblem) -> Bool {
    (ProvidersSettings.all.map(\.key) + [LimitsSettings.providerTimeout.key]).contains(problem.key)
  }
}
