import Identity

/// The audit log: chained records, the ends of the chains, and how far they were sent.
struct AuditTable<Connection: SQLConnection> {
  let connection: Connection

  // MARK: Writing

  func append(_ event: AuditEvent) throws {
    let chain = Self.value(of: event.project)
    try connection.execute(AuditStatements.takePlace, [chain, .blob(AuditHead.genesis)])
    guard let head = try head(of: chain) else { throw SQLFailure.failed("an audit chain has no head") }
    var event = event.bounded
    event.sequence = head.sequence
    let text = try DocumentColumn.encode(event)
    let hash = AuditChain.hash(after: head.hash, text)
    try connection.execute(
      AuditStatements.insert,
      [chain, .integer(head.sequence), SQLValue(event.at), .text(text), .blob(hash)])
    try connection.execute(AuditStatements.moveHead, [.blob(hash), chain, .integer(head.sequence)])
  }

  func prune(before moment: Timestamp, limit: Int) throws -> Int {
    try heads().reduce(0) { count, head in try count + prune(head, before: moment, limit: limit) }
  }

  private func prune(_ head: AuditHead, before moment: Timestamp, limit: Int) throws -> Int {
    let chain = Self.value(of: head.chain)
    var last: (sequence: Int64, hash: [UInt8])?
    var count = 0
    try connection.query(AuditStatements.selectOldest, [chain, .integer(Int64(limit))]) { row in
      var reader = SQLRowReader(row)
      let sequence = try reader.integer()
      guard try reader.moment() < moment, sequence < head.sequence else { return false }
      last = (sequence, try reader.blob())
      count += 1
      return true
    }
    guard let last else { return 0 }
    try connection.execute(AuditStatements.prune, [chain, .integer(last.sequence)])
    try connection.execute(
      AuditStatements.notePruning, [.integer(last.sequence), .blob(last.hash), chain])
    return count
  }

  func moveCursor(of consumer: String, chain: ProjectID?, to sequence: Int64) throws {
    try connection.execute(
      AuditStatements.moveCursor, [.text(consumer), Self.value(of: chain), .integer(sequence)])
  }

  // MARK: Reading

  func heads() throws -> [AuditHead] {
    try connection.all(AuditStatements.selectHeads, [], decodeHead)
  }

  func records(of chain: ProjectID?, after sequence: Int64, limit: Int) throws -> [AuditRecord] {
    let arguments = [Self.value(of: chain), .integer(sequence), .integer(Int64(limit))]
    return try connection.all(AuditStatements.selectPage, arguments) { row in
      var reader = SQLRowReader(row)
      return AuditRecord(
        chain: chain, sequence: try reader.integer(), text: try reader.text(), hash: try reader.blob())
    }
  }

  func cursor(of consumer: String, chain: ProjectID?) throws -> Int64 {
    try connection.first(AuditStatements.selectCursor, [.text(consumer), Self.value(of: chain)]) { row in
      try row.integer(0)
    } ?? 0
  }

  private func head(of chain: SQLValue) throws -> AuditHead? {
    try connection.first(AuditStatements.selectHead, [chain], decodeHead)
  }

  private func decodeHead(_ row: Connection.Row) throws -> AuditHead {
    var reader = SQLRowReader(row)
    let name = try reader.text()
    let chain = name.isEmpty ? nil : ProjectID(rawValue: name)
    guard name.isEmpty || chain != nil else { throw SQLFailure.corrupt("a project id") }
    return AuditHead(
      chain: chain, sequence: try reader.integer(), hash: try reader.blob(),
      prunedSequence: try reader.integer(), prunedHash: try reader.blob())
  }

  private static func value(of chain: ProjectID?) -> SQLValue { .text(chain?.rawValue ?? "") }
}
