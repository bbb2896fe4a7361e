import Foundation

/// Host and port of a development server: `127.0.0.1:9099`, `[::1]:9099`.
package struct EmulatorAddress: Sendable, Equatable {
  /// The host without brackets.
  package let host: String
  package let port: Int

  /// Nil unless the text is a host, a colon and a port.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard let port = UInt16(digits), port > 0, digits.first?.isNumber == true else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:%")
    guard !host.isEmpty, host.allSatisfy(allowed.contains) else { return nil }
    self.host = String(host)
    self.port = Int(port)
  }
}
