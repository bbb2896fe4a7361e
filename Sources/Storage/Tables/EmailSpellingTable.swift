import Identity
import IdentityWire

/// The accounts whose address is not in normal form.
struct EmailSpellingTable<Connection: SQLConnection> {
  let connection: Connection
  private var accounts: AccountTable<Connection> { AccountTable(connection: connection) }

  /// Accounts whose address has this normal form but different bytes.
  func accounts(spelling email: EmailAddress, in scope: Scope) throws -> [Account] {
    guard email.hasOtherSpellings else { return [] }
    let ids = try connection.all(
      EmailSpellingStatements.select, scope.sqlValues + [.text(email.text)]
    ) { row in
      var reader = SQLRowReader(row)
      return try reader.accountID()
    }
    return try ids.compactMap { try accounts.account($0, in: scope) }
      .filter { $0.email != email && ($0.email?.normalForm).hasSameBytes(as: email.text) }
  }

  func all(limit: Int) throws -> [Account] {
    let keys = try connection.all(EmailSpellingStatements.selectAll, [.integer(Int64(limit))]) { row in
      var reader = SQLRowReader(row)
      return (try reader.scope(), try reader.accountID())
    }
    return try keys.compactMap { scope, id in try accounts.account(id, in: scope) }
      .filter { $0.email?.isNormalized == false }
  }

  /// Checks an account's address. Call it before the account is written. An address that the account already has is
  /// accepted.
  ///
  /// - Throws: ``StoreConflict/emailTaken`` if another account has the address in another spelling.
  func note(_ account: Account) throws {
    guard let email = account.email, email.hasOtherSpellings else { return }
    guard try accounts.account(account.id, in: account.scope)?.email != email else { return }
    var others: [Account?] = []
    if let normal = EmailAddress(email.text) {
      others = try accounts(spelling: normal, in: account.scope)
      if normal != email { others.append(try accounts.account(email: normal, in: account.scope)) }
    }
    guard others.allSatisfy({ $0 == nil || $0?.id == account.id }) else {
      throw StoreError.conflict(.emailTaken)
    }
  }

  /// Records the address of an account. Call it after the account is written.
  func remember(_ account: Account) throws {
    guard let email = account.email, !email.isNormalized else { return }
    let key = account.scope.sqlValues + [.text(account.id.rawValue)]
    try connection.send(EmailSpellingStatements.note, key + [.text(email.normalForm)])
  }
}
