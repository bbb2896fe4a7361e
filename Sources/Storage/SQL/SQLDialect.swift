/// The few words in which the two databases differ. Only the schema needs them.
struct SQLDialect: Sendable {
  /// The type of bytes.
  let blob: String
  /// A text that is compared and ordered byte by byte.
  let text: String
  /// Follows a table's closing parenthesis when its rows are best kept in the primary key itself.
  let keptInPrimaryKey: String

  static let sqlite = SQLDialect(blob: "BLOB", text: "TEXT", keptInPrimaryKey: " WITHOUT ROWID")
  static let postgreSQL = SQLDialect(blob: "BYTEA", text: "TEXT COLLATE \"C\"", keptInPrimaryKey: "")
}
