import Secrets

/// Where a PostgreSQL is and how one gets in.
package struct PostgreSQLLogin: Sendable {
  /// As libpq takes it: `postgresql://user@host/database`.
  var address: String
  /// Nil leaves it to libpq.
  var password: Secret?

  package init(address: String, password: Secret? = nil) {
    self.address = address
    self.password = password
  }
}
