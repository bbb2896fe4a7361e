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
      var session = RefreshSession(
        tokenHash: tokenHash, scope: scope, accountID: accountID, authenticatedAt: authenticatedAt,
        createdAt: createdAt, tokenEpoch: tokenEpoch, signIn: signIn)
      session.family = try reader.optionalBlob()
      session.lastUsedAt = try reader.optionalMoment()
      let rotatedAt = try reader.optionalMoment()
      let sealedSuccessor = try reader.optionalBlob()
      session.rotation = rotatedAt.map { .init(at: $0, sealedSuccessor: sealedSuccessor ?? []) }
      session.revokedAt = try reader.optionalMoment()
      session.forgetAt = try reader.optionalMoment()
      return session
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
        session.family.map { .blob($0) } ?? .null, SQLValue(session.lastUsedAt), SQLValue(session.forgetAt),
      ])
  }

  func rotate(
    _ tokenHash: [UInt8], to successor: RefreshSession, sealedSuccessor: [UInt8], now: Timestamp,
    forgetAt: Timestamp
  ) throws {
    let arguments: [SQLValue] = [
      SQLValue(now), .blob(sealedSuccessor), SQLValue(forgetAt), .blob(tokenHash),
    ]
    guard try connection.execute(SessionStatements.rotate, arguments) == 1 else {
      throw StoreError.conflict(.stale)
    }
    try insert(successor)
  }

  func revokeFamily(_ family: [UInt8], now: Timestamp, forgetAt: Timestamp) throws {
    let arguments: [SQLValue] = [SQLValue(now), SQLValue(forgetAt), .blob(family)]
    try connection.execute(SessionStatements.revokeFirst, arguments)
    try connection.execute(SessionStatements.revokeSuccessors, arguments)
  }

  func noteUse(_ tokenHash: [UInt8], at moment: Timestamp, forgetAt: Timestamp?) throws {
    try connection.execute(
      SessionStatements.noteUse, [SQLValue(moment), SQLValue(forgetAt), .blob(tokenHash)])
  }

  func sweep(now: Timestamp, limit: Int) throws -> Int {
    try connection.execute(SessionStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
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
