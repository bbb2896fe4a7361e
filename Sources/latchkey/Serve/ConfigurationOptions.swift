import ArgumentParser
import Composition
import Foundation
import Operations
import Secrets
import Settings

/// What a production server is told, and how it differs from its file.
struct ConfigurationOptions: ParsableArguments {
  static let variable = "LATCHKEY_CONFIG"

  @Option(
    help: ArgumentHelp(
      "The configuration, as YAML or JSON. (default: what \(variable) names, else none)", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "A setting that counts more than the file and the environment, such as listen.port=8443. Never a secret.",
      valueName: "key=value"))
  var set: [String] = []

  /// The file that is read; nil reads none.
  var file: String? { config ?? ProcessInfo.processInfo.environment[Self.variable] }

  /// Reads and checks everything, what the files hold that it names included.
  func read() -> ServeConfiguration.Reading { Self.read(file, flags: set) }

  static func read(_ file: String?, flags: [String]) -> ServeConfiguration.Reading {
    var environment = ProcessInfo.processInfo.environment
    environment[variable] = nil
    return ServeConfiguration.read(SettingsInput(file: file, environment: environment, flags: flags))
  }

  /// Where the data is. Mistakes elsewhere in the configuration are none of the caller's business.
  static func data(of file: String) throws(CommandFailure) -> DataConfiguration {
    try read(file, for: ServeConfiguration.concernsData).data
  }

  /// Where the server keeps copies of its database; nil where it makes none.
  static func backup(of file: String) throws(CommandFailure) -> BackupConfiguration? {
    try read(file, for: { ServeConfiguration.concernsData($0) || ServeConfiguration.concernsBackup($0) })
      .backup
  }

  /// Which new passwords are refused.
  static func passwords(of file: String) throws(CommandFailure) -> PasswordsConfiguration {
    try read(file, for: ServeConfiguration.concernsPasswords).passwords
  }

  /// Hosts of projects' own code that may be at private addresses.
  static func functionHosts(of file: String) throws(CommandFailure) -> Set<String> {
    try read(file, for: ServeConfiguration.concernsFunctions).functions.privateHosts
  }

  /// The address by which the server is reached.
  static func publicOrigin(of file: String) throws(CommandFailure) -> String {
    let configuration = try read(file, for: ServeConfiguration.concernsOrigin)
    guard let origin = configuration.origins.first else {
      throw CommandFailure(.configuration, "\(file) does not say what the server's publicOrigin is.")
    }
    return origin
  }

  /// Has a back end ask providers as the server does.
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
  /// All of them, each with what to do.
  init(mistakes: [ConfigurationProblem], in file: String?) {
    let count = mistakes.count == 1 ? "a mistake" : "\(mistakes.count) mistakes"
    self.init(
      .configuration,
      "\(file ?? "The configuration") has \(count).\n" + mistakes.map(\.text).joined(separator: "\n"))
  }
}

extension DataConfiguration {
  /// What opens the data when the environment gives the key; nil means the file.
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
