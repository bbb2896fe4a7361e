import CPQ

/// A row of a result in the binary format.
package struct PostgreSQLRow: SQLRow {
  let result: PostgreSQLResult
  let index: CInt

  /// The ids of the types that the statements return (`pg_type.dat`).
  private enum TypeID {
    static let bytes: Oid = 17
    static let integers: [Oid: Int] = [21: 2, 23: 4, 20: 8]
    static let texts: Set<Oid> = [25, 1043, 19]
  }

  package func isNull(_ column: Int) -> Bool { PQgetisnull(result.pointer, index, CInt(column)) == 1 }

  package func integer(_ column: Int) throws(SQLFailure) -> Int64 {
    let bytes = try value(column)
    guard let width = TypeID.integers[type(of: column)], bytes.count == width, let first = bytes.first else {
      throw Self.unexpected
    }
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
  }

  package func text(_ column: Int) throws(SQLFailure) -> String {
    guard TypeID.texts.contains(type(of: column)) else { throw Self.unexpected }
    return String(decoding: try value(column), as: UTF8.self)
  }

  package func blob(_ column: Int) throws(SQLFailure) -> [UInt8] {
    guard type(of: column) == TypeID.bytes else { throw Self.unexpected }
    return Array(try value(column))
  }

  private static let unexpected = SQLFailure.corrupt("a value of an unexpected type")

  private func type(of column: Int) -> Oid { PQftype(result.pointer, CInt(column)) }

  private func value(_ column: Int) throws(SQLFailure) -> UnsafeRawBufferPointer {
    guard !isNull(column), let start = PQgetvalue(result.pointer, index, CInt(column)) else {
      throw Self.unexpected
    }
    return UnsafeRawBufferPointer(
      start: start, count: Int(PQgetlength(result.pointer, index, CInt(column))))
  }
}
