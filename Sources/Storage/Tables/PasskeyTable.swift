import Identity

/// The owners of passkeys by credential ID. All other data of passkeys is in the accounts' rows.
struct PasskeyTable<Connection: SQLConnection> {
  let connection: Connection

  func insert(_ passkeys: [Passkey], of id: AccountID, in scope: Scope) throws {
    for passkey in passkeys {
      try connection.send(
        PasskeyStatements.insert,
        scope.sqlValues + [.blob(passkey.credentialID), .text(id.rawValue), .text(passkey.rpID)])
    }
  }

  /// Replaces an account's passkeys. Writes nothing if they are unchanged, for example at a sign-in with a passkey. If
  /// the account has no passkeys, as most accounts, it deletes without reading.
  func replace(with passkeys: [Passkey], of id: AccountID, in scope: Scope) throws {
    guard !passkeys.isEmpty else { return try delete(of: id, in: scope) }
    let arguments = scope.sqlValues + [.text(id.rawValue)]
    let stored = try connection.all(PasskeyStatements.selectByAccount, arguments) { row in
      var reader = SQLRowReader(row)
      return Row(credentialID: try reader.blob(), rpID: try reader.text())
    }
    guard Set(stored) != Set(passkeys.map { Row(credentialID: $0.credentialID, rpID: $0.rpID) }) else {
      return
    }
    try delete(of: id, in: scope)
    try insert(passkeys, of: id, in: scope)
  }

  func delete(of id: AccountID, in scope: Scope) throws {
    try connection.send(PasskeyStatements.deleteByAccount, scope.sqlValues + [.text(id.rawValue)])
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(PasskeyStatements.deleteAll, scope.sqlValues)
  }

  func counts(in scope: Scope) throws -> [String: Int] {
    let rows = try connection.all(PasskeyStatements.count, scope.sqlValues) { row in
      var reader = SQLRowReader(row)
      return (try reader.text(), Int(try reader.integer()))
    }
    return Dictionary(rows, uniquingKeysWith: +)
  }

  private struct Row: Hashable {
    var credentialID: [UInt8]
    var rpID: String
  }
}
