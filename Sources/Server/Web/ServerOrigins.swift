import Hummingbird

/// The origins at which browsers reach the server, such as `https://auth.example.com`.
struct ServerOrigins: Sendable {
  /// The first origin is the canonical one.
  let all: [String]

  /// The origin that the browser used, if it is one of the server's. A header alone never adds an origin.
  func origin(of request: Request) -> String {
    let authority = request.head.authority?.lowercased() ?? ""
    return all.first { $0.hasSuffix("://" + authority) } ?? all.first ?? ""
  }
}
