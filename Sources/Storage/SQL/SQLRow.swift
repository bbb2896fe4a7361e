/// One row of a result, read by the position of its columns.
///
/// Every method throws ``SQLFailure/corrupt(_:)`` if the column holds another kind of value: a row that cannot be
/// understood is an error, never a default.
package protocol SQLRow {
  func isNull(_ column: Int) -> Bool
  func integer(_ column: Int) throws(SQLFailure) -> Int64
  func text(_ column: Int) throws(SQLFailure) -> String
  func blob(_ column: Int) throws(SQLFailure) -> [UInt8]
}
