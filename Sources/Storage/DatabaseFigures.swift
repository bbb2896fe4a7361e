import Foundation
import Identity

/// Figures about a database. Collecting them does not change the schema or sealed data, and decrypts no secrets.
public struct DatabaseFigures: Sendable, Equatable {
  public struct Key: Sendable, Equatable {
    public var keyID: String
    public var algorithm: String
    public var createdAt: Instant
    /// The time when the key begins to sign.
    public var activeFrom: Instant
    /// The time from which the key is no longer published; nil if it has no successor.
    public var retiredAt: Instant?
  }

  /// The name of the newest schema migration.
  public var step: String
  public var bytes: Int64
  /// Projects of apps. The administrators' own project and its users do not count.
  public var projects: Int
  /// The project whose providers answer at the page's own address: see ``RedirectAddress``. Nil if there is none.
  public var projectWithSharedRedirect: ProjectID?
  public var tenants: Int
  public var users: Int
  /// Audit records without a place in their chain, and when the oldest of them was written.
  public var unsealedAuditRecords: Int
  public var oldestUnsealedAuditRecord: Instant?
  /// Mails and text messages that wait to be delivered, and when the oldest of them was written.
  public var waitingMessages: Int
  public var oldestWaitingMessage: Instant?
  /// The published signing keys, sorted by algorithm and then by the time when they begin to sign.
  public var keys: [Key]
  /// Connections of other Latchkey programs to the database; nil for SQLite, which has none.
  public var connections: Int?

  /// - Parameter bytes: the size of SQLite's files; nil asks PostgreSQL for the size.
  init(_ connection: some SQLConnection, bytes: Int64?, now: Instant) throws {
    let console: [SQLValue] = [.text(ProjectID.console.rawValue)]
    func count(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int {
      Int(try connection.first(statement, arguments) { row in try row.integer(0) } ?? 0)
    }
    step =
      try connection.first(FigureStatements.newestStep, []) { row in
        row.isNull(0) ? nil : try row.text(0)
      }.flatMap(\.self) ?? ""
    self.bytes =
      try bytes ?? connection.first(FigureStatements.databaseSize, []) { row in try row.integer(0) } ?? 0
    projects = try count(FigureStatements.projects, console)
    let all = try ProjectTable(connection: connection, cache: ProjectCache()).projects()
    projectWithSharedRedirect =
      RedirectAddress.sharingProject(among: all.filter { $0.id != .console })?.id
    tenants = try count(FigureStatements.tenants, console)
    users = try count(FigureStatements.users, console)
    unsealedAuditRecords = try count(AuditStatements.countEntries, [])
    oldestUnsealedAuditRecord = try connection.first(AuditStatements.selectOldestEntry, []) { row in
      Instant(milliseconds: try row.integer(0))
    }
    (waitingMessages, oldestWaitingMessage) =
      try connection.first(FigureStatements.messages, []) { row in
        var reader = SQLRowReader(row)
        return (Int(try reader.integer()), try reader.optionalMoment())
      } ?? (0, nil)
    keys = try connection.all(FigureStatements.keys, [SQLValue(now)]) { row in
      var reader = SQLRowReader(row)
      return Key(
        keyID: try reader.text(), algorithm: try reader.text(), createdAt: try reader.moment(),
        activeFrom: try reader.moment(), retiredAt: try reader.optionalMoment())
    }
    connections = try bytes == nil ? count(FigureStatements.connections, []) : nil
  }

  /// - Throws: ``StoreError/unavailable(_:)`` if the file is not a database of the current schema.
  public init(ofSQLite path: String, now: Instant) throws(StoreError) {
    // Includes the write-ahead log, because SQLite will write it into the database.
    let bytes = [path, path + "-wal"].reduce(Int64(0)) { sum, file in
      let size = (try? FileManager.default.attributesOfItem(atPath: file))?[.size] as? NSNumber
      return sum + (size?.int64Value ?? 0)
    }
    self = try DatabaseSchema.reading(path) { database in
      try DatabaseFigures(SQLiteConnection(database: database), bytes: bytes, now: now)
    }
  }

  /// - Throws: the errors of ``init(ofSQLite:now:)``.
  package init(of login: PostgreSQLLogin, now: Instant) throws(StoreError) {
    do {
      try self.init(PostgreSQLConnection(login), bytes: nil, now: now)
    } catch {
      throw StoreError(error)
    }
  }
}
