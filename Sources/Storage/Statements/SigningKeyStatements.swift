enum SigningKeyStatements {
  static let selectUnretired: SQLStatement = """
    SELECT key_id, algorithm, sealed_private_key, certificate, created_at, active_from, retired_at
    FROM signing_keys WHERE retired_at IS NULL OR retired_at >= $1
    ORDER BY created_at, key_id
    """

  static let insert: SQLStatement = """
    INSERT INTO signing_keys
      (key_id, algorithm, sealed_private_key, certificate, created_at, active_from, retired_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    """

  static let update: SQLStatement = """
    UPDATE signing_keys SET
      algorithm = $1, sealed_private_key = $2, certificate = $3, created_at = $4, active_from = $5,
      retired_at = $6
    WHERE key_id = $7 AND (retired_at IS NULL OR retired_at >= $6)
    """

  static let reseal: SQLStatement = """
    UPDATE signing_keys SET sealed_private_key = $1 WHERE key_id = $2 AND sealed_private_key = $3
    """

  static let all = [selectUnretired, insert, update, reseal]
}
