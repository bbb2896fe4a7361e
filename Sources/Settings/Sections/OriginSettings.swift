import Foundation

/// Reads the origins at which browsers reach the server.
enum OriginSettings {
  static let publicOrigin = Setting(
    "publicOrigin", .text("an https origin, such as https://auth.example.com"),
    "The address at which browsers reach the server. Mailed links and providers' callbacks use it. Apps set their "
      + "authDomain to its host.")
  static let others = Setting(
    "otherOrigins", .list("https origins"),
    "More addresses of the server, such as apps' own hosts that forward /__/auth/.")

  static let passkeyProjects = Setting(
    "passkeyProjects", .list("hosts of the server with projects, such as auth.example.com=my-app"),
    "The projects whose apps and sites may use the passkeys of hosts of the server. On a host that is not in the "
      + "list, only the server's own pages may if there are several projects.")

  static let all = [publicOrigin, others, passkeyProjects]

  /// Reads the origins. The canonical origin is the first.
  static func read(_ reader: SettingsReader) -> [String] {
    var origins: [String] = []
    if let text = reader.text(publicOrigin) {
      if let origin = check(reader, publicOrigin, text) { origins.append(origin) }
    } else {
      reader.problem(
        publicOrigin, "It is missing. Without it, the server does not know its own address.",
        fix: "Set it to the server's address, such as https://auth.example.com.")
    }
    for text in reader.list(others) {
      guard let origin = check(reader, others, text) else { continue }
      if origins.contains(origin) {
        reader.warn(others, "\(origin) appears twice.", fix: "Remove one of them.")
      } else {
        origins.append(origin)
      }
    }
    return origins
  }

  /// Reads the ids of the projects that speak for hosts of the server, by host.
  static func readPasskeyProjects(_ reader: SettingsReader, _ origins: [String]) -> [String: String] {
    let hosts = Set(origins.compactMap { URLComponents(string: $0)?.host })
    var projects: [String: String] = [:]
    for text in reader.list(passkeyProjects) {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let host = parts.first, let project = parts.last, !project.isEmpty else {
        reader.problem(
          passkeyProjects, "\"\(text.prefix(120))\" names no host with a project.",
          fix: "Write it as auth.example.com=my-app.")
        continue
      }
      guard hosts.contains(host) else {
        reader.problem(
          passkeyProjects, "\(host.prefix(120)) is not a host of the server.",
          fix: "Name a host of \(publicOrigin.key) or \(others.key).")
        continue
      }
      guard projects.updateValue(project, forKey: host) == nil else {
        reader.problem(passkeyProjects, "\(host) appears twice.", fix: "Remove one of them.")
        continue
      }
    }
    return projects
  }

  /// Checks that the text is an origin as browsers write it: a scheme, a name in lower case, and a port
  /// unless it is the scheme's default.
  private static func check(_ reader: SettingsReader, _ setting: Setting, _ text: String) -> String? {
    let shown = text.prefix(120)
    guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
      let host = components.host, !host.isEmpty, components.user == nil, components.password == nil
    else {
      reader.problem(setting, "\"\(shown)\" is not an origin.", fix: "Write it as https://auth.example.com.")
      return nil
    }
    guard scheme == "https" else {
      reader.problem(
        setting, "\"\(shown)\" is not https. An attacker on the network could read passwords and tokens.",
        fix: "Use an https address. For development use \"latchkey dev\".")
      return nil
    }
    guard components.path.isEmpty || components.path == "/", components.query == nil,
      components.fragment == nil
    else {
      reader.problem(
        setting, "\"\(shown)\" has a path.", fix: "Remove the text after the name and the port.")
      return nil
    }
    let port = components.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
    let origin = "https://\(host.lowercased())\(port)"
    guard origin.utf8.allSatisfy({ $0 < 0x80 }), !host.contains("%") else {
      reader.problem(setting, "\"\(shown)\" is not ASCII.", fix: "Write the name in Punycode (xn--…).")
      return nil
    }
    guard isAddress(host) || isName(host) else {
      reader.problem(
        setting, "\"\(shown)\" names no host.",
        fix: "Write one name, without a wildcard, as in https://auth.example.com.")
      return nil
    }
    return origin
  }

  private static func isAddress(_ host: String) -> Bool {
    let text = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
  }

  /// True for labels of letters, digits and hyphens (RFC 1123 section 2.1), and of underscores, which some networks
  /// use.
  private static func isName(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return host.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default: false
            }
          }
      }
  }
}
