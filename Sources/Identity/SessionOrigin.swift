/// The network and program of a sign-in, just precise enough for people to recognise a session. This data is deleted
/// with the session, and no decision depends on it.
public struct SessionOrigin: Sendable, Equatable {
  /// `192.0.2.0/24` or `2001:db8:1::/48`: a network of many customers, not the address of one customer.
  public var network: String?
  /// The client's program, as the client reports it, for example `Chrome · FirebaseCore-web 10.14.1`.
  public var program: String?

  public init(network: String? = nil, program: String? = nil) {
    self.network = network
    self.program = program
  }

  /// Creates the origin from a request.
  ///
  /// - Parameters:
  ///   - clientVersion: the header `X-Client-Version`, which Firebase's SDKs send.
  ///   - userAgent: used if the client does not send that header.
  public init(network: ClientNetwork?, clientVersion: String?, userAgent: String?) {
    self.network = network.flatMap(Self.coarse)
    program = clientVersion.flatMap(Self.sdk) ?? userAgent.flatMap(Self.userAgent)
  }

  private static let maximumBytes = 80

  /// The first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address.
  private static func coarse(_ network: ClientNetwork) -> String? {
    let text = network.description
    if text.contains(":") {
      let groups = text.split(separator: ":").prefix(3)
      return groups.count == 3 ? groups.joined(separator: ":") + "::/48" : nil
    }
    let bytes = text.split(separator: ".")
    return bytes.count == 4 ? bytes.prefix(3).joined(separator: ".") + ".0/24" : nil
  }

  /// Parses texts like `Chrome/JsCore/10.14.1/FirebaseCore-web,FirebaseUI-web` and
  /// `iOS/FirebaseSDK/10.1.0/FirebaseCore-iOS`.
  private static func sdk(_ header: String) -> String? {
    guard isPlain(header) else { return nil }
    let parts = header.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, let name = parts[3].split(separator: ",").first, !parts[0].isEmpty else {
      return nil
    }
    return bounded("\(parts[0]) · \(name) \(parts[2])")
  }

  /// The browser's name, or the first product and its version (RFC 9110 section 10.1.5).
  private static func userAgent(_ header: String) -> String? {
    guard isPlain(header) else { return nil }
    guard header.hasPrefix("Mozilla/") else {
      guard let product = header.split(separator: " ").first else { return nil }
      let parts = product.split(separator: "/", maxSplits: 1)
      return bounded(parts.joined(separator: " "))
    }
    // The order matters: each browser's `User-Agent` also contains the names of later entries.
    let browsers = [("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome")]
    if let known = browsers.first(where: { header.contains($0.0) }) { return known.1 }
    return header.contains("Safari/") ? "Safari" : nil
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 512 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  private static func bounded(_ text: String) -> String? {
    text.utf8.count <= maximumBytes ? text : nil
  }
}
