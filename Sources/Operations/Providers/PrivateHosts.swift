import Foundation
import Identity
import IdentityProviders

/// Hosts that the operator allows to have private and loopback addresses, and to work without https.
public struct PrivateHosts: Sendable {
  /// The names of this machine that developers use.
  public static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1"]

  private let names: Set<String>

  /// - Parameter names: host names in lower case.
  public init(_ names: Set<String> = []) { self.names = names }

  /// Returns the union with other hosts, for a change by the operator.
  func adding(_ others: Set<String>) -> PrivateHosts { PrivateHosts(names.union(others)) }

  /// True if the host of an address is one of these hosts.
  func contain(hostOf address: String) -> Bool { host(of: address) != nil }

  /// True if a host is one of these hosts.
  func contain(host: String) -> Bool { names.contains(host.lowercased()) }

  /// Returns the host of an address if it is one of these hosts, else nil.
  func host(of address: String) -> String? {
    let host = ReturnPolicy.webURL(address)?.host(percentEncoded: false)?.lowercased()
    return host.flatMap { names.contains($0) ? $0 : nil }
  }

  /// Refuses the address of a project's own code if it can never be called. A host name is resolved and
  /// checked at each call.
  func checkCallable(_ address: String) throws(OutgoingHTTP.Failure) {
    guard address.utf8.count <= 2_048, let url = ReturnPolicy.webURL(address), url.fragment == nil else {
      throw .invalidURL
    }
    try OutgoingHTTP.check(address, allowPrivateAddresses: contain(hostOf: address))
  }

  /// Returns the settings without their permission for a private host that is not one of these hosts. The operator may
  /// have withdrawn the permission since then.
  func bounding(_ settings: ProviderSettings) -> ProviderSettings {
    guard let host = settings.endpoints.privateHost, !names.contains(host) else { return settings }
    var settings = settings
    settings.endpoints.privateHost = nil
    return settings
  }
}
