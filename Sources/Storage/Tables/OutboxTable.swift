import Identity

/// The messages that wait to be delivered.
struct OutboxTable<Connection: SQLConnection> {
  /// The seconds for which an expired message is kept, so that the server that delivers messages can report it. After
  /// this time, a sweep deletes the message.
  static var reportingTime: Int64 { 3_600 }

  let connection: Connection

  func insert(_ entry: OutboxEntry, limit: Int) throws {
    guard try hasRoom(for: entry, limit: limit) else { throw StoreError.overloaded }
    try insert(entry)
  }

  /// - Returns: the entry as a loss if the outbox was full.
  func insertIfRoom(_ entry: OutboxEntry, limit: Int) throws -> [OutboxLoss] {
    guard try hasRoom(for: entry, limit: limit) else {
      return [OutboxLoss(.full, of: entry.channel, in: entry.scope.project)]
    }
    try insert(entry)
    return []
  }

  private func hasRoom(for entry: OutboxEntry, limit: Int) throws -> Bool {
    guard limit > 0 else { return false }
    let full: [SQLValue] = [
      .text(entry.scope.project.rawValue), .text(entry.channel.rawValue), .integer(Int64(limit) - 1),
    ]
    return try connection.first(OutboxStatements.isFull, full, { _ in true }) == nil
  }

  private func insert(_ entry: OutboxEntry) throws {
    try connection.execute(
      OutboxStatements.insert,
      [.text(entry.id)] + entry.scope.sqlValues + [
        .text(entry.channel.rawValue), .blob(entry.payload), SQLValue(entry.createdAt), SQLValue(entry.dueAt),
        SQLValue(entry.expiresAt), .integer(entry.attempts),
      ])
  }

  func claim(
    _ channel: OutboxEntry.Channel, lease: String, until leaseEnd: Instant, now: Instant, limit: Int
  ) throws -> [OutboxEntry] {
    let arguments: [SQLValue] = [
      SQLValue(leaseEnd), .text(lease), .text(channel.rawValue), SQLValue(now), .integer(Int64(limit)),
    ]
    return try connection.all(OutboxStatements.claim, arguments) { row in
      var reader = SQLRowReader(row)
      let id = try reader.text()
      let scope = try reader.scope()
      let payload = try reader.blob()
      let createdAt = try reader.moment()
      let dueAt = try reader.moment()
      var entry = OutboxEntry(
        id: id, scope: scope, channel: channel, payload: payload, createdAt: createdAt,
        expiresAt: try reader.moment())
      entry.dueAt = dueAt
      entry.attempts = try reader.integer()
      return entry
    }
  }

  func nextDue(_ channel: OutboxEntry.Channel) throws -> Instant? {
    try connection.first(OutboxStatements.nextDue, [.text(channel.rawValue)]) { row in
      var reader = SQLRowReader(row)
      return try reader.moment()
    }
  }

  func depth(_ channel: OutboxEntry.Channel) throws -> OutboxDepth {
    try connection.first(OutboxStatements.depth, [.text(channel.rawValue)]) { row in
      var reader = SQLRowReader(row)
      return OutboxDepth(waiting: Int(try reader.integer()), oldest: try reader.optionalMoment())
    } ?? OutboxDepth(waiting: 0, oldest: nil)
  }

  func postpone(_ id: String, lease: String, until moment: Instant, isAttempt: Bool) throws {
    try connection.execute(
      OutboxStatements.postpone,
      [SQLValue(moment), .integer(isAttempt ? 0 : 1), .text(id), .text(lease)])
  }

  func sealed(after id: String?, limit: Int) throws -> [SealedMessage] {
    let arguments: [SQLValue] = [.text(id ?? ""), .integer(Int64(limit))]
    return try connection.all(OutboxStatements.selectSealed, arguments) { row in
      var reader = SQLRowReader(row)
      return SealedMessage(id: try reader.text(), payload: try reader.blob())
    }
  }

  func reseal(_ id: String, from old: [UInt8], to new: [UInt8]) throws {
    try connection.execute(OutboxStatements.reseal, [.blob(new), .text(id), .blob(old)])
  }

  func delete(_ id: String) throws { try connection.execute(OutboxStatements.delete, [.text(id)]) }

  func deleteAll(in scope: Scope) throws -> [OutboxLoss] {
    try delete(.scopeDeleted, OutboxStatements.deleteAll, scope.sqlValues).losses
  }

  func sweep(now: Instant, limit: Int) throws -> (count: Int, losses: [OutboxLoss]) {
    let moment = now.adding(seconds: -Self.reportingTime)
    return try delete(.expired, OutboxStatements.sweep, [SQLValue(moment), .integer(Int64(limit))])
  }

  /// - Parameter statement: deletes entries, and returns their projects and channels.
  private func delete(
    _ cause: OutboxLoss.Cause, _ statement: SQLStatement, _ arguments: [SQLValue]
  ) throws -> (count: Int, losses: [OutboxLoss]) {
    let deleted = try connection.all(statement, arguments) { row in
      var reader = SQLRowReader(row)
      return (try reader.projectID(), OutboxEntry.Channel(rawValue: try reader.text()))
    }
    var losses: [OutboxLoss] = []
    for (project, channel) in deleted {
      // A newer version may have other channels.
      guard let channel else { continue }
      if let index = losses.firstIndex(where: { $0.project == project && $0.channel == channel }) {
        losses[index].count += 1
      } else {
        losses.append(OutboxLoss(cause, of: channel, in: project))
      }
    }
    return (deleted.count, losses)
  }
}
