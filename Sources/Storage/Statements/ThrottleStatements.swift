/// Implements `Throttle` as SQL statements. Tests compare their results with the results of `Throttle`.
enum ThrottleStatements {
  private static let row = "project = $1 AND tenant = $2 AND kind = $3 AND subject = $4"

  /// $7 is now, $8 the latest valid value of `opens_at`.
  private static let isForgotten = "(throttles.expires_at <= $7 OR throttles.opens_at > $8)"

  /// $9 is the first try with a wait, $10 the number of doublings, $11 the longest wait, $12 the first wait.
  private static let opensAt = """
    CASE WHEN throttles.opens_at > $7 THEN throttles.opens_at ELSE $7 END \
    + CASE WHEN throttles.tries + 1 < $9 THEN 0 WHEN throttles.tries + 1 - $9 >= $10 THEN $11 \
    ELSE CAST($12 AS BIGINT) << CAST(throttles.tries + 1 - $9 AS INTEGER) END
    """

  /// Checks and counts a try: of several concurrent callers, no more than the rule allows change a row. $13 is the
  /// time for which the tries are remembered after the wait. $14 is the latest `opens_at` that allows a try.
  static let count: SQLStatement = """
    INSERT INTO throttles (project, tenant, kind, subject, tries, opens_at, expires_at)
    VALUES ($1, $2, $3, $4, 1, $5, $6)
    ON CONFLICT (project, tenant, kind, subject) DO UPDATE SET
      tries = CASE WHEN \(isForgotten) THEN 1 ELSE throttles.tries + 1 END,
      opens_at = CASE WHEN \(isForgotten) THEN excluded.opens_at ELSE \(opensAt) END,
      expires_at = CASE WHEN \(isForgotten) THEN excluded.expires_at ELSE \(opensAt) + $13 END
    WHERE \(isForgotten) OR throttles.tries < $9 OR throttles.opens_at <= $14
    """

  static let select: SQLStatement = """
    SELECT tries, opens_at, expires_at FROM throttles WHERE \(row)
    """

  static let returnTry: SQLStatement = """
    UPDATE throttles SET tries = tries - 1, opens_at = opens_at - $1, expires_at = expires_at - $1
    WHERE project = $2 AND tenant = $3 AND kind = $4 AND subject = $5 AND tries > 0
    """

  static let remember: SQLStatement = """
    INSERT INTO throttles (project, tenant, kind, subject, tries, opens_at, expires_at)
    VALUES ($1, $2, $3, $4, 0, $5, $6)
    ON CONFLICT (project, tenant, kind, subject) DO UPDATE SET
      tries = 0, opens_at = excluded.opens_at, expires_at = excluded.expires_at
    """

  static let clear: SQLStatement = "DELETE FROM throttles WHERE \(row)"

  static let deleteAll: SQLStatement = "DELETE FROM throttles WHERE project = $1 AND tenant = $2"

  static let sweep: SQLStatement = """
    DELETE FROM throttles WHERE (project, tenant, kind, subject) IN (
      SELECT project, tenant, kind, subject FROM throttles
      WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1
    """

  static let all = [count, select, returnTry, remember, clear, deleteAll, sweep]
}
