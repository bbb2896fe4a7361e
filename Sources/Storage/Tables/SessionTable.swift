import Identity
import IdentityWire

/// The refresh sessions.
struct SessionTable<Connection: SQLConnection> {
  let connection: Connection

  func inUse(of id: AccountID, in scope: Scope, limit: Int) throws -> [RefreshSession] {
    try connection.all(
      SessionStatements.selectInUse, Self.owner(id, scope) + [.integer(Int64(limit))]
    ) { row in
      var reader = SQLRowReader(row)
      return try Self.decode(&reader)
    }
  }

  static func decode(_ reader: inout SQLRowReader<Connection.Row>) throws -> RefreshSession {
    let tokenHash = try reader.blob()
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
    session.endedAt = try reader.optionalMoment()
    session.origin.network = try reader.optionalText()
    session.origin.program = try reader.optionalText()
    return session
  }

  /// Inserts a session. If the account then has too many in use, deletes the oldest.
  func begin(_ session: RefreshSession) throws {
    try insert(session)
    try connection.send(
      SessionStatements.deleteOldest,
      Self.owner(session.accountID, session.scope) + [.integer(Int64(RefreshSession.maximumPerAccount))])
  }

  func insert(_ session: RefreshSession) throws {
    let signIn = session.signIn
    let claims = signIn.additionalClaims
    try connection.send(
      SessionStatements.insert,
      [.blob(session.tokenHash)] + session.scope.sqlValues + [
        .text(session.accountID.rawValue), SQLValue(session.authenticatedAt), SQLValue(session.createdAt),
        .integer(session.tokenEpoch), .text(signIn.provider), SQLValue(signIn.secondFactor?.enrollmentID),
        SQLValue(signIn.secondFactor?.kind),
        claims.isEmpty ? .null : .text(try JSONColumn.encode(.object(claims))),
        SQLValue(try signIn.attributes.map(JSONColumn.encode)),
        session.family.map { .blob($0) } ?? .null, SQLValue(session.lastUsedAt), SQLValue(session.forgetAt),
        SQLValue(session.origin.network), SQLValue(session.origin.program),
      ])
  }

  func rotate(
    _ tokenHash: [UInt8], to successor: RefreshSession, sealedSuccessor: [UInt8], now: Instant,
    forgetAt: Instant
  ) throws {
    let arguments: [SQLValue] = [
      SQLValue(now), .blob(sealedSuccessor), SQLValue(forgetAt), .blob(tokenHash),
    ]
    try connection.send(SessionStatements.rotate, arguments) { count in
      guard count == 1 else { throw StoreError.conflict(.stale) }
    }
    try insert(successor)
  }

  func revokeFamily(of session: RefreshSession, now: Instant, forgetAt: Instant) throws {
    try connection.execute(
      SessionStatements.revoke,
      [SQLValue(now), SQLValue(forgetAt)]
        + Self.proof(
          of: session.accountID, session.scope, at: session.authenticatedAt))
  }

  func requireSignIn(of id: AccountID, in scope: Scope, authenticatedAt moment: Instant) throws {
    guard try !hasEnded(of: id, in: scope, authenticatedAt: moment) else {
      throw StoreError.conflict(.signInEnded)
    }
  }

  func hasEnded(of id: AccountID, in scope: Scope, authenticatedAt moment: Instant) throws -> Bool {
    let arguments = Self.proof(of: id, scope, at: moment)
    return try connection.first(SessionStatements.wasRevoked, arguments, { _ in true }) != nil
  }

  func end(
    of id: AccountID, in scope: Scope, createdBefore moment: Instant?, now: Instant, forgetAt: Instant
  ) throws {
    let end = moment.map { SQLValue($0) } ?? .integer(.max)
    try connection.send(
      SessionStatements.end, [SQLValue(now), SQLValue(forgetAt)] + Self.owner(id, scope) + [end])
  }

  private static func owner(_ id: AccountID, _ scope: Scope) -> [SQLValue] {
    scope.sqlValues + [.text(id.rawValue)]
  }

  /// The arguments that select the sessions of one sign-in of an account. They identify the sign-in by its time in
  /// whole seconds, because ID tokens contain no finer time.
  static func proof(of id: AccountID, _ scope: Scope, at moment: Instant) -> [SQLValue] {
    let begin = Instant(seconds: moment.seconds)
    return owner(id, scope) + [SQLValue(begin), SQLValue(begin.adding(seconds: 1))]
  }

  func noteUse(_ tokenHash: [UInt8], at moment: Instant, forgetAt: Instant?) throws {
    try connection.send(
      SessionStatements.noteUse, [SQLValue(moment), SQLValue(forgetAt), .blob(tokenHash)])
  }

  func sweep(now: Instant, limit: Int) throws -> Int {
    try connection.execute(SessionStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }

  func delete(of id: AccountID, in scope: Scope) throws {
    try connection.execute(SessionStatements.deleteByAccount, Self.owner(id, scope))
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(SessionStatements.deleteAll, scope.sqlValues)
  }
}
