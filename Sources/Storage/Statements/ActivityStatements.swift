enum ActivityStatements {
  static let add: SQLStatement = """
    INSERT INTO activity_counts (project, tenant, step, starts_at, kind, provider, outcome, amount)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (project, tenant, step, starts_at, kind, provider, outcome)
    DO UPDATE SET amount = activity_counts.amount + excluded.amount
    """

  static let select: SQLStatement = """
    SELECT starts_at, kind, provider, outcome, amount FROM activity_counts
    WHERE project = $1 AND tenant = $2 AND step = $3 AND starts_at >= $4 AND starts_at < $5
    ORDER BY starts_at, kind, provider, outcome
    """

  static let prune: SQLStatement = """
    DELETE FROM activity_counts WHERE (project, tenant, step, starts_at, kind, provider, outcome) IN (
      SELECT project, tenant, step, starts_at, kind, provider, outcome FROM activity_counts
      WHERE step = $1 AND starts_at < $2 ORDER BY starts_at LIMIT $3)
    """

  static let deleteAll: SQLStatement = "DELETE FROM activity_counts WHERE project = $1 AND tenant = $2"

  static let all = [add, select, prune, deleteAll]
}
