import Foundation
import GRDBSQLite
import Identity
import Storage

/// Writes the rows of anonymous sign-ups to SQLite with prepared statements. So only the database and the disk are
/// measured.
struct SQLiteSignUps {
  /// - Parameters:
  ///   - directory: a directory on the disk to measure.
  ///   - perTransaction: the number of sign-ups that share a commit.
  static func rate(in directory: URL, seconds: Double, perTransaction: Int) async throws -> Double {
    let path = directory.appending(path: "limit.db").path
    // Creates the tables.
    await (try SQLiteAccountStore(path: path)).close()
    return try await OwnThread.run {
      let connection = try RawSQLite(path: path)
      let settings = [
        "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "cache_size = -65536",
        "wal_autocheckpoint = 8192",
      ]
      for setting in settings {
        try connection.execute("PRAGMA \(setting)")
      }
      let signUps = try SQLiteSignUps(connection)
      let clock = ContinuousClock()
      let start = clock.now
      var count = 0
      var elapsed = 0.0
      while elapsed < seconds {
        try connection.execute("BEGIN IMMEDIATE")
        for _ in 0..<perTransaction {
          count += 1
          try signUps.write(count)
        }
        try connection.execute("COMMIT")
        elapsed = (clock.now - start) / .seconds(1)
      }
      return Double(count) / elapsed
    }
  }

  private let connection: RawSQLite
  private let throttle, account, session, head, record: RawSQLite.Statement
  private let random = SystemRandom()

  private init(_ connection: RawSQLite) throws {
    self.connection = connection
    throttle = try connection.prepare(
      """
      INSERT INTO throttles (project, tenant, kind, subject, tries, opens_at, expires_at)
      VALUES ('bench', '', ?1, ?2, 1, ?3, ?3)
      ON CONFLICT (project, tenant, kind, subject) DO UPDATE SET tries = throttles.tries + 1,
        opens_at = excluded.opens_at, expires_at = excluded.expires_at
      """)
    account = try connection.prepare(
      """
      INSERT INTO accounts (project, tenant, local_id, email_verified, disabled, custom_auth, email_link_sign_in,
        created_at, last_login_at, valid_since, token_epoch, version)
      VALUES ('bench', '', ?1, 0, 0, 0, 0, ?2, ?2, ?2, 0, 0)
      """)
    session = try connection.prepare(
      """
      INSERT INTO sessions (token_hash, project, tenant, local_id, authenticated_at, created_at, token_epoch,
        sign_in_provider)
      VALUES (?1, 'bench', '', ?2, ?3, ?3, 0, 'anonymous')
      """)
    head = try connection.prepare(
      """
      INSERT INTO audit_heads (chain, sequence, hash, pruned_sequence, pruned_hash) VALUES ('bench', ?1, ?2, 0, ?2)
      ON CONFLICT (chain) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
      """)
    record = try connection.prepare(
      "INSERT INTO audit_records (chain, sequence, recorded_at, record, hash) VALUES ('bench', ?1, ?2, ?3, ?4)"
    )
  }

  private func write(_ number: Int) throws {
    let now = Int64(1_795_325_756_199 + number)
    let id = AccountID.random(random).rawValue
    let hash = random.bytes(32)
    let event = """
      {"account":"\(id)","action":"account.sign-up","actor":"user:\(id)","at":\(now),"clientAddress":"127.0.0.1",\
      "details":{"provider":"anonymous"},"id":"29OnXggotHFFzFKHhTBb","outcome":"success","project":"bench",\
      "sequence":\(number)}
      """
    try throttle.run(.text("sign-up/network"), .blob(Self.subject), .integer(now))
    try throttle.run(.text("sign-up/project"), .blob(Self.subject), .integer(now))
    try account.run(.text(id), .integer(now))
    try session.run(.blob(hash), .text(id), .integer(now))
    try head.run(.integer(Int64(number)), .blob(hash))
    try record.run(.integer(Int64(number)), .integer(now), .text(event), .blob(hash))
  }

  private static let subject = [UInt8](repeating: 7, count: 32)
}
