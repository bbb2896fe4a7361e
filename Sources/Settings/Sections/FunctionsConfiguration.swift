/// The operator's settings for servers that projects choose: their blocking functions, webhooks, mail servers and SMS
/// gateways.
public struct FunctionsConfiguration: Sendable {
  /// Hosts, in lower case, that may have private addresses and any port, and need no https.
  public var privateHosts: Set<String>
}

enum FunctionsSettings {
  static let privateHosts = Setting(
    "functions.privateHosts", .list("names of hosts, or IP addresses"),
    "Hosts that may have private addresses or no https: for projects' functions, webhooks, mail servers and gateways."
  )

  static let all = [privateHosts]

  static func read(_ reader: SettingsReader) -> FunctionsConfiguration {
    FunctionsConfiguration(privateHosts: reader.hosts(privateHosts, example: "functions.internal"))
  }
}

extension SettingsReader {
  /// Host names in lower case. A host with a port is refused: the host is compared with names without ports, so it
  /// would never match.
  func hosts(_ setting: Setting, example: String) -> Set<String> {
    let hosts = list(setting).map { $0.lowercased() }
    for host in hosts where !Self.isHostAlone(host) {
      if let name = Self.hostWithinBrackets(host) ?? Self.hostBeforePort(host) {
        problem(
          setting, "\"\(host.prefix(60))\" is more than a host's name.",
          fix: "Write \(name) without a port. It covers every port.")
      } else {
        problem(
          setting, "\"\(host.prefix(60))\" is not a host's name.",
          fix: "Write only the name, such as \(example).")
      }
    }
    return Set(hosts)
  }

  private static func isHostAlone(_ text: String) -> Bool {
    text.contains(":") ? AddressRange.canonical(text) != nil : ServerNames.isHost(text)
  }

  /// Returns the host of `[fd00::7]:8443` or `[fd00::7]`.
  private static func hostWithinBrackets(_ text: String) -> String? {
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
    let host = String(text[text.index(after: text.startIndex)..<end])
    return host.contains(":") && isHostAlone(host) ? host : nil
  }

  /// Returns the host of `login.internal:8443`.
  private static func hostBeforePort(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return isHostAlone(String(parts[0])) ? String(parts[0]) : nil
  }
}
