import Foundation

/// Checks that an app can be configured with given options.
enum OptionsCheck {
  /// - Parameter origin: where the options come from, for the error's description.
  /// - Throws: ``AuthError`` with `invalidAPIKey` or `internalError`.
  static func check(_ values: FirebaseOptions.Values, of origin: String? = nil) throws(AuthError) {
    let subject = origin.map { "The configuration file \($0)" } ?? "The options"
    guard let key = values.apiKey, !key.isEmpty else {
      throw AuthError(.invalidAPIKey, "\(subject): the API key is missing.")
    }
    if let url = values.latchkeyURL, let fault = fault(ofServer: url) {
      throw AuthError(.internalError, "\(subject): the server's address \(fault)")
    }
    if let host = values.emulatorHost {
      guard EmulatorAddress(host) != nil else {
        throw AuthError(
          .internalError,
          "\(subject): the emulator's address must be a host and a port, as in 127.0.0.1:9099.")
      }
      guard values.latchkeyURL == nil else {
        throw AuthError(
          .internalError, "\(subject): there is a server's address and an emulator's. Keep one of them.")
      }
    }
  }

  /// Returns the rest of a sentence that begins with "the server's address". Nil if the SDK may send passwords
  /// to the address: `https:`, or `http:` to this machine.
  static func fault(ofServer url: URL) -> String? {
    guard
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let host = parts.host, !host.isEmpty
    else { return "must be absolute, as in https://auth.example.com." }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
      return "must not have a user, a query or a fragment."
    }
    switch parts.scheme?.lowercased() {
    case "https": return nil
    case "http" where isThisMachine(host): return nil
    case "http": return "must begin with https://, unless the server is on this machine."
    default: return "must begin with https://."
    }
  }

  /// True for the names and addresses of this machine (RFC 6761 section 6.3, RFC 5735 section 3, RFC 4291).
  /// Requests to them never leave the machine.
  private static func isThisMachine(_ host: String) -> Bool {
    let host = host.lowercased().trimmingCharacters(in: ["[", "]"])
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let bytes = host.split(separator: ".", omittingEmptySubsequences: false)
    return bytes.count == 4 && bytes[0] == "127" && bytes.allSatisfy { UInt8($0) != nil && $0.first != "+" }
  }
}
