import CPQ

/// A statement's arguments in PostgreSQL's binary format, for libpq.
struct EncodedArguments {
  private var bytes: [UInt8] = []
  /// Where each argument begins; nil for NULL.
  private var starts: [Int?] = []
  private var lengths: [CInt] = []

  /// - Throws: ``SQLFailure/unfitArgument(_:)`` for a text with a null character, and for a value of 2 GB.
  init(_ arguments: [SQLValue]) throws(SQLFailure) {
    for argument in arguments {
      let start = bytes.count
      switch argument {
      case .null: break
      case .integer(let value): withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
      case .text(let text):
        bytes.append(contentsOf: text.utf8)
        guard !bytes[start...].contains(0) else { throw .unfitArgument("a text with a null character") }
      case .blob(let blob): bytes.append(contentsOf: blob)
      }
      guard let length = CInt(exactly: bytes.count - start) else { throw .unfitArgument("a value of 2 GB") }
      starts.append(argument == .null ? nil : start)
      lengths.append(length)
    }
    // The added byte gives empty values an address, too.
    bytes.append(0)
  }

  func withPointers<Value>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> Value
  ) -> Value {
    let formats = [CInt](repeating: 1, count: lengths.count)
    return bytes.withUnsafeBytes { raw in
      let base = raw.bindMemory(to: CChar.self).baseAddress
      let values = starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }
      return values.withUnsafeBufferPointer { values in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}

extension SQLValue {
  /// The type of a parameter. With 0, the server infers it.
  var postgreSQLType: Oid {
    switch self {
    case .null: 0
    case .integer: 20
    case .text: 25
    case .blob: 17
    }
  }
}
