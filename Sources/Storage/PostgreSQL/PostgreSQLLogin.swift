import Secrets

/// Where a PostgreSQL is and how one gets in.
package struct PostgreSQLLogin: Sendable {
  /// As libpq takes it: `postgresql://user@host/database`.
  var address: String
  /// Whether there may be several servers, of which one takes the writes.
  var namesSeveralHosts: Bool { address.contains(",") }
  /// Nil leaves it to libpq.
  var password: Secret?

  package init(address: String, password: Secret? = nil) {
    self.address = address
    self.password = password
  }
}
