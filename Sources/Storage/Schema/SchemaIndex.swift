/// An index that only makes reading faster. It can be made while others write.
struct SchemaIndex: Sendable {
  let name: String
  let table: String
  /// Columns and expressions, as they stand between the parentheses.
  let columns: String
  /// Of the rows that are in it; nil for all.
  var condition: String?

  /// - Parameter isConcurrent: PostgreSQL alone, and outside of any transaction: nobody who writes waits for it.
  func statement(isConcurrent: Bool = false) -> SQLStatement {
    let condition = condition.map { " WHERE \($0)" } ?? ""
    return SQLStatement(
      """
      CREATE INDEX \(isConcurrent ? "CONCURRENTLY " : "")IF NOT EXISTS \(name) ON \(table) (\(columns))\(condition)
      """)
  }
}
