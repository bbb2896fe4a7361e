import Identity

/// The signing keys. Their private halves are sealed.
struct SigningKeyTable<Connection: SQLConnection> {
  let connection: Connection

  func unretired(now: Instant) throws -> [SigningKeyRecord] {
    try connection.all(SigningKeyStatements.selectUnretired, [SQLValue(now)]) { row in
      var reader = SQLRowReader(row)
      return SigningKeyRecord(
        keyID: try reader.text(), algorithm: try reader.text(), sealedPrivateKey: try reader.blob(),
        certificate: try reader.text(), createdAt: try reader.moment(), activeFrom: try reader.moment(),
        retiredAt: try reader.optionalMoment())
    }
  }

  func insert(_ key: SigningKeyRecord) throws {
    try connection.execute(SigningKeyStatements.insert, [.text(key.keyID)] + encode(key))
  }

  func update(_ key: SigningKeyRecord) throws {
    let arguments = encode(key) + [.text(key.keyID)]
    guard try connection.execute(SigningKeyStatements.update, arguments) == 1 else {
      throw StoreError.conflict(.stale)
    }
  }

  func reseal(_ keyID: String, from old: [UInt8], to new: [UInt8]) throws {
    let arguments: [SQLValue] = [.blob(new), .text(keyID), .blob(old)]
    guard try connection.execute(SigningKeyStatements.reseal, arguments) == 1 else {
      throw StoreError.conflict(.stale)
    }
  }

  /// The values of all columns but the key's id.
  private func encode(_ key: SigningKeyRecord) -> [SQLValue] {
    [
      .text(key.algorithm), .blob(key.sealedPrivateKey), .text(key.certificate), SQLValue(key.createdAt),
      SQLValue(key.activeFrom), SQLValue(key.retiredAt),
    ]
  }
}
