import Identity

/// The audit log: unsealed entries, chained records, the ends of the chains, and the cursors of consumers.
struct AuditTable<Connection: SQLConnection> {
  let connection: Connection

  // MARK: Writing

  /// Appends an event without waiting for other writers. ``seal(limit:waiting:)`` adds it to its chain later.
  func append(_ event: AuditEvent) throws {
    let text = event.bounded.entryText
    try connection.send(
      AuditStatements.insertEntry,
      [Self.value(of: event.project), SQLValue(event.at), .text(text.beginning), .text(text.end)])
  }

  func prune(
    before moment: Instant, reserving reservation: AuditReservation?, limit: Int
  ) throws -> AuditPruning {
    var sum = AuditPruning()
    // Two concurrent prunings would overwrite each other's end of the chain.
    if Connection.hasWritersBeside { try connection.execute(AuditStatements.waitForChains) }
    for head in try heads() where sum.count < limit {
      let pruning = try prune(head, before: moment, reserving: reservation, limit: limit - sum.count)
      sum.count += pruning.count
      sum.lost += pruning.lost
    }
    return sum
  }

  private func prune(
    _ head: AuditHead, before moment: Instant, reserving reservation: AuditReservation?, limit: Int
  ) throws -> AuditPruning {
    let chain = Self.value(of: head.chain)
    let reserved = reservation.flatMap { $0.covers(head.chain) ? $0 : nil }
    let taken = try reserved.map { try cursor(of: $0.consumer, chain: head.chain).sequence }
    var last: (sequence: Int64, hash: [UInt8])?
    var pruning = AuditPruning()
    try connection.query(AuditStatements.selectOldest, [chain, .integer(Int64(limit))]) { row in
      var reader = SQLRowReader(row)
      let sequence = try reader.integer()
      let recordedAt = try reader.moment()
      guard recordedAt < moment, sequence < head.sequence else { return false }
      if let reserved, let taken, sequence > taken {
        guard recordedAt < reserved.end else { return false }
        pruning.lost += 1
      }
      last = (sequence, try reader.blob())
      pruning.count += 1
      return true
    }
    guard let last else { return pruning }
    try connection.execute(AuditStatements.prune, [chain, .integer(last.sequence)])
    try connection.execute(
      AuditStatements.notePruning, [.integer(last.sequence), .blob(last.hash), chain])
    return pruning
  }

  func leaseCursor(
    of consumer: String, chain: ProjectID?, lease: String, until end: Instant, now: Instant,
    beginning begins: Bool
  ) throws -> AuditCursor? {
    let (name, chain) = (SQLValue.text(consumer), Self.value(of: chain))
    let bounds = [SQLValue(now), SQLValue(now.adding(seconds: AuditCursor.longestWait))]
    guard begins else {
      return try connection.first(
        AuditStatements.leaseKnownCursor, [.text(lease), SQLValue(end), name, chain] + bounds, decodeCursor)
    }
    return try connection.first(
      AuditStatements.leaseCursor, [name, chain, .text(lease), SQLValue(end)] + bounds, decodeCursor)
  }

  func moveCursor(of consumer: String, chain: ProjectID?, lease: String, to sequence: Int64) throws -> Bool {
    try connection.execute(
      AuditStatements.moveCursor,
      [.integer(sequence), .text(consumer), Self.value(of: chain), .text(lease)]) == 1
  }

  func postponeCursor(
    of consumer: String, chain: ProjectID?, lease: String, at sequence: Int64, until moment: Instant,
    now: Instant
  ) throws {
    try connection.execute(
      AuditStatements.postponeCursor,
      [
        .integer(sequence), SQLValue(now), SQLValue(moment), .text(consumer), Self.value(of: chain),
        .text(lease),
      ])
  }

  func beginCursor(of consumer: String, chain: ProjectID?, at sequence: Int64) throws {
    try connection.execute(
      AuditStatements.beginCursor, [.text(consumer), Self.value(of: chain), .integer(sequence)])
  }

  func retryCursor(of consumer: String, chain: ProjectID?) throws {
    try connection.execute(AuditStatements.retryCursor, [.text(consumer), Self.value(of: chain)])
  }

  func deleteCursor(of consumer: String, chain: ProjectID?) throws {
    try connection.execute(AuditStatements.deleteCursor, [.text(consumer), Self.value(of: chain)])
  }

  // MARK: Reading

  func heads() throws -> [AuditHead] {
    try connection.all(AuditStatements.selectHeads, [], decodeHead)
  }

  func records(of chain: ProjectID?, after sequence: Int64, limit: Int) throws -> [AuditRecord] {
    let arguments = [Self.value(of: chain), .integer(sequence), .integer(Int64(limit))]
    return try connection.all(AuditStatements.selectPage, arguments) { row in
      try decodeRecord(row, of: chain)
    }
  }

  /// Records about an account, the newest first. A project's chain contains the records of all its tenants.
  func records(about account: AccountID, in scope: Scope, before sequence: Int64, limit: Int) throws
    -> [AuditRecord]
  {
    let arguments: [SQLValue] = [
      .text(scope.project.rawValue), .text(account.rawValue), .text(scope.tenant?.rawValue ?? ""),
      .integer(sequence), .integer(Int64(limit)),
    ]
    return try connection.all(AuditStatements.selectOfAccount(Connection.dialect), arguments) { row in
      try decodeRecord(row, of: scope.project)
    }
  }

  private func decodeRecord(_ row: Connection.Row, of chain: ProjectID?) throws -> AuditRecord {
    var reader = SQLRowReader(row)
    return AuditRecord(
      chain: chain, sequence: try reader.integer(), text: try reader.text(), hash: try reader.blob())
  }

  func cursor(of consumer: String, chain: ProjectID?) throws -> AuditCursor {
    try connection.first(
      AuditStatements.selectCursor, [.text(consumer), Self.value(of: chain)], decodeCursor) ?? AuditCursor()
  }

  private func decodeCursor(_ row: Connection.Row) throws -> AuditCursor {
    var reader = SQLRowReader(row)
    return AuditCursor(
      sequence: try reader.integer(), failures: Int(clamping: try reader.integer()),
      leasedUntil: try reader.moment(), failingSince: try Self.failingSince(reader.moment()))
  }

  private static func failingSince(_ moment: Instant) -> Instant? { moment.milliseconds == 0 ? nil : moment }

  private func decodeHead(_ row: Connection.Row) throws -> AuditHead {
    var reader = SQLRowReader(row)
    return AuditHead(
      chain: try Self.chain(reader.text()), sequence: try reader.integer(), hash: try reader.blob(),
      prunedSequence: try reader.integer(), prunedHash: try reader.blob())
  }

  static func chain(_ name: String) throws -> ProjectID? {
    let chain = name.isEmpty ? nil : ProjectID(rawValue: name)
    guard name.isEmpty || chain != nil else { throw SQLFailure.corrupt("a project id") }
    return chain
  }

  static func value(of chain: ProjectID?) -> SQLValue { .text(chain?.rawValue ?? "") }
}
