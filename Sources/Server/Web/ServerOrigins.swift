import Hummingbird

/// The addresses by which browsers reach the server, such as `https://auth.example.com`.
struct ServerOrigins: Sendable {
  /// The first is the canonical one.
  let all: [String]

  /// The origin by which the browser came, if it is one of ours; never what a header merely claims.
  func origin(of request: Request) -> String {
    let authority = request.head.authority?.lowercased() ?? ""
    return all.first { $0.hasSuffix("://" + authority) } ?? all.first ?? ""
  }
}
