import ArgumentParser
import Settings

/// A PostgreSQL, as it is named on the command line.
struct PostgreSQLArgument: ExpressibleByArgument {
  static let help: String =
    "A PostgreSQL that has the data, instead of SQLite in the data directory: postgresql://user@host/database. A "
    + "password is no part of it; libpq takes it from PGPASSWORD or ~/.pgpass."

  /// Which it is, or what is wrong with it.
  private let reading: Result<PostgreSQLAddress, PostgreSQLAddress.Mistake>

  /// Takes every text: what the parser of arguments refuses it also prints, and a password may stand in it.
  init?(argument: String) {
    reading = Result { () throws(PostgreSQLAddress.Mistake) in try PostgreSQLAddress(argument) }
  }

  /// - Parameter option: by which it was given.
  /// - Throws: `ValidationError`, which says nothing of the text.
  func requireAddress(_ option: String = "--database") throws {
    switch reading {
    case .success: return
    case .failure(.holdsPassword):
      throw ValidationError(
        "A password does not belong into \(option): give it by PGPASSWORD or ~/.pgpass.")
    case .failure(.unreadable):
      throw ValidationError("\(option) needs an address such as postgresql://user@host/database.")
    }
  }

  /// Nil for one that ``requireAddress()`` refuses.
  var address: PostgreSQLAddress? { try? reading.get() }
}
