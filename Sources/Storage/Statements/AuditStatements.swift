enum AuditStatements {
  static let insertEntry: SQLStatement = """
    INSERT INTO audit_entries (chain, recorded_at, beginning, ending) VALUES ($1, $2, $3, $4)
    """

  /// Used where there is only one writer: SQLite would copy the rows that a DELETE returns into a temporary table.
  static let selectEntries = entries(besides: 0)

  /// - Parameter count: the number of chains to leave out.
  static func entries(besides count: Int) -> SQLStatement {
    let chains = (0..<count).map { "$\($0 + 1)" }.joined(separator: ", ")
    let condition = count == 0 ? "" : " WHERE chain NOT IN (\(chains))"
    return SQLStatement(
      """
      SELECT id, chain, recorded_at, beginning, ending FROM audit_entries\(condition) ORDER BY id LIMIT $\(count + 1)
      """)
  }

  static let deleteEntry: SQLStatement = "DELETE FROM audit_entries WHERE id = $1"

  static let beginChain: SQLStatement = "SAVEPOINT audit_chain"
  static let forgetChain: SQLStatement = "ROLLBACK TO SAVEPOINT audit_chain"
  static let keepChain: SQLStatement = "RELEASE SAVEPOINT audit_chain"

  static let deleteEntries: SQLStatement = "DELETE FROM audit_entries WHERE id <= $1"

  /// Deletes exactly the rows that it returns. A separate deletion of all ids up to the last one could also delete an
  /// entry that was committed in between.
  static let takeEntries: SQLStatement = """
    DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries ORDER BY id LIMIT $1)
    RETURNING id, chain, recorded_at, beginning, ending
    """

  static let selectOldestEntry: SQLStatement = "SELECT recorded_at FROM audit_entries ORDER BY id LIMIT 1"

  static let countEntries: SQLStatement = "SELECT COUNT(*) FROM audit_entries"

  /// The first number is arbitrary, but no other program may lock it in the same database. The second number
  /// distinguishes schemas.
  private static let chainsLock = "(\(0x6c61_7463), CAST(CAST('audit_entries' AS regclass) AS integer))"

  /// Gives a sealing or pruning transaction exclusive access to the chains until it ends.
  static let waitForChains = SQLStatement("SELECT pg_advisory_xact_lock\(chainsLock)")
  static let tryChains = SQLStatement(
    "SELECT CASE WHEN pg_try_advisory_xact_lock\(chainsLock) THEN 1 ELSE 0 END")

  /// Selects the end of a chain, and locks it until the transaction ends.
  static func selectHeadForUpdate(_ dialect: SQLDialect) -> SQLStatement {
    SQLStatement("SELECT sequence, hash FROM audit_heads WHERE chain = $1\(dialect.forUpdate)")
  }

  /// Moves the end of a chain to a record, and creates a missing chain.
  static let setHead: SQLStatement = """
    INSERT INTO audit_heads (chain, sequence, hash, pruned_sequence, pruned_hash) VALUES ($1, $2, $3, 0, $4)
    ON CONFLICT (chain) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
    """

  static let selectHeads: SQLStatement = """
    SELECT chain, sequence, hash, pruned_sequence, pruned_hash FROM audit_heads ORDER BY chain
    """

  static let insert: SQLStatement = """
    INSERT INTO audit_records (chain, sequence, recorded_at, record, hash) VALUES ($1, $2, $3, $4, $5)
    """

  static let selectPage: SQLStatement = """
    SELECT sequence, record, hash FROM audit_records WHERE chain = $1 AND sequence > $2
    ORDER BY sequence LIMIT $3
    """

  /// Selects the newest records first.
  static func selectOfAccount(_ dialect: SQLDialect) -> SQLStatement {
    SQLStatement(
      """
      SELECT sequence, record, hash FROM audit_records\(dialect.byIndex("audit_records_account"))
      WHERE chain = $1 AND \(dialect.member("account", "record")) = $2
        AND COALESCE(\(dialect.member("tenant", "record")), '') = $3 AND sequence < $4
      ORDER BY sequence DESC LIMIT $5
      """)
  }

  static let selectOldest: SQLStatement = """
    SELECT sequence, recorded_at, hash FROM audit_records WHERE chain = $1 ORDER BY sequence LIMIT $2
    """

  static let prune: SQLStatement = "DELETE FROM audit_records WHERE chain = $1 AND sequence <= $2"

  static let notePruning: SQLStatement = """
    UPDATE audit_heads SET pruned_sequence = $1, pruned_hash = $2 WHERE chain = $3
    """

  static let selectCursor: SQLStatement = """
    SELECT sequence, failures, leased_until, failing_since FROM audit_cursors WHERE consumer = $1 AND chain = $2
    """

  /// Checks and leases a cursor: of several concurrent callers, only one changes `leased_until`.
  static let leaseCursor: SQLStatement = """
    INSERT INTO audit_cursors (consumer, chain, sequence, lease, leased_until, failures, failing_since)
    VALUES ($1, $2, 0, $3, $4, 0, 0)
    ON CONFLICT (consumer, chain) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
    WHERE audit_cursors.leased_until <= $5 OR audit_cursors.leased_until > $6
    RETURNING sequence, failures, leased_until, failing_since
    """

  /// Leases a cursor only if it exists.
  static let leaseKnownCursor: SQLStatement = """
    UPDATE audit_cursors SET lease = $1, leased_until = $2
    WHERE consumer = $3 AND chain = $4 AND (leased_until <= $5 OR leased_until > $6)
    RETURNING sequence, failures, leased_until, failing_since
    """

  static let moveCursor: SQLStatement = """
    UPDATE audit_cursors SET sequence = $1, failures = 0, failing_since = 0, lease = NULL, leased_until = 0
    WHERE consumer = $2 AND chain = $3 AND lease = $4 AND sequence <= $1
    """

  static let postponeCursor: SQLStatement = """
    UPDATE audit_cursors SET failures = CASE WHEN sequence < $1 THEN 1 ELSE failures + 1 END,
      failing_since = CASE WHEN sequence < $1 OR failing_since = 0 THEN $2 ELSE failing_since END,
      sequence = CASE WHEN sequence < $1 THEN $1 ELSE sequence END, lease = NULL, leased_until = $3
    WHERE consumer = $4 AND chain = $5 AND lease = $6
    """

  static let beginCursor: SQLStatement = """
    INSERT INTO audit_cursors (consumer, chain, sequence) VALUES ($1, $2, $3)
    ON CONFLICT (consumer, chain) DO NOTHING
    """

  static let retryCursor: SQLStatement = """
    UPDATE audit_cursors SET failures = 0, failing_since = 0,
      leased_until = CASE WHEN lease IS NULL THEN 0 ELSE leased_until END
    WHERE consumer = $1 AND chain = $2
    """

  static let deleteCursor: SQLStatement = "DELETE FROM audit_cursors WHERE consumer = $1 AND chain = $2"

  static let all = [
    insertEntry, selectEntries, entries(besides: 2), deleteEntry,
    deleteEntries, takeEntries, selectOldestEntry, countEntries,
    selectHeadForUpdate(.sqlite), setHead, selectHeads, insert, selectPage, selectOfAccount(.sqlite),
    selectOldest, prune,
    notePruning, selectCursor, leaseCursor, leaseKnownCursor, moveCursor, postponeCursor, beginCursor,
    retryCursor, deleteCursor,
  ]
}
