import ArgumentParser
import Settings

/// A PostgreSQL, as it is named on the command line.
struct PostgreSQLArgument: ExpressibleByArgument {
  static let help: String =
    "A PostgreSQL that has the data, instead of SQLite in the data directory: postgresql://user@host/database. A "
    + "password is no part of it; libpq takes it from PGPASSWORD or ~/.pgpass."

  let address: PostgreSQLAddress

  init(_ address: PostgreSQLAddress) { self.address = address }

  init?(argument: String) {
    guard let address = try? PostgreSQLAddress(argument) else { return nil }
    self.address = address
  }
}
