import Identity
import IdentityWire

/// The refresh sessions.
struct SessionTable<Connection: SQLConnection> {
  let connection: Connection

  func session(tokenHash: [UInt8]) throws -> RefreshSession? {
    try connection.first(SessionStatements.select, [.blob(tokenHash)]) { row in
      var reader = SQLRowReader(row)
      let scope = try reader.scope()
      let accountID = try reader.accountID()
      let authenticatedAt = try reader.moment()
      let createdAt = try reader.moment()
      let tokenEpoch = try reader.integer()
      var signIn = SignInFacts(provider: try reader.text())
      let factorID = try reader.optionalText()
      let factorKind = try reader.optionalText()
      if let factorID, let factorKind {
        signIn.secondFactor = .init(enrollmentID: factorID, kind: factorKind)
      }
      if let claims = try reader.optionalText() {
        guard let members = try JSONColumn.decode(claims).objectValue else {
          throw SQLFailure.corrupt("a session's claims")
        }
        signIn.additionalClaims = members
      }
      signIn.attributes = try reader.optionalText().map(JSONColumn.decode)
      return RefreshSession(
        tokenHash: tokenHash, scope: scope, accountID: accountID, authenticatedAt: authenticatedAt,
        createdAt: createdAt, tokenEpoch: tokenEpoch, signIn: signIn)
    }
  }

  func insert(_ session: RefreshSession) throws {
    let signIn = session.signIn
    let claims = signIn.additionalClaims
    try connection.execute(
      SessionStatements.insert,
      [.blob(session.tokenHash)] + session.scope.sqlValues + [
        .text(session.accountID.rawValue), SQLValue(session.authenticatedAt), SQLValue(session.createdAt),
        .integer(session.tokenEpoch), .text(signIn.provider), SQLValue(signIn.secondFactor?.enrollmentID),
        SQLValue(signIn.secondFactor?.kind),
        claims.isEmpty ? .null : .text(try JSONColumn.encode(.object(claims))),
        SQLValue(try signIn.attributes.map(JSONColumn.encode)),
      ])
  }

  func delete(of id: AccountID, in scope: Scope) throws {
    try connection.execute(SessionStatements.deleteByAccount, scope.sqlValues + [.text(id.rawValue)])
  }

  func delete(of id: AccountID, in scope: Scope, createdBefore moment: Timestamp) throws {
    try connection.execute(
      SessionStatements.deleteOlder, scope.sqlValues + [.text(id.rawValue), SQLValue(moment)])
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(SessionStatements.deleteAll, scope.sqlValues)
  }
}
