import Identity

/// The links of accounts, stored in the order in which the account lists them.
struct ProviderLinkTable<Connection: SQLConnection> {
  let connection: Connection

  func links(of id: AccountID, in scope: Scope) throws -> [ProviderLink] {
    let arguments = scope.sqlValues + [.text(id.rawValue)]
    return try connection.all(ProviderLinkStatements.selectByAccount, arguments) { row in
      var reader = SQLRowReader(row)
      return try Self.decode(&reader)
    }
  }

  /// The links of all accounts from one id to another, both included, keyed by the bytes of the account ids: Swift
  /// considers two spellings of a letter equal, the database does not.
  func links(
    from first: AccountID, through last: AccountID, in scope: Scope
  ) throws -> [[UInt8]: [ProviderLink]] {
    try grouped(
      ProviderLinkStatements.selectByAccountRange,
      scope.sqlValues + [.text(first.rawValue), .text(last.rawValue)])
  }

  /// The links of some accounts.
  func some(_ arguments: [SQLValue]) throws -> [[UInt8]: [ProviderLink]] {
    try grouped(AccountSearchStatements.selectLinks, arguments)
  }

  private func grouped(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> [[UInt8]: [ProviderLink]]
  {
    var found: [[UInt8]: [ProviderLink]] = [:]
    try connection.query(statement, arguments) { row in
      var reader = SQLRowReader(row)
      let id = Array(try reader.text().utf8)
      found[id, default: []].append(try Self.decode(&reader))
      return true
    }
    return found
  }

  func insert(_ links: [ProviderLink], of id: AccountID, in scope: Scope) throws {
    for (ordinal, link) in links.enumerated() {
      try connection.send(
        ProviderLinkStatements.insert,
        scope.sqlValues + [
          .text(id.rawValue), .integer(Int64(ordinal)), .text(link.providerID), .text(link.rawID),
          SQLValue(link.federatedID), SQLValue(link.email), SQLValue(link.displayName),
          SQLValue(link.photoURL), SQLValue(link.screenName), SQLValue(link.sealedGrant),
        ])
    }
  }

  /// Replaces an account's links. Writes nothing if they are unchanged, as in most changes of an account.
  func replace(with links: [ProviderLink], of id: AccountID, in scope: Scope) throws {
    let stored = try self.links(of: id, in: scope)
    guard stored != links else { return }
    try delete(of: id, in: scope)
    try insert(links, of: id, in: scope)
  }

  func delete(of id: AccountID, in scope: Scope) throws {
    try connection.send(
      ProviderLinkStatements.deleteByAccount, scope.sqlValues + [.text(id.rawValue)])
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(ProviderLinkStatements.deleteAll, scope.sqlValues)
  }

  /// Decodes a link. Returns nil for the row of an account without links.
  static func decodeJoined(_ reader: inout SQLRowReader<Connection.Row>) throws -> ProviderLink? {
    guard reader.isNull else { return try decode(&reader) }
    reader.skip(ProviderLinkStatements.columnCount)
    return nil
  }

  private static func decode(_ reader: inout SQLRowReader<Connection.Row>) throws -> ProviderLink {
    ProviderLink(
      providerID: try reader.text(), rawID: try reader.text(), federatedID: try reader.optionalText(),
      email: try reader.optionalText(), displayName: try reader.optionalText(),
      photoURL: try reader.optionalText(), screenName: try reader.optionalText(),
      sealedGrant: try reader.optionalBlob())
  }
}
