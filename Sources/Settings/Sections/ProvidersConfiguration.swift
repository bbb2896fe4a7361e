/// The operator's settings for the providers of all projects.
public struct ProvidersConfiguration: Sendable {
  /// A file of certificates in PEM.
  public var caFile: String?
  /// Hosts, in lower case, that may have private addresses and need no https.
  public var privateHosts: Set<String>
}

enum ProvidersSettings {
  static let caFile = Setting(
    "providers.caFile", .file,
    "Certificate authorities to trust for connections to providers, in addition to the system's, as PEM.")
  static let privateHosts = Setting(
    "providers.privateHosts", .list("names of hosts, or IP addresses"),
    "Hosts of OpenID providers that may have private addresses or no https.")

  static let all = [caFile, privateHosts]

  static func read(_ reader: SettingsReader) -> ProvidersConfiguration {
    ProvidersConfiguration(
      caFile: reader.path(caFile), privateHosts: reader.hosts(privateHosts, example: "login.internal"))
  }
}
