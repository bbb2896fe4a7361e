/// The server settings that decide whether the server keeps an acknowledged write.
struct PostgreSQLSettings: Sendable, Equatable {
  /// The oldest version that supports all our statements.
  static let minimumVersion = 130_000

  var version: Int
  var fsync: String
  var fullPageWrites: String
  var synchronousCommit: String
  var encoding: String

  private static let statement: SQLStatement = """
    SELECT current_setting('fsync'), current_setting('full_page_writes'),
      current_setting('synchronous_commit'), current_setting('server_encoding')
    """

  static func read(from connection: PostgreSQLConnection) throws -> PostgreSQLSettings {
    let settings = try connection.first(statement, []) { row in
      PostgreSQLSettings(
        version: connection.serverVersion, fsync: try row.text(0), fullPageWrites: try row.text(1),
        synchronousCommit: try row.text(2), encoding: try row.text(3))
    }
    guard let settings else { throw SQLFailure.failed("PostgreSQL does not report its settings") }
    return settings
  }

  /// - Throws: ``SQLFailure/failed(_:)`` if an acknowledged write could be lost, or some text could not be stored.
  func check() throws(SQLFailure) {
    guard version >= Self.minimumVersion else {
      throw .failed("PostgreSQL is older than version 13")
    }
    guard encoding == "UTF8" else { throw .failed("the database's encoding is \(encoding), and not UTF8") }
    guard fsync == "on", fullPageWrites == "on", synchronousCommit != "off" else {
      throw .failed(
        "PostgreSQL could lose acknowledged writes: fsync is \(fsync), full_page_writes is \(fullPageWrites), "
          + "synchronous_commit is \(synchronousCommit)")
    }
  }
}
