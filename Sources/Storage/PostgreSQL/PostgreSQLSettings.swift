/// What keeps an acknowledged write, as the server says.
struct PostgreSQLSettings: Sendable, Equatable {
  /// In which every statement that we use is known.
  static let minimumVersion = 130_000

  var version: Int
  var fsync: String
  var fullPageWrites: String
  var synchronousCommit: String
  var encoding: String

  static func read(from connection: PostgreSQLConnection) throws -> PostgreSQLSettings {
    func setting(_ name: String) throws -> String {
      try connection.first("SELECT current_setting($1)", [.text(name)]) { row in try row.text(0) } ?? ""
    }
    return PostgreSQLSettings(
      version: connection.serverVersion, fsync: try setting("fsync"),
      fullPageWrites: try setting("full_page_writes"),
      synchronousCommit: try setting("synchronous_commit"), encoding: try setting("server_encoding"))
  }

  /// - Throws: ``SQLFailure/failed(_:)`` when a write that was acknowledged could be lost, or a text could not be
  ///   stored.
  func check() throws(SQLFailure) {
    guard version >= Self.minimumVersion else {
      throw .failed("PostgreSQL is older than version 13")
    }
    guard encoding == "UTF8" else { throw .failed("the database's encoding is \(encoding), and not UTF8") }
    guard fsync == "on", fullPageWrites == "on", synchronousCommit != "off" else {
      throw .failed(
        "PostgreSQL would not keep acknowledged writes: fsync is \(fsync), full_page_writes is \(fullPageWrites), "
          + "synchronous_commit is \(synchronousCommit)")
    }
  }
}
