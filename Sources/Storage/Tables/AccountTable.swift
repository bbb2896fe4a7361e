import Identity

/// The accounts with their links; the columns are in the order of ``AccountStatements``.
struct AccountTable<Connection: SQLConnection> {
  let connection: Connection
  private var links: ProviderLinkTable<Connection> { ProviderLinkTable(connection: connection) }
  private var passkeys: PasskeyTable<Connection> { PasskeyTable(connection: connection) }
  private var sessions: SessionTable<Connection> { SessionTable(connection: connection) }
  private var spellings: EmailSpellingTable<Connection> { EmailSpellingTable(connection: connection) }

  init(connection: Connection) { self.connection = connection }

  // MARK: Reading

  func account(_ id: AccountID, in scope: Scope) throws -> Account? {
    try one(AccountStatements.selectByID, scope.sqlValues + [.text(id.rawValue)], in: scope)
  }

  /// The account, and whether the sign-in at a moment was revoked.
  func account(
    _ id: AccountID, in scope: Scope, signedInAt moment: Instant
  ) throws -> (account: Account, signInHasEnded: Bool)? {
    var signInHasEnded = false
    let arguments = SessionTable<Connection>.proof(of: id, scope, at: moment)
    let account = try one(AccountStatements.selectSignedIn, arguments, in: scope) { reader in
      signInHasEnded = try reader.flag()
    }
    return account.map { ($0, signInHasEnded) }
  }

  /// A session with its account.
  func session(tokenHash: [UInt8]) throws -> (session: RefreshSession, account: Account)? {
    var found: (session: RefreshSession, account: Account)?
    try connection.query(AccountStatements.selectBySession, [.blob(tokenHash)]) { row in
      var reader = SQLRowReader(row, from: AccountStatements.columnCount)
      let link = try ProviderLinkTable<Connection>.decodeJoined(&reader)
      if found == nil {
        let session = try SessionTable<Connection>.decode(&reader)
        found = (session, try AccountColumns.decode(row, in: session.scope))
      }
      if let link { found?.account.links.append(link) }
      return true
    }
    return found
  }

  func account(email: EmailAddress, in scope: Scope) throws -> Account? {
    try one(AccountStatements.selectByEmail, scope.sqlValues + [.text(email.text)], in: scope)
  }

  func account(phoneNumber: String, in scope: Scope) throws -> Account? {
    try one(AccountStatements.selectByPhoneNumber, scope.sqlValues + [.text(phoneNumber)], in: scope)
  }

  func account(providerID: String, rawID: String, in scope: Scope) throws -> Account? {
    try one(
      AccountStatements.selectByProviderLink, scope.sqlValues + [.text(providerID), .text(rawID)], in: scope)
  }

  func account(passkey credentialID: [UInt8], in scope: Scope) throws -> Account? {
    try one(AccountStatements.selectByPasskey, scope.sqlValues + [.blob(credentialID)], in: scope)
  }

  func count(in scope: Scope) throws -> Int { try count(AccountStatements.count, scope.sqlValues) }

  func count(in scope: Scope, upTo limit: Int) throws -> Int {
    try count(AccountStatements.countUpTo, scope.sqlValues + [.integer(Int64(limit))])
  }

  private func count(_ statement: SQLStatement, _ arguments: [SQLValue]) throws -> Int {
    let count = try connection.first(statement, arguments) { row in try row.integer(0) }
    guard let count else { throw SQLFailure.failed("COUNT answered no row") }
    return Int(count)
  }

  func page(in scope: Scope, after: AccountID?, limit: Int) throws -> [Account] {
    let arguments = scope.sqlValues + [.text(after?.rawValue ?? ""), .integer(Int64(limit))]
    var page = try connection.all(AccountStatements.selectPage, arguments) { row in
      try AccountColumns.decode(row, in: scope)
    }
    guard let first = page.first, let last = page.last else { return [] }
    let linksByAccount = try links.links(from: first.id, through: last.id, in: scope)
    for index in page.indices {
      page[index].links = linksByAccount[Array(page[index].id.rawValue.utf8)] ?? []
    }
    return page
  }

  func page(in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int) throws -> [Account] {
    let arguments = scope.sqlValues + [.integer(Int64(limit)), .integer(Int64(offset))]
    var page = try connection.all(AccountStatements.selectOrdered(order), arguments) { row in
      try AccountColumns.decode(row, in: scope)
    }
    for index in page.indices { page[index].links = try links.links(of: page[index].id, in: scope) }
    return page
  }

  /// The accounts with some ids, in any order and without their links.
  func some(_ arguments: [SQLValue], in scope: Scope) throws -> [Account] {
    try connection.all(AccountSearchStatements.selectAccounts, arguments) { row in
      try AccountColumns.decode(row, in: scope)
    }
  }

  /// Reads one account from its rows: search values are unique in a scope, so all rows belong to one account.
  ///
  /// - Parameter more: reads the columns after account and link from the first row.
  private func one(
    _ statement: SQLStatement, _ arguments: [SQLValue], in scope: Scope,
    _ more: (inout SQLRowReader<Connection.Row>) throws -> Void = { _ in }
  ) throws -> Account? {
    var account: Account?
    try connection.query(statement, arguments) { row in
      var reader = SQLRowReader(row, from: AccountStatements.columnCount)
      if account == nil {
        account = try AccountColumns.decode(row, in: scope)
        if let link = try ProviderLinkTable<Connection>.decodeJoined(&reader) { account?.links.append(link) }
        try more(&reader)
      } else if let link = try ProviderLinkTable<Connection>.decodeJoined(&reader) {
        account?.links.append(link)
      }
      return true
    }
    return account
  }

  // MARK: Writing

  func insert(_ account: Account) throws {
    try spellings.note(account)
    let key = account.scope.sqlValues + [.text(account.id.rawValue)]
    try connection.send(
      AccountStatements.insert, key + AccountColumns.encode(account) + [.integer(account.version)])
    try spellings.remember(account)
    try links.insert(account.links, of: account.id, in: account.scope)
    try passkeys.insert(account.passkeys, of: account.id, in: account.scope)
  }

  func update(_ account: Account) throws {
    try spellings.note(account)
    let key = account.scope.sqlValues + [.text(account.id.rawValue), .integer(account.version)]
    try connection.send(AccountStatements.update, AccountColumns.encode(account) + key) { count in
      guard count == 1 else { throw StoreError.conflict(.stale) }
    }
    try spellings.remember(account)
    try links.replace(with: account.links, of: account.id, in: account.scope)
    try passkeys.replace(with: account.passkeys, of: account.id, in: account.scope)
  }

  func recordSignIn(_ id: AccountID, in scope: Scope, version: Int64, at moment: Instant) throws {
    let key = scope.sqlValues + [.text(id.rawValue), .integer(version)]
    try connection.send(AccountStatements.recordSignIn, [SQLValue(moment)] + key) { count in
      guard count == 1 else { throw StoreError.conflict(.stale) }
    }
  }

  func delete(_ id: AccountID, in scope: Scope) throws {
    try links.delete(of: id, in: scope)
    try passkeys.delete(of: id, in: scope)
    try sessions.delete(of: id, in: scope)
    let key = scope.sqlValues + [.text(id.rawValue)]
    guard try connection.execute(AccountStatements.delete, key) == 1 else {
      throw StoreError.conflict(.stale)
    }
  }

  func deleteAll(in scope: Scope) throws {
    try links.deleteAll(in: scope)
    try passkeys.deleteAll(in: scope)
    try sessions.deleteAll(in: scope)
    try connection.execute(AccountStatements.deleteAll, scope.sqlValues)
  }
}
