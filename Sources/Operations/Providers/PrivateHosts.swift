import Foundation
import Identity
import IdentityProviders

/// Hosts that the operator allows to be at private and loopback addresses, and to do without https.
public struct PrivateHosts: Sendable {
  /// This machine, as developers write it.
  public static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1"]

  private let names: Set<String>

  /// - Parameter names: in lower case.
  public init(_ names: Set<String> = []) { self.names = names }

  /// These and others, for a change that the operator makes.
  func adding(_ others: Set<String>) -> PrivateHosts { PrivateHosts(names.union(others)) }

  /// True if the host of an address is one of them.
  func contain(hostOf address: String) -> Bool { host(of: address) != nil }

  /// The host of an address; nil unless it is one of them.
  func host(of address: String) -> String? {
    let host = ReturnPolicy.webURL(address)?.host(percentEncoded: false)?.lowercased()
    return host.flatMap { names.contains($0) ? $0 : nil }
  }

  /// Refuses the address of a project's own code if it could never be called. The addresses of a host name are checked at
  /// each call.
  func checkCallable(_ address: String) throws(OutgoingHTTP.Failure) {
    guard address.utf8.count <= 2_048, let url = ReturnPolicy.webURL(address), url.fragment == nil else {
      throw .invalidURL
    }
    try OutgoingHTTP.check(address, allowPrivateAddresses: contain(hostOf: address))
  }

  /// Returns the settings without the leave for a private host that is none of these: the operator may have taken it back
  /// since the settings were stored.
  func bounding(_ settings: ProviderSettings) -> ProviderSettings {
    guard let host = settings.endpoints.privateHost, !names.contains(host) else { return settings }
    var settings = settings
    settings.endpoints.privateHost = nil
    return settings
  }
}
