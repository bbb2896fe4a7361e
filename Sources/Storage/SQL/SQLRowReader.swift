import Identity

/// Reads the columns of a row in the order in which the statement lists them.
struct SQLRowReader<Row: SQLRow> {
  private let row: Row
  private var next = 0

  init(_ row: Row, from first: Int = 0) {
    self.row = row
    self.next = first
  }

  /// True if the next column is null.
  var isNull: Bool { row.isNull(next) }

  mutating func skip(_ columns: Int) { next += columns }

  mutating func text() throws(SQLFailure) -> String {
    defer { next += 1 }
    return try row.text(next)
  }

  mutating func optionalText() throws(SQLFailure) -> String? {
    defer { next += 1 }
    return row.isNull(next) ? nil : try row.text(next)
  }

  mutating func blob() throws(SQLFailure) -> [UInt8] {
    defer { next += 1 }
    return try row.blob(next)
  }

  mutating func optionalBlob() throws(SQLFailure) -> [UInt8]? {
    defer { next += 1 }
    return row.isNull(next) ? nil : try row.blob(next)
  }

  mutating func integer() throws(SQLFailure) -> Int64 {
    defer { next += 1 }
    return try row.integer(next)
  }

  mutating func optionalInteger() throws(SQLFailure) -> Int64? {
    defer { next += 1 }
    return row.isNull(next) ? nil : try row.integer(next)
  }

  mutating func flag() throws(SQLFailure) -> Bool { try integer() != 0 }

  mutating func moment() throws(SQLFailure) -> Instant { Instant(milliseconds: try integer()) }

  mutating func optionalMoment() throws(SQLFailure) -> Instant? {
    defer { next += 1 }
    return row.isNull(next) ? nil : Instant(milliseconds: try row.integer(next))
  }

  mutating func projectID() throws(SQLFailure) -> ProjectID {
    guard let id = ProjectID(rawValue: try text()) else { throw .corrupt("a project id") }
    return id
  }

  mutating func accountID() throws(SQLFailure) -> AccountID {
    guard let id = AccountID(rawValue: try text()) else { throw .corrupt("an account id") }
    return id
  }

  mutating func optionalEmail() throws(SQLFailure) -> EmailAddress? {
    guard let text = try optionalText() else { return nil }
    guard let email = EmailAddress.stored(text) else { throw .corrupt("an e-mail address") }
    return email
  }

  /// Reads the two columns `project` and `tenant`.
  mutating func scope() throws(SQLFailure) -> Scope {
    let project = try projectID()
    let tenant = try text()
    guard !tenant.isEmpty else { return Scope(project: project) }
    guard let id = TenantID(rawValue: tenant) else { throw .corrupt("a tenant id") }
    return Scope(project: project, tenant: id)
  }
}
