import CPQ

/// The result of a statement, freed with its last reference.
final class PostgreSQLResult {
  /// `PGresult`.
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }
  var rowCount: Int { Int(PQntuples(pointer)) }

  /// The number of rows that a command inserted, changed or deleted.
  var changedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

  /// The command tag. It is `ROLLBACK` if a transaction could not be committed.
  var command: String { String(cString: PQcmdStatus(pointer)) }

  /// The SQLSTATE code of five characters (appendix A of the manual); empty if the server sent none.
  var code: String { field(67) }

  /// The constraint that was violated.
  var constraint: String { field(110) }

  /// True if a notice of the server is a warning.
  static func isWarning(_ notice: OpaquePointer?) -> Bool {
    // PG_DIAG_SEVERITY_NONLOCALIZED is "V".
    PQresultErrorField(notice, 86).map { String(cString: $0) } == "WARNING"
  }

  /// A field of an error (`PG_DIAG_SQLSTATE` is "C", `PG_DIAG_CONSTRAINT_NAME` "n").
  private func field(_ name: CInt) -> String {
    PQresultErrorField(pointer, name).map { String(cString: $0) } ?? ""
  }
}
