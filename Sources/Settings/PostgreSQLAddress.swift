import Foundation
import Secrets

/// The address of a PostgreSQL server as a connection URI of libpq:
/// `postgresql://user@host:5432/database?sslmode=verify-full`. Several hosts are separated by commas; libpq chooses the
/// host that accepts writes.
///
/// Source: PostgreSQL's documentation, "Connection URIs".
public struct PostgreSQLAddress: Sendable {
  public enum Mistake: Error {
    /// The text is not a connection URI of PostgreSQL.
    case unreadable
    /// The URI contains a password. It would be visible in logs, process lists and copies of files.
    case holdsPassword
  }

  /// The allowed numbers of connections.
  public static let connectionCounts = 1...100
  public static let defaultConnections = 8
  private static let maximumLength = 2_048

  public let uri: String
  /// The password; nil if libpq reads it from a password file, uses a certificate, or needs no password.
  public var password: Secret?
  /// The number of concurrent transactions, in ``connectionCounts``.
  public var connections = defaultConnections

  /// The text between `//` and the path, without the user.
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
    // A connection service file could override all other values, so it is not allowed.
    guard parameters["service"] == nil else { throw .unreadable }
    self.uri = uri
    // Parameters override the other parts of the URI.
    self.hosts = parameters["host"] ?? hosts.removingPercentEncoding ?? String(hosts)
    database = parameters["dbname"] ?? String(path.dropFirst())
    self.parameters = parameters
  }

  /// Returns the address of another database on the same server.
  ///
  /// - Parameter name: letters, digits and underscores.
  public func naming(database name: String) throws(Mistake) -> PostgreSQLAddress {
    try adding("dbname=\(name)")
  }

  /// Returns the address with time limits for its connections and statements. They replace limits in the address.
  ///
  /// - Parameters:
  ///   - connection: the seconds for connecting to each host.
  ///   - statement: the seconds for each statement.
  public func limiting(connection: Int, statement: Int) throws(Mistake) -> PostgreSQLAddress {
    // The server reads the options from left to right.
    let options = [parameters["options"], "-c statement_timeout=\(statement)s"].compactMap(\.self)
      .joined(separator: " ")
    // RFC 3986, section 2.3.
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    guard let escaped = options.addingPercentEncoding(withAllowedCharacters: unreserved) else {
      throw .unreadable
    }
    return try adding("connect_timeout=\(connection)&options=\(escaped)")
  }

  /// - Parameter more: parameters of the URI, which replace those with the same name: libpq takes the last value.
  private func adding(_ more: String) throws(Mistake) -> PostgreSQLAddress {
    var address = try PostgreSQLAddress(uri + (uri.contains("?") ? "&" : "?") + more)
    address.password = password
    address.connections = connections
    return address
  }

  /// The database's name for messages, without the user and the parameters.
  public var name: String {
    "PostgreSQL" + (database.isEmpty ? "" : " \(database)") + (hosts.isEmpty ? "" : " at \(hosts)")
  }

  /// True if the connection does not leave this machine.
  ///
  /// - Parameter environment: libpq reads missing values from these variables.
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

  /// True if the server's certificate and host name are verified. Otherwise, an attacker on the path can read
  /// and change everything.
  public var verifiesServer: Bool { parameters["sslmode"] == "verify-full" }
}
