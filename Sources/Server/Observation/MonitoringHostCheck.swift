import HTTPTypes
import Hummingbird
import Identity

/// Checks the host name in requests to the monitoring listener. A page on a domain that resolves to this machine (DNS
/// rebinding) must not read metrics with a visitor's browser.
///
/// Accepted hosts are IP addresses, names without a dot, names that are not public (RFC 6761, RFC 6762, ICANN's
/// `internal`), and names that clusters give to their services. `/healthz` and `/readyz` accept every host.
struct MonitoringHostCheck<Context: RequestContext>: RouterMiddleware {
  /// Other accepted names, in lower case.
  let names: Set<String>

  private static var open: Set<String> { ["/healthz", "/readyz"] }
  private static var privateDomains: [String] { [".localhost", ".local", ".internal", ".svc", ".test"] }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard Self.open.contains(request.uri.path) || isKnown(request.head.authority) else {
      throw HTTPError(.forbidden, message: "Use the server's address, not this name.")
    }
    return try await next(request, context)
  }

  /// True for an accepted host. Also true for nil and an empty text, which browsers never send.
  private func isKnown(_ authority: String?) -> Bool {
    guard let authority, !authority.isEmpty else { return true }
    var host = authority.lowercased()
    // This is an IPv6 address: names have no brackets.
    if host.hasPrefix("[") { return true }
    if let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) { host = String(host[..<colon]) }
    if host.utf8.last == UInt8(ascii: ".") { host.removeLast() }
    return !host.contains(".") || names.contains(host) || ClientNetwork(address: host) != nil
      || Self.privateDomains.contains { host.hasSuffix($0) }
  }
}
