import Secrets

/// The address of a PostgreSQL server and the password.
package struct PostgreSQLLogin: Sendable {
  /// The address as libpq accepts it: `postgresql://user@host/database`.
  var address: String
  /// True if there may be several servers, one of which accepts writes.
  var namesSeveralHosts: Bool { address.contains(",") }
  /// The password; if nil, libpq finds the password itself.
  var password: Secret?

  package init(address: String, password: Secret? = nil) {
    self.address = address
    self.password = password
  }
}
