import ArgumentParser
import Settings

/// A PostgreSQL's address on the command line.
struct PostgreSQLArgument: ExpressibleByArgument {
  static let help: String =
    "The PostgreSQL database to use instead of SQLite: postgresql://user@host/database. Do not put a password into "
    + "this address; libpq reads the password from PGPASSWORD or ~/.pgpass."

  /// The address; for invalid text, the mistake in the text.
  private let reading: Result<PostgreSQLAddress, PostgreSQLAddress.Mistake>

  /// Accepts every text, because the argument parser prints texts that it refuses, and an address may contain a
  /// password.
  init?(argument: String) {
    reading = Result { () throws(PostgreSQLAddress.Mistake) in try PostgreSQLAddress(argument) }
  }

  /// - Parameter option: the option's name.
  /// - Throws: `ValidationError`, which does not contain the text.
  func requireAddress(_ option: String = "--database") throws {
    switch reading {
    case .success: return
    case .failure(.holdsPassword):
      throw ValidationError(
        "\(option) must not contain a password. Use PGPASSWORD or ~/.pgpass.")
    case .failure(.unreadable):
      throw ValidationError("\(option) needs an address such as postgresql://user@host/database.")
    }
  }

  /// Nil if ``requireAddress()`` refuses the text.
  var address: PostgreSQLAddress? { try? reading.get() }
}
