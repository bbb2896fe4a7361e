enum TenantStatements {
  static let selectByID: SQLStatement = """
    SELECT revision, document FROM tenants WHERE project = $1 AND id = $2
    """

  static let selectPage: SQLStatement = """
    SELECT revision, document FROM tenants WHERE project = $1 AND id > $2 ORDER BY id LIMIT $3
    """

  /// Reads all tenants of other projects. It is used only for a change of settings that is made seldom.
  static let selectOfOthers: SQLStatement = """
    SELECT revision, document FROM tenants WHERE project <> $1 AND document LIKE $2
    """

  static let insert: SQLStatement = """
    INSERT INTO tenants (project, id, document, revision) VALUES ($1, $2, $3, $4)
    """

  static let update: SQLStatement = """
    UPDATE tenants SET document = $1, revision = revision + 1
    WHERE project = $2 AND id = $3 AND revision = $4
    """

  static let delete: SQLStatement = "DELETE FROM tenants WHERE project = $1 AND id = $2"

  static let all = [selectByID, selectPage, selectOfOthers, insert, update, delete]
}
