import CPQ

/// What a statement answered, freed when nobody needs it any more.
final class PostgreSQLResult {
  /// `PGresult`.
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var status: ExecStatusType { PQresultStatus(pointer) }
  var rowCount: Int { Int(PQntuples(pointer)) }

  /// How many rows a command inserted, changed or deleted.
  var changedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

  /// The command that was carried out: of a transaction that could not be committed, `ROLLBACK`.
  var command: String { String(cString: PQcmdStatus(pointer)) }

  /// Five characters (appendix A of the manual), empty when the server said nothing.
  var code: String { field(67) }

  /// The constraint that was violated.
  var constraint: String { field(110) }

  /// Whether something that the server says beside its answers is more than a note.
  static func isWarning(_ notice: OpaquePointer?) -> Bool {
    // PG_DIAG_SEVERITY_NONLOCALIZED is "V".
    PQresultErrorField(notice, 86).map { String(cString: $0) } == "WARNING"
  }

  /// A field of an error (`PG_DIAG_SQLSTATE` is "C", `PG_DIAG_CONSTRAINT_NAME` "n").
  private func field(_ name: CInt) -> String {
    PQresultErrorField(pointer, name).map { String(cString: $0) } ?? ""
  }
}
