enum OutboxStatements {
  /// Selects a row if more than `$3` messages of the project and channel wait.
  static let isFull: SQLStatement = """
    SELECT 1 FROM outbox WHERE project = $1 AND channel = $2 LIMIT 1 OFFSET $3
    """

  static let insert: SQLStatement = """
    INSERT INTO outbox (id, project, tenant, channel, payload, created_at, due_at, expires_at, attempts)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    """

  /// Checks and claims messages: of several concurrent callers, only one changes `due_at`. The condition is repeated
  /// because PostgreSQL checks it again for a row that another transaction changed, but does not select the ids again.
  static let claim: SQLStatement = """
    UPDATE outbox SET due_at = $1, lease = $2, attempts = attempts + 1
    WHERE id IN (
      SELECT id FROM outbox WHERE channel = $3 AND due_at <= $4 ORDER BY due_at LIMIT $5) AND due_at <= $4
    RETURNING id, project, tenant, payload, created_at, due_at, expires_at, attempts
    """

  static let nextDue: SQLStatement = """
    SELECT due_at FROM outbox WHERE channel = $1 ORDER BY due_at LIMIT 1
    """

  static let depth: SQLStatement = "SELECT COUNT(*), MIN(created_at) FROM outbox WHERE channel = $1"

  static let postpone: SQLStatement = """
    UPDATE outbox SET due_at = $1, lease = NULL, attempts = attempts - $2 WHERE id = $3 AND lease = $4
    """

  static let selectSealed: SQLStatement = "SELECT id, payload FROM outbox WHERE id > $1 ORDER BY id LIMIT $2"

  static let reseal: SQLStatement = "UPDATE outbox SET payload = $1 WHERE id = $2 AND payload = $3"

  static let delete: SQLStatement = "DELETE FROM outbox WHERE id = $1"

  static let deleteAll: SQLStatement = """
    DELETE FROM outbox WHERE project = $1 AND tenant = $2 RETURNING project, channel
    """

  static let sweep: SQLStatement = """
    DELETE FROM outbox WHERE id IN (
      SELECT id FROM outbox WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
    RETURNING project, channel
    """

  static let all = [
    isFull, insert, claim, nextDue, depth, postpone, selectSealed, reseal, delete, deleteAll, sweep,
  ]
}
