/// The few words in which the two databases differ. Only the schema needs them, and whoever looks into a document.
package struct SQLDialect: Sendable {
  /// The type of bytes.
  let blob: String
  /// A text that is compared and ordered byte by byte.
  let text: String
  /// Follows a table's closing parenthesis when its rows are best kept in the primary key itself.
  let keptInPrimaryKey: String
  /// The text of a member of the JSON object in a column; null where it has none.
  let member: @Sendable (_ name: String, _ column: String) -> String
  /// Follows a table's name where the planner would choose another index.
  let byIndex: @Sendable (_ name: String) -> String

  /// How many bytes the text of a column has.
  let byteCount: @Sendable (_ column: String) -> String

  static let sqlite = SQLDialect(
    blob: "BLOB", text: "TEXT", keptInPrimaryKey: " WITHOUT ROWID",
    member: { name, column in "json_extract(\(column), '$.\(name)')" },
    byIndex: { " INDEXED BY \($0)" }, byteCount: { "length(CAST(\($0) AS BLOB))" })
  static let postgreSQL = SQLDialect(
    blob: "BYTEA", text: "TEXT COLLATE \"C\"", keptInPrimaryKey: "",
    member: { name, column in "(CAST(\(column) AS json) ->> '\(name)') COLLATE \"C\"" },
    byIndex: { _ in "" }, byteCount: { "octet_length(\($0))" })
}
