enum DiagnosisStatements {
  static let insert: SQLStatement = """
    INSERT INTO diagnoses (id, project, tenant, recorded_at, expires_at, document)
    VALUES ($1, $2, $3, $4, $5, $6)
    """

  private static let columns = "id, project, tenant, recorded_at, expires_at, document"

  static let select: SQLStatement = """
    SELECT \(columns) FROM diagnoses WHERE id = $1 AND expires_at > $2
    """

  static let selectNewest: SQLStatement = """
    SELECT \(columns) FROM diagnoses WHERE project = $1 AND (recorded_at, id) < ($2, $3) AND expires_at > $4
    ORDER BY recorded_at DESC, id DESC LIMIT $5
    """

  /// Skips rows of other tenants. A sweep bounds their number.
  static let selectNewestOfTenant: SQLStatement = """
    SELECT \(columns) FROM diagnoses WHERE project = $1 AND (recorded_at, id) < ($2, $3) AND expires_at > $4
      AND tenant = $5
    ORDER BY recorded_at DESC, id DESC LIMIT $6
    """

  static let sweep: SQLStatement = """
    DELETE FROM diagnoses WHERE id IN (
      SELECT id FROM diagnoses WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
    """

  /// Selects the next project with diagnoses, by name.
  static let nextProject: SQLStatement = """
    SELECT project FROM diagnoses WHERE project > $1 ORDER BY project LIMIT 1
    """

  /// Deletes a project's rows beyond the newest `$2`, the oldest first; none if there are fewer.
  static let trim: SQLStatement = """
    DELETE FROM diagnoses WHERE id IN (
      SELECT id FROM diagnoses WHERE project = $1 AND recorded_at <= (
        SELECT recorded_at FROM diagnoses WHERE project = $1 ORDER BY recorded_at DESC LIMIT 1 OFFSET $2)
      ORDER BY recorded_at LIMIT $3)
    """

  static let all = [insert, select, selectNewest, selectNewestOfTenant, sweep, nextProject, trim]
}
