enum ProjectStatements {
  static let selectAll: SQLStatement = "SELECT id, revision, document FROM projects ORDER BY id"

  static let selectByID: SQLStatement = "SELECT id, revision, document FROM projects WHERE id = $1"

  static let selectByAPIKey: SQLStatement = """
    SELECT id, revision, document FROM projects
    WHERE id = (SELECT project FROM api_keys WHERE api_key = $1)
    """

  static let insert: SQLStatement = """
    INSERT INTO projects (id, number, document, revision) VALUES ($1, $2, $3, $4)
    """

  static let update: SQLStatement = """
    UPDATE projects SET number = $1, document = $2, revision = revision + 1 WHERE id = $3 AND revision = $4
    """

  /// Serialises transactions that claim an exclusive name. The second key separates schemas in one database.
  static let waitForNames = SQLStatement(
    "SELECT pg_advisory_xact_lock(\(0x6c61_746e), CAST(CAST('projects' AS regclass) AS integer))")

  static let insertAPIKey: SQLStatement = "INSERT INTO api_keys (api_key, project) VALUES ($1, $2)"

  static let deleteAPIKeys: SQLStatement = "DELETE FROM api_keys WHERE project = $1"

  static let all = [
    selectAll, selectByID, selectByAPIKey, insert, update, insertAPIKey, deleteAPIKeys,
  ]
}
