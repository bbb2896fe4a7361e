/// The statements of email spellings. A row is kept when the account's address changes. So the row must be compared
/// with the account's current address.
enum EmailSpellingStatements {
  static let note: SQLStatement = """
    INSERT INTO email_spellings (project, tenant, local_id, normal_form) VALUES ($1, $2, $3, $4)
    ON CONFLICT (project, tenant, local_id) DO UPDATE SET normal_form = excluded.normal_form
    """

  static let select: SQLStatement = """
    SELECT local_id FROM email_spellings WHERE project = $1 AND tenant = $2 AND normal_form = $3
    ORDER BY local_id LIMIT 10
    """

  static let selectAll: SQLStatement = """
    SELECT project, tenant, local_id FROM email_spellings ORDER BY project, tenant, local_id LIMIT $1
    """

  static let all = [note, select, selectAll]
}
