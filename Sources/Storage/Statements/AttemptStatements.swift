enum AttemptStatements {
  /// Checks and counts: of any number of callers at once, no more than the limit change a row. A count that
  /// has expired begins anew.
  static let count: SQLStatement = """
    INSERT INTO attempts (project, tenant, attempt_key, attempt_count, expires_at)
    VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (project, tenant, attempt_key) DO UPDATE SET
      attempt_count = CASE WHEN attempts.expires_at <= $5 THEN 1 ELSE attempts.attempt_count + 1 END,
      expires_at = CASE WHEN attempts.expires_at <= $5 THEN excluded.expires_at ELSE attempts.expires_at END
    WHERE attempts.expires_at <= $5 OR attempts.attempt_count < $6
    """

  static let clear: SQLStatement = """
    DELETE FROM attempts WHERE project = $1 AND tenant = $2 AND attempt_key = $3
    """

  static let deleteAll: SQLStatement = "DELETE FROM attempts WHERE project = $1 AND tenant = $2"

  static let sweep: SQLStatement = """
    DELETE FROM attempts WHERE (project, tenant, attempt_key) IN (
      SELECT project, tenant, attempt_key FROM attempts
      WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
    """

  static let all = [count, clear, deleteAll, sweep]
}
