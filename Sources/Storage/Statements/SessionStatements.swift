enum SessionStatements {
  static let select: SQLStatement = """
    SELECT project, tenant, local_id, authenticated_at, created_at, token_epoch, sign_in_provider,
      second_factor_id, second_factor_kind, additional_claims, sign_in_attributes
    FROM sessions WHERE token_hash = $1
    """

  static let insert: SQLStatement = """
    INSERT INTO sessions (token_hash, project, tenant, local_id, authenticated_at, created_at,
      token_epoch, sign_in_provider, second_factor_id, second_factor_kind, additional_claims, sign_in_attributes)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """

  static let deleteByAccount: SQLStatement = """
    DELETE FROM sessions WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteOlder: SQLStatement = """
    DELETE FROM sessions WHERE project = $1 AND tenant = $2 AND local_id = $3 AND created_at < $4
    """

  static let deleteAll: SQLStatement = "DELETE FROM sessions WHERE project = $1 AND tenant = $2"

  static let all = [select, insert, deleteByAccount, deleteOlder, deleteAll]
}
