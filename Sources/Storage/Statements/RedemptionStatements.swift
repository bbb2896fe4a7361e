enum RedemptionStatements {
  /// Checks and remembers a redemption: of several concurrent callers, only one inserts or renews the row.
  static let redeem: SQLStatement = """
    INSERT INTO redemptions (project, tenant, redemption_key, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project, tenant, redemption_key)
    DO UPDATE SET expires_at = excluded.expires_at WHERE redemptions.expires_at <= $5
    """

  static let find: SQLStatement = """
    SELECT 1 FROM redemptions
    WHERE project = $1 AND tenant = $2 AND redemption_key = $3 AND expires_at > $4
    """

  static let sweep: SQLStatement = """
    DELETE FROM redemptions WHERE (project, tenant, redemption_key) IN (
      SELECT project, tenant, redemption_key FROM redemptions
      WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1
    """

  static let deleteAll: SQLStatement = "DELETE FROM redemptions WHERE project = $1 AND tenant = $2"

  static let all = [redeem, find, sweep, deleteAll]
}
