/// The text of one statement, in the SQL that SQLite and PostgreSQL share.
///
/// Parameters are written `$1`, `$2`, … and first appear in ascending order. PostgreSQL uses the number. SQLite treats
/// `$1` as a name, and numbers the names in the order in which they first appear.
package struct SQLStatement: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package let text: String

  package init(_ text: String) { self.text = text }
  package init(stringLiteral value: String) { text = value }

  /// - Parameter columns: names separated by commas.
  static func list(_ columns: String, of table: String) -> String {
    columns.split(separator: ",").map { "\(table).\($0.trimmingPrefix(" "))" }.joined(separator: ", ")
  }
}
