import Foundation

/// Checks a host by its name alone.
enum HostName {
  /// True for a domain name, an IPv4 address, or an IPv6 address without brackets.
  static func isValid(_ text: String) -> Bool { isIPv6(text) || MailAddress.asciiDomain(text) != nil }

  /// True for this machine. Names other than `localhost` are not resolved.
  static func isLoopback(_ text: String) -> Bool {
    let name = text.lowercased()
    if name == "localhost" || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return text.contains(":") && inet_pton(AF_INET6, text, &address) == 1
  }

  /// The host as written in a URL.
  static func inURL(_ text: String) -> String {
    isIPv6(text) ? "[\(text)]" : MailAddress.asciiDomain(text) ?? text
  }
}
