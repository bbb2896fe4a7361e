/// One row of a result, read by the position of its columns.
///
/// Every method throws ``SQLFailure/corrupt(_:)`` if the column contains another kind of value. An unreadable row is
/// always an error; it never becomes a default value.
package protocol SQLRow {
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) throws(SQLFailure) -> Int64
  func text(_ column: Int) throws(SQLFailure) -> String
  func blob(_ column: Int) throws(SQLFailure) -> [UInt8]
}
