import Foundation
import Identity
import IdentityProviders

/// Hosts that the operator allows to have private and loopback addresses, and to work without https. An IP address is
/// the same host in each of its forms.
public struct PrivateHosts: Sendable {
  /// The names of this machine that developers use.
  public static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1"]

  /// As ``IPAddress/comparable(_:)`` returns them.
  private let names: Set<String>

  /// - Parameter names: host names in lower case, and addresses without brackets.
  public init(_ names: Set<String> = []) { self.names = Set(names.map(IPAddress.comparable)) }

  /// Returns the union with other hosts, for a change by the operator.
  func adding(_ others: Set<String>) -> PrivateHosts { PrivateHosts(names.union(others)) }

  /// True if the host of an address is one of these hosts.
  func contain(hostOf address: String) -> Bool { host(of: address) != nil }

  /// True if a host is one of these hosts.
  func contain(host: String) -> Bool { names.contains(IPAddress.comparable(host.lowercased())) }

  /// Returns the host of an address, as ``IPAddress/comparable(_:)`` does, if it is one of these hosts. Otherwise nil.
  func host(of address: String) -> String? {
    guard let host = ReturnPolicy.webURL(address)?.host(percentEncoded: false) else { return nil }
    let comparable = IPAddress.comparable(host.lowercased())
    return names.contains(comparable) ? comparable : nil
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
    guard let host = settings.endpoints.privateHost, !contain(host: host) else { return settings }
    var settings = settings
    settings.endpoints.privateHost = nil
    return settings
  }
}
