import Foundation

/// The head of a request to a listener on loopback, as far as it matters there.
struct LoopbackRequest {
  let method: String
  let target: String
  let host: String

  /// - Parameter head: without the empty line that ends it.
  /// - Returns: nil for what is no HTTP/1 request head of visible ASCII with one `Host` (RFC 9112).
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

  /// The address by which the browser came back.
  ///
  /// - Parameter address: that the listener gave out.
  /// - Returns: nil unless it is that address, asked of its own host, with one `deep_link_id`.
  func returned(to address: URL) -> URL? {
    let authority = "\(address.host() ?? ""):\(address.port ?? 80)"
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // A page that got its own name to lead here (DNS rebinding) asks for that name.
    guard method == "GET", host == authority, parts.count == 2,
      Self.isEqual(parts[0].utf8, address.path().utf8),
      let url = URL(string: "http://" + authority + target),
      let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    else { return nil }
    let links = items.filter { $0.name == "deep_link_id" }
    return links.count == 1 && links[0].value?.isEmpty == false ? url : nil
  }

  /// In a time that does not tell where they differ.
  private static func isEqual(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
