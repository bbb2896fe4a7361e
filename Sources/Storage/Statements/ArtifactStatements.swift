enum ArtifactStatements {
  static let select: SQLStatement = """
    SELECT project, tenant, payload, created_at, expires_at FROM artifacts
    WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
    """

  static let insert: SQLStatement = """
    INSERT INTO artifacts (token_hash, purpose, project, tenant, payload, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    """

  static let insertSessions: SQLStatement = """
    INSERT INTO artifacts (token_hash, purpose, project, tenant, payload, created_at, expires_at)
    SELECT token_hash, $1, project, tenant, token_hash, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM sessions
    WHERE project = $4 AND tenant = $5 AND local_id = $6
    """

  /// Checks and consumes an artifact: of several concurrent callers, only one deletes the row.
  static let consume: SQLStatement = """
    DELETE FROM artifacts
    WHERE token_hash = $1 AND purpose = $2 AND project = $3 AND tenant = $4 AND expires_at > $5
    """

  static let deleteAll: SQLStatement = "DELETE FROM artifacts WHERE project = $1 AND tenant = $2"

  static let sweep: SQLStatement = """
    DELETE FROM artifacts WHERE token_hash IN (
      SELECT token_hash FROM artifacts WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
    """

  static let all = [select, insert, insertSessions, consume, deleteAll, sweep]
}
