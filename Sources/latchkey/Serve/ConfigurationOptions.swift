import ArgumentParser
import Composition
import Foundation
import Messaging
import Operations
import Secrets
import Settings

/// A production server's configuration file, and options that override it.
struct ConfigurationOptions: ParsableArguments {
  static let variable = "LATCHKEY_CONFIG"

  @Option(
    help: ArgumentHelp(
      "The configuration, as YAML or JSON. (default: the file in the variable \(variable), else none)",
      valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "A setting that overrides the file and the environment, such as listen.port=8443. Never a secret.",
      valueName: "key=value"))
  var set: [String] = []

  /// The path of the file; nil for no file.
  var file: String? { config ?? ProcessInfo.processInfo.environment[Self.variable] }

  /// Reads and checks the configuration, including the files that it names.
  func read() -> ServeConfiguration.Reading { Self.read(file, flags: set) }

  static func read(_ file: String?, flags: [String]) -> ServeConfiguration.Reading {
    var environment = ProcessInfo.processInfo.environment
    environment[variable] = nil
    return ServeConfiguration.read(SettingsInput(file: file, environment: environment, flags: flags))
  }

  /// Returns the data's location. Ignores mistakes in other parts of the configuration.
  static func data(of file: String) throws(CommandFailure) -> DataConfiguration {
    try read(file, for: ServeConfiguration.concernsData).data
  }

  /// The settings of scheduled copies; nil if there are none.
  static func backup(of file: String) throws(CommandFailure) -> BackupConfiguration? {
    try read(file, for: { ServeConfiguration.concernsData($0) || ServeConfiguration.concernsBackup($0) })
      .backup
  }

  /// The settings that refuse new passwords.
  static func passwords(of file: String) throws(CommandFailure) -> PasswordsConfiguration {
    try read(file, for: ServeConfiguration.concernsPasswords).passwords
  }

  /// The hosts at private addresses that blocking functions and webhooks may use.
  static func functionHosts(of file: String) throws(CommandFailure) -> Set<String> {
    try read(file, for: ServeConfiguration.concernsFunctions).functions.privateHosts
  }

  /// The sender's address of mails; nil if the server sends none.
  static func sender(of file: String) throws(CommandFailure) -> MailAddress? {
    try read(file, for: ServeConfiguration.concernsSender).mail.flatMap { Mailbox($0.from) }?.address
  }

  /// The server's public origin.
  static func publicOrigin(of file: String) throws(CommandFailure) -> String {
    let configuration = try read(file, for: ServeConfiguration.concernsOrigin)
    guard let origin = configuration.origins.first else {
      throw CommandFailure(.configuration, "\(file) does not set the server's publicOrigin.")
    }
    return origin
  }

  /// Sets up a back end's requests to providers as the server does.
  static func setProviders(of file: String, in options: inout Backend.Options) throws(CommandFailure) {
    let configuration = try read(file, for: ServeConfiguration.concernsProviders)
    options.outgoingLimits.timeout = configuration.limits.providerTimeout
    options.privateProviderHosts = configuration.providers.privateHosts
    options.providerAuthorities = try ConfiguredProviders(configuration: configuration.providers)
      .authorities()
  }

  private static func read(_ file: String, for concerns: (ConfigurationProblem) -> Bool)
    throws(CommandFailure) -> ServeConfiguration
  {
    let reading = read(file, flags: [])
    let mistakes = reading.mistakes.filter { reading.isUnreadable || concerns($0) }
    guard mistakes.isEmpty else { throw CommandFailure(mistakes: mistakes, in: file) }
    return reading.configuration
  }
}

extension CommandFailure {
  /// A failure with all mistakes, each with advice.
  init(mistakes: [ConfigurationProblem], in file: String?) {
    let count = mistakes.count == 1 ? "a mistake" : "\(mistakes.count) mistakes"
    self.init(
      .configuration,
      "\(file ?? "The configuration") has \(count).\n" + mistakes.map(\.text).joined(separator: "\n"))
  }
}

extension DataConfiguration {
  /// The box for the master key in the environment; nil means the key file.
  func secretBox() throws(CommandFailure) -> SecretBox? {
    guard let masterKey else { return nil }
    do {
      return SecretBox(
        keys: MasterKeys(
          fixed: try MasterKey(base64: masterKey.reveal()),
          others: try previousMasterKey.map { [try MasterKey(base64: $0.reveal())] } ?? []))
    } catch {
      throw CommandFailure(.configuration, "The master key is not 32 bytes in base64.")
    }
  }
}
