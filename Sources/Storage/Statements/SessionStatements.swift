enum SessionStatements {
  static let select: SQLStatement = """
    SELECT project, tenant, local_id, authenticated_at, created_at, token_epoch, sign_in_provider,
      second_factor_id, second_factor_kind, additional_claims, sign_in_attributes, family, last_used_at,
      rotated_at, sealed_successor, revoked_at, forget_at
    FROM sessions WHERE token_hash = $1
    """

  static let insert: SQLStatement = """
    INSERT INTO sessions (token_hash, project, tenant, local_id, authenticated_at, created_at,
      token_epoch, sign_in_provider, second_factor_id, second_factor_kind, additional_claims, sign_in_attributes,
      family, last_used_at, forget_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    """

  /// Checks and uses up: of any number of callers at once, one changes a row.
  static let rotate: SQLStatement = """
    UPDATE sessions SET rotated_at = $1, last_used_at = $1, sealed_successor = $2, forget_at = $3
    WHERE token_hash = $4 AND rotated_at IS NULL AND revoked_at IS NULL
    """

  static let revokeFirst: SQLStatement = """
    UPDATE sessions SET revoked_at = $1, sealed_successor = NULL, forget_at = $2
    WHERE token_hash = $3 AND revoked_at IS NULL
    """

  static let revokeSuccessors: SQLStatement = """
    UPDATE sessions SET revoked_at = $1, sealed_successor = NULL, forget_at = $2
    WHERE family = $3 AND revoked_at IS NULL
    """

  static let noteUse: SQLStatement = """
    UPDATE sessions SET last_used_at = $1, forget_at = $2
    WHERE token_hash = $3 AND rotated_at IS NULL AND revoked_at IS NULL
    """

  static let deleteByAccount: SQLStatement = """
    DELETE FROM sessions WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteOlder: SQLStatement = """
    DELETE FROM sessions WHERE project = $1 AND tenant = $2 AND local_id = $3 AND created_at < $4
    """

  static let deleteAll: SQLStatement = "DELETE FROM sessions WHERE project = $1 AND tenant = $2"

  static let sweep: SQLStatement = """
    DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE forget_at <= $1 ORDER BY forget_at LIMIT $2)
    """

  static let all = [
    select, insert, rotate, revokeFirst, revokeSuccessors, noteUse, deleteByAccount, deleteOlder, deleteAll,
    sweep,
  ]
}
