enum ProviderLinkStatements {
  /// The columns in the order in which ``ProviderLinkTable`` reads and writes them.
  static let columns = """
    provider_id, raw_id, federated_id, email, display_name, photo_url, screen_name, sealed_grant
    """

  static let columnCount = columns.count { $0 == "," } + 1

  /// The columns of ``columns``, qualified with the table `links`.
  static let joinedColumns = SQLStatement.list(columns, of: "links")

  static let selectByAccount: SQLStatement = """
    SELECT \(columns) FROM provider_links WHERE project = $1 AND tenant = $2 AND local_id = $3
    ORDER BY ordinal
    """

  /// Selects the links of a page of accounts, from the first to the last id.
  static let selectByAccountRange: SQLStatement = """
    SELECT local_id, \(columns) FROM provider_links
    WHERE project = $1 AND tenant = $2 AND local_id >= $3 AND local_id <= $4
    ORDER BY local_id, ordinal
    """

  static let insert: SQLStatement = """
    INSERT INTO provider_links (project, tenant, local_id, ordinal, \(columns))
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    """

  static let deleteByAccount: SQLStatement = """
    DELETE FROM provider_links WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteAll: SQLStatement = "DELETE FROM provider_links WHERE project = $1 AND tenant = $2"

  static let all = [selectByAccount, selectByAccountRange, insert, deleteByAccount, deleteAll]
}
