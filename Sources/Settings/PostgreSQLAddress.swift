import Foundation
import Secrets

/// Where a PostgreSQL is, as libpq's connection URIs say it: `postgresql://user@host:5432/database?sslmode=verify-full`.
/// Several hosts are separated by commas; the one that may be written to is used.
///
/// Source: PostgreSQL's documentation, "Connection URIs".
public struct PostgreSQLAddress: Sendable {
  public enum Mistake: Error {
    /// It is no such URI.
    case unreadable
    /// A password stands in it, where logs, lists of processes and copies of files would show it.
    case holdsPassword
  }

  /// How many connections a server may have.
  public static let connectionCounts = 1...100
  public static let defaultConnections = 8
  private static let maximumLength = 2_048

  public let uri: String
  /// Nil leaves it to libpq: a file of passwords, a certificate, or none at all.
  public var password: Secret?
  /// How many transactions may run at once, in ``connectionCounts``.
  public var connections = defaultConnections

  /// What stands between `//` and the rest, without the user.
  private let hosts: String
  private let database: String
  private let parameters: [String: String]

  public init(_ uri: String) throws(Mistake) {
    guard uri.utf8.count <= Self.maximumLength, uri.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      let scheme = ["postgresql://", "postgres://"].first(where: uri.hasPrefix)
    else { throw .unreadable }
    let rest = uri.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
    let query = rest.dropFirst(authority.count + path.count).dropFirst()
    var user = Substring()
    var hosts = authority
    if let at = authority.lastIndex(of: "@") {
      user = authority[..<at]
      hosts = authority[authority.index(after: at)...]
    }
    guard !user.contains(":") else { throw .holdsPassword }
    var parameters: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let name = pair[0].removingPercentEncoding,
        let value = pair[1].removingPercentEncoding
      else { throw .unreadable }
      parameters[name] = value
    }
    guard parameters["password"] == nil, parameters["sslpassword"] == nil else { throw .holdsPassword }
    // Where a service's file says what the rest is, nothing here would be true.
    guard parameters["service"] == nil else { throw .unreadable }
    self.uri = uri
    // The parameters come last, and count.
    self.hosts = parameters["host"] ?? hosts.removingPercentEncoding ?? String(hosts)
    database = parameters["dbname"] ?? String(path.dropFirst())
    self.parameters = parameters
  }

  /// The address of another database of the same server.
  ///
  /// - Parameter name: letters, digits and underlines.
  public func naming(database name: String) throws(Mistake) -> PostgreSQLAddress {
    // Of two values of a parameter the later one counts.
    var address = try PostgreSQLAddress(uri + (uri.contains("?") ? "&" : "?") + "dbname=\(name)")
    address.password = password
    address.connections = connections
    return address
  }

  /// For people, with nothing of the user or the parameters in it.
  public var name: String {
    "PostgreSQL" + (database.isEmpty ? "" : " \(database)") + (hosts.isEmpty ? "" : " at \(hosts)")
  }

  /// Whether all that is said stays on this machine.
  ///
  /// - Parameter environment: in which libpq looks for what the address leaves out.
  public func isLocal(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    let known = hosts.isEmpty ? environment["PGHOST"] ?? "" : hosts
    let addresses = parameters["hostaddr"] ?? environment["PGHOSTADDR"] ?? ""
    return environment["PGSERVICE"] == nil && Self.isLocal(known) && Self.isLocal(addresses)
  }

  private static func isLocal(_ hosts: String) -> Bool {
    hosts.split(separator: ",").allSatisfy { host in
      let name =
        host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
      return host.hasPrefix("/") || ["localhost", "127.0.0.1", "[::1]", ""].contains(name)
    }
  }

  /// Whether the server's certificate and the name in it are looked at: otherwise whoever is between it and here can
  /// read and change everything.
  public var verifiesServer: Bool { parameters["sslmode"] == "verify-full" }
}
