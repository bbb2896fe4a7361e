import Identity

/// An event that waits for its place in its chain.
private struct AuditEntry {
  var id: Int64
  var chain: String
  var recordedAt: Int64
  var text: AuditEntryText
}

extension AuditTable {
  /// Moves the oldest entries, at most `limit`, into their places in their chains.
  ///
  /// Entries are found by their presence in the table, never by id: a transaction that commits late has entries with
  /// smaller ids than other entries that were already sealed. Among the present entries, the ids give the order of
  /// writing.
  ///
  /// - Parameter waits: true to wait while another transaction seals or prunes; false to return nil at once in this
  ///   case.
  /// - Returns: the number of sealed entries; nil if another transaction was sealing or pruning.
  func seal(limit: Int, waiting waits: Bool) throws -> Int? {
    if Connection.hasWritersBeside, try !lockChainsExclusively(waiting: waits) { return nil }
    let entries = try takeEntries(limit)
    for (name, entries) in Dictionary(grouping: entries, by: \.chain).sorted(by: { $0.key < $1.key }) {
      try seal(entries, in: name)
    }
    return entries.count
  }

  /// Does the same as ``seal(limit:waiting:)``, but continues if a chain fails. The entries of a failed chain stay in
  /// place.
  ///
  /// - Throws: an error if an entry cannot be decoded. Then no chain is sealed, because the entry may belong to any of
  ///   them.
  func sealChainByChain(limit: Int, waiting waits: Bool) throws -> AuditSealing.Outcome? {
    if Connection.hasWritersBeside, try !lockChainsExclusively(waiting: waits) { return nil }
    var outcome = AuditSealing.Outcome(count: 0)
    while outcome.count < limit, outcome.stuck.count <= Self.maximumStuck {
      let known = outcome.stuck.count
      let arguments = outcome.stuck.map { SQLValue.text($0.name) } + [.integer(Int64(limit - outcome.count))]
      let entries = try connection.all(AuditStatements.entries(besides: known), arguments, decodeEntry)
      for (name, entries) in Dictionary(grouping: entries, by: \.chain).sorted(by: { $0.key < $1.key }) {
        if let failure = try failure(of: { try sealAndDelete(entries, in: name) }) {
          outcome.stuck.append(.init(name: name, cause: "\(failure)"))
        } else {
          outcome.count += entries.count
        }
      }
      if outcome.stuck.count == known { break }
    }
    return outcome
  }

  /// The maximum number of failing chains in one transaction. If so many fail, the database itself is faulty.
  private static var maximumStuck: Int { 16 }

  private func sealAndDelete(_ entries: [AuditEntry], in name: String) throws {
    try seal(entries, in: name)
    for entry in entries { try connection.send(AuditStatements.deleteEntry, [.integer(entry.id)]) }
  }

  /// Runs a body in a savepoint. The body's writes are kept or undone together, independently of the transaction's
  /// other writes.
  ///
  /// - Returns: the error if the writes were undone.
  private func failure(of body: () throws -> Void) throws -> SQLFailure? {
    try connection.execute(AuditStatements.beginChain)
    do {
      try body()
      try connection.execute(AuditStatements.keepChain)
      return nil
    } catch let failure as SQLFailure {
      switch failure {
      case .uniqueViolation, .foreignKeyViolation, .unfitArgument, .corrupt, .failed: break
      case .transactionAborted, .lockTimeout, .connectionLost: throw failure
      }
      // Answers to earlier statements may still be due. Their error makes the first rollback fail, so the rollback is
      // tried again.
      do { try connection.execute(AuditStatements.forgetChain) } catch {
        try connection.execute(AuditStatements.forgetChain)
      }
      try connection.execute(AuditStatements.keepChain)
      return failure
    }
  }

  /// Takes exclusive access to the chains until the transaction ends.
  private func lockChainsExclusively(waiting waits: Bool) throws -> Bool {
    if waits {
      try connection.execute(AuditStatements.waitForChains)
      return true
    }
    return try connection.first(AuditStatements.tryChains, []) { row in try row.integer(0) } == 1
  }

  /// Removes and returns the oldest entries, in the order of writing.
  private func takeEntries(_ limit: Int) throws -> [AuditEntry] {
    let limit = SQLValue.integer(Int64(limit))
    guard Connection.hasWritersBeside else {
      let entries = try connection.all(AuditStatements.selectEntries, [limit], decodeEntry)
      if let last = entries.last { try connection.send(AuditStatements.deleteEntries, [.integer(last.id)]) }
      return entries
    }
    return try connection.all(AuditStatements.takeEntries, [limit], decodeEntry).sorted { $0.id < $1.id }
  }

  private func decodeEntry(_ row: Connection.Row) throws -> AuditEntry {
    var reader = SQLRowReader(row)
    return AuditEntry(
      id: try reader.integer(), chain: try reader.text(), recordedAt: try reader.integer(),
      text: AuditEntryText(beginning: try reader.text(), end: try reader.text()))
  }

  private func seal(_ entries: [AuditEntry], in name: String) throws {
    let chain = SQLValue.text(name)
    // Servers of another version may chain their events themselves. They wait for this lock.
    let place = try connection.first(AuditStatements.selectHeadForUpdate(Connection.dialect), [chain]) {
      row in
      (sequence: try row.integer(0), hash: try row.blob(1))
    }
    var (sequence, hash) = place ?? (0, AuditHead.genesis)
    for entry in entries {
      sequence += 1
      let text = entry.text.at(sequence)
      hash = AuditChain.hash(after: hash, text)
      try connection.send(
        AuditStatements.insert,
        [chain, .integer(sequence), .integer(entry.recordedAt), .text(text), .blob(hash)])
    }
    try connection.send(
      AuditStatements.setHead, [chain, .integer(sequence), .blob(hash), .blob(AuditHead.genesis)])
  }

  func oldestEntry() throws -> Instant? {
    try connection.first(AuditStatements.selectOldestEntry, []) { row in
      Instant(milliseconds: try row.integer(0))
    }
  }

  func entryCount() throws -> Int {
    try connection.first(AuditStatements.countEntries, []) { row in Int(clamping: try row.integer(0)) } ?? 0
  }
}
