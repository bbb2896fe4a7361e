/// Projects' blocking functions, as the operator sees them.
public struct FunctionsConfiguration: Sendable {
  /// Hosts, in lower case, that may be at private addresses and need no https.
  public var privateHosts: Set<String>
}

enum FunctionsSettings {
  static let privateHosts = Setting(
    "functions.privateHosts", .list("names of hosts, or IP addresses"),
    "Hosts at private addresses, or without https, that blocking functions may be at.")

  static let all = [privateHosts]

  static func read(_ reader: SettingsReader) -> FunctionsConfiguration {
    FunctionsConfiguration(privateHosts: reader.hosts(privateHosts, example: "functions.internal"))
  }
}

extension SettingsReader {
  /// Names of hosts, in lower case.
  func hosts(_ setting: Setting, example: String) -> Set<String> {
    let hosts = list(setting).map { $0.lowercased() }
    for host in hosts where !ServerNames.isHost(host) {
      problem(
        setting, "\"\(host.prefix(60))\" is no name of a host.",
        fix: "Give the name alone, such as \(example).")
    }
    return Set(hosts)
  }
}
