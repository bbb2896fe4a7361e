import HTTPTypes
import Hummingbird
import Identity

/// By which names a listener for machines that watch the server is asked for metrics: a page on somebody's own
/// domain, whose name leads to this machine (DNS rebinding), must not read them with a visitor's browser.
///
/// An address is no domain of anybody's. Neither is a name without a dot, nor one of those that are kept from
/// public use (RFC 6761, RFC 6762, ICANN's `internal`) or that clusters give to their services. Health is told
/// to everybody.
struct WatcherNames<Context: RequestContext>: RouterMiddleware {
  /// Other names, in lower case.
  let names: Set<String>

  private static var open: Set<String> { ["/healthz", "/readyz"] }
  private static var privateDomains: [String] { [".localhost", ".local", ".internal", ".svc", ".test"] }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard Self.open.contains(request.uri.path) || isKnown(request.head.authority) else {
      throw HTTPError(.forbidden, message: "Ask by the server's address, not by this name.")
    }
    return try await next(request, context)
  }

  /// Nil and empty are not from a browser.
  private func isKnown(_ authority: String?) -> Bool {
    guard let authority, !authority.isEmpty else { return true }
    var host = authority.lowercased()
    // An IPv6 address; no name has brackets.
    if host.hasPrefix("[") { return true }
    if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) { host = String(host[..<colon]) }
    if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
    return !host.contains(".") || names.contains(host) || ClientNetwork(address: host) != nil
      || Self.privateDomains.contains { host.hasSuffix($0) }
  }
}
