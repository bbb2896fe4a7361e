enum SessionStatements {
  /// The columns in the order in which ``SessionTable`` reads them.
  static let columns = """
    token_hash, project, tenant, local_id, authenticated_at, created_at, token_epoch, sign_in_provider,
    second_factor_id, second_factor_kind, additional_claims, sign_in_attributes, family, last_used_at,
    rotated_at, sealed_successor, revoked_at, forget_at, ended_at, origin_network, origin_program
    """

  static let selectInUse: SQLStatement = """
    SELECT \(columns) FROM sessions
    WHERE project = $1 AND tenant = $2 AND local_id = $3
      AND rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
    ORDER BY created_at DESC LIMIT $4
    """

  static let insert: SQLStatement = """
    INSERT INTO sessions (token_hash, project, tenant, local_id, authenticated_at, created_at,
      token_epoch, sign_in_provider, second_factor_id, second_factor_kind, additional_claims, sign_in_attributes,
      family, last_used_at, forget_at, origin_network, origin_program)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
    """

  /// Checks and rotates a session: of several concurrent callers, only one changes the row.
  static let rotate: SQLStatement = """
    UPDATE sessions SET rotated_at = $1, last_used_at = $1, sealed_successor = $2, forget_at = $3
    WHERE token_hash = $4 AND rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
    """

  static let revoke: SQLStatement = """
    UPDATE sessions SET revoked_at = $1, sealed_successor = NULL, forget_at = $2
    WHERE project = $3 AND tenant = $4 AND local_id = $5 AND authenticated_at >= $6 AND authenticated_at < $7
      AND revoked_at IS NULL
    """

  static let wasRevoked: SQLStatement = """
    SELECT 1 FROM sessions
    WHERE project = $1 AND tenant = $2 AND local_id = $3 AND authenticated_at >= $4 AND authenticated_at < $5
      AND revoked_at IS NOT NULL
    LIMIT 1
    """

  /// Ends sessions. A `forget_at` that is earlier than `$2` is not changed.
  static let end: SQLStatement = """
    UPDATE sessions
    SET ended_at = $1, forget_at = CASE WHEN forget_at <= $2 THEN forget_at ELSE $2 END
    WHERE project = $3 AND tenant = $4 AND local_id = $5 AND created_at < $6 AND ended_at IS NULL
    """

  static let noteUse: SQLStatement = """
    UPDATE sessions SET last_used_at = $1, forget_at = $2
    WHERE token_hash = $3 AND rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
    """

  static let deleteByAccount: SQLStatement = """
    DELETE FROM sessions WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  /// Deletes all but the `$4` newest sessions in use. Rotated tokens are kept, because their reuse reveals a stolen
  /// copy.
  ///
  /// This statement and every sweep repeat the condition: PostgreSQL checks it again for a row that another transaction
  /// changed, but does not select the list of rows again.
  static let deleteOldest: SQLStatement = """
    DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions
      WHERE project = $1 AND tenant = $2 AND local_id = $3
        AND rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
      ORDER BY created_at DESC LIMIT 1000 OFFSET $4)
      AND rotated_at IS NULL AND revoked_at IS NULL AND ended_at IS NULL
    """

  static let deleteAll: SQLStatement = "DELETE FROM sessions WHERE project = $1 AND tenant = $2"

  static let sweep: SQLStatement = """
    DELETE FROM sessions WHERE token_hash IN (
      SELECT token_hash FROM sessions WHERE forget_at <= $1 ORDER BY forget_at LIMIT $2) AND forget_at <= $1
    """

  static let all = [
    selectInUse, insert, rotate, revoke, wasRevoked, end, noteUse, deleteByAccount, deleteOldest,
    deleteAll, sweep,
  ]
}
