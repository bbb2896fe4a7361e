enum PasskeyStatements {
  static let insert: SQLStatement = """
    INSERT INTO passkeys (project, tenant, credential_id, local_id, rp_id) VALUES ($1, $2, $3, $4, $5)
    """

  static let selectByAccount: SQLStatement = """
    SELECT credential_id, rp_id FROM passkeys WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let count: SQLStatement = """
    SELECT rp_id, COUNT(*) FROM passkeys WHERE project = $1 AND tenant = $2 GROUP BY rp_id
    """

  static let deleteByAccount: SQLStatement = """
    DELETE FROM passkeys WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteAll: SQLStatement = "DELETE FROM passkeys WHERE project = $1 AND tenant = $2"

  static let all = [insert, selectByAccount, count, deleteByAccount, deleteAll]
}
