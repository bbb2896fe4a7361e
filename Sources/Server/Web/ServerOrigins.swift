import Hummingbird

/// The origins by which browsers reach the server, such as `https://auth.example.com`.
struct ServerOrigins: Sendable {
  /// The first is the canonical one.
  let all: [String]

  /// The origin that the browser used, if it is one of the server's. A header alone never adds one.
  func origin(of request: Request) -> String {
    let authority = request.head.authority?.lowercased() ?? ""
    return all.first { $0.hasSuffix("://" + authority) } ?? all.first ?? ""
  }
}
