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
    "Authorities to trust beside the system's for connections to providers, as PEM.")
  static let privateHosts = Setting(
    "providers.privateHosts", .list("names of hosts, or IP addresses"),
    "Hosts that OpenID providers may use although their addresses are private, or without https.")

  static let all = [caFile, privateHosts]

  static func read(_ reader: SettingsReader) -> ProvidersConfiguration {
    ProvidersConfiguration(
      caFile: reader.path(caFile), privateHosts: reader.hosts(privateHosts, example: "login.internal"))
  }
}
