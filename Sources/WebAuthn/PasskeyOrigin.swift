import IdentityWire

/// The origin of an answer: a site, or an Android app by its signing certificate.
public struct PasskeyOrigin: Sendable, Hashable, CustomStringConvertible {
  public enum Kind: Sendable, Hashable {
    /// `https://host[:port]`; `http://` for `localhost` and names below it.
    case site(host: String)
    /// `android:apk-key-hash:` and the SHA-256 of the certificate in base64url.
    case androidApp
  }

  /// The origin as clients write it, compared bytewise.
  public let rawValue: String
  public let kind: Kind

  /// Nil for paths, a trailing slash, upper case, a scheme's default port, user names, IP addresses, and
  /// `http` except on `localhost`.
  public init?(_ text: String) {
    guard text.utf8.count <= 512, let kind = Self.kind(Array(text.utf8)) else { return nil }
    (rawValue, self.kind) = (text, kind)
  }

  public var description: String { rawValue }

  public var host: String? {
    guard case .site(let host) = kind else { return nil }
    return host
  }

  func isEqual(to text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }

  private static func kind(_ text: [UInt8]) -> Kind? {
    func rest(after prefix: StaticString) -> ArraySlice<UInt8>? {
      prefix.withUTF8Buffer { text.starts(with: $0) ? text[$0.count...] : nil }
    }
    if let hash = rest(after: "android:apk-key-hash:") {
      return Base64URL.decode(hash)?.count == 32 ? .androidApp : nil
    }
    if let authority = rest(after: "https://"), let host = host(authority, port: "443") {
      return .site(host: host)
    }
    if let authority = rest(after: "http://"), let host = host(authority, port: "80"),
      host == "localhost" || host.hasSuffix(".localhost")
    {
      return .site(host: host)
    }
    return nil
  }

  private static func host(_ authority: ArraySlice<UInt8>, port ownPort: StaticString) -> String? {
    let parts = authority.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let host = parts.first, DomainName.isValid(host) else { return nil }
    if parts.count == 2 {
      let port = parts[1]
      guard (1...5).contains(port.count), port.allSatisfy(DomainName.isDigit),
        port.first != UInt8(ascii: "0"),
        let number = Int(String(decoding: port, as: UTF8.self)), number <= 65_535,
        !ownPort.withUTF8Buffer({ $0.elementsEqual(port) })
      else { return nil }
    }
    return String(decoding: host, as: UTF8.self)
  }
}
