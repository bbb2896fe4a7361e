/// Variables that Kubernetes, as Docker did before it, puts into every container for each service beside it: for
/// one named `latchkey` they begin as our settings do, and are none
/// (<https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables>).
enum ServiceLink {
  private static let protocols = ["tcp", "udp", "sctp"]

  /// Of `LATCHKEY_SERVICE_HOST`, `LATCHKEY_SERVICE_PORT` and `LATCHKEY_SERVICE_PORT_HTTP`,
  /// `LATCHKEY_PORT_8080_TCP` with `_ADDR`, `_PORT` and `_PROTO`, and `LATCHKEY_PORT`; and of the same for
  /// services whose names only begin so, such as `latchkey-metrics`.
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

  /// `tcp://10.0.0.1:8080`, which is no value of any setting that ends so.
  private static func isAddress(_ value: String) -> Bool {
    protocols.contains { value.hasPrefix($0 + "://") }
  }

  /// `8080_TCP`, and what of it.
  private static func isPort(_ words: ArraySlice<String>) -> Bool {
    guard words.count == 2 || words.count == 3, let port = words.first, let name = words.dropFirst().first
    else { return false }
    let isNumber = !port.isEmpty && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber && protocols.contains(name.lowercased())
      && (words.count == 2 || ["ADDR", "PORT", "PROTO"].contains(words.last))
  }
}
