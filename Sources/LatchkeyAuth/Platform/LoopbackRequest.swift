import Foundation

/// The relevant parts of a request head to a loopback listener.
struct LoopbackRequest {
  let method: String
  let target: String
  let host: String

  /// - Parameter head: the head without its final empty line.
  /// - Returns: nil unless it is an HTTP/1 request head of visible ASCII with one `Host` (RFC 9112).
  init?(head: some Collection<UInt8>) {
    guard head.allSatisfy({ (32...126).contains($0) || $0 == 9 || $0 == 13 || $0 == 10 }) else { return nil }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    guard lines.allSatisfy({ !$0.utf8.contains(13) && !$0.utf8.contains(10) }) else { return nil }
    let start = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3, start[1].hasPrefix("/"), start[2] == "HTTP/1.1" || start[2] == "HTTP/1.0" else {
      return nil
    }
    var host: String?
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else { return nil }
      guard line[..<colon].lowercased() == "host" else { continue }
      guard host == nil else { return nil }
      host = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    guard let host else { return nil }
    method = String(start[0])
    target = String(start[1])
    self.host = host
  }

  /// Returns the callback URL of the request.
  ///
  /// - Parameter address: the URL that the listener announced.
  /// - Returns: nil unless the request is for this URL and its host, and contains one `deep_link_id`.
  func returned(to address: URL) -> URL? {
    let authority = "\(address.host() ?? ""):\(address.port ?? 80)"
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // If a page resolves its own name to loopback (DNS rebinding), the request contains the page's name as the
    // host.
    guard method == "GET", host == authority, parts.count == 2,
      Self.isEqual(parts[0].utf8, address.path().utf8),
      let url = URL(string: "http://" + authority + target),
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    else { return nil }
    let links = items.filter { $0.name == "deep_link_id" }
    return links.count == 1 && links[0].value?.isEmpty == false ? url : nil
  }

  /// Compares in constant time.
  private static func isEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
