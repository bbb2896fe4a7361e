/// Recognises variables that Kubernetes, like earlier versions of Docker, sets in every container for each service. For
/// a service named `latchkey`, these variables begin like our settings but are not settings
/// (<https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables>).
enum ServiceLink {
  private static let protocols = ["tcp", "udp", "sctp"]

  /// True for `LATCHKEY_SERVICE_HOST`, `LATCHKEY_SERVICE_PORT`, `LATCHKEY_SERVICE_PORT_HTTP`, `LATCHKEY_PORT`, and
  /// `LATCHKEY_PORT_8080_TCP` with the endings `_ADDR`, `_PORT` and `_PROTO`. Also true for such variables of services
  /// whose names begin with `latchkey`, such as `latchkey-metrics`.
  static func describes(_ name: String, _ value: String) -> Bool {
    let words = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    if words.last == "PORT", isAddress(value) { return true }
    if words.suffix(2) == ["SERVICE", "HOST"] { return true }
    for (index, word) in words.enumerated().dropFirst() {
      let rest = words[(index + 1)...]
      if word == "PORT", words[index - 1] == "SERVICE" { return true }
      if word == "PORT", isPort(rest) { return true }
    }
    return false
  }

  /// True for a value such as `tcp://10.0.0.1:8080`. The settings whose variables end like these never have such a
  /// value.
  private static func isAddress(_ value: String) -> Bool {
    protocols.contains { value.hasPrefix($0 + "://") }
  }

  /// True for `8080_TCP`, with or without one of the endings.
  private static func isPort(_ words: ArraySlice<String>) -> Bool {
    guard words.count == 2 || words.count == 3, let port = words.first, let name = words.dropFirst().first
    else { return false }
    let isNumber = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && protocols.contains(name.lowercased())
      && (words.count == 2 || ["ADDR", "PORT", "PROTO"].contains(words.last))
  }
}
