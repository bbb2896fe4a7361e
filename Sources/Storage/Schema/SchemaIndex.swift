/// An index that only makes reading faster. It can be created while others write.
struct SchemaIndex: Sendable {
  let name: String
  let table: String
  /// Columns and expressions, as between the parentheses of `CREATE INDEX`.
  let columns: String
  /// The condition of a partial index; nil for all rows.
  var condition: String?

  /// - Parameter isConcurrent: creates the index without blocking writers. For PostgreSQL only, outside any
  ///   transaction.
  func statement(isConcurrent: Bool = false) -> SQLStatement {
    let condition = condition.map { " WHERE \($0)" } ?? ""
    return SQLStatement(
      """
      CREATE INDEX \(isConcurrent ? "CONCURRENTLY " : "")IF NOT EXISTS \(name) ON \(table) (\(columns))\(condition)
      """)
  }
}
