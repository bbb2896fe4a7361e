import Identity

/// Every statement names project and tenant, so that none can return accounts of another scope by mistake.
enum AccountStatements {
  static let columns = AccountColumns.all.joined(separator: ", ")

  static let columnCount = AccountColumns.all.count

  /// The columns of an account, followed by the columns of one of its links.
  static let columnsWithLink =
    SQLStatement.list(columns, of: "accounts") + ", " + ProviderLinkStatements.joinedColumns

  /// Joins each account with its links: one row for each link, or a single row if the account has none. A single
  /// statement reads both, so they are consistent.
  static let withLinks = "accounts \(joinedLinks)"

  private static let joinedLinks = """
    LEFT JOIN provider_links AS links
    ON links.project = accounts.project AND links.tenant = accounts.tenant AND links.local_id = accounts.local_id
    """

  private static func select(_ condition: String, _ more: String = "") -> SQLStatement {
    SQLStatement(
      """
      SELECT \(columnsWithLink)\(more) FROM \(withLinks)
      WHERE accounts.project = $1 AND accounts.tenant = $2 AND accounts.\(condition) ORDER BY links.ordinal
      """)
  }

  static let selectByID = select("local_id = $3")
  static let selectByEmail = select("email = $3")
  static let selectByPhoneNumber = select("phone_number = $3")

  static let selectByProviderLink = select(
    """
    local_id = (
      SELECT local_id FROM provider_links
      WHERE project = $1 AND tenant = $2 AND provider_id = $3 AND raw_id = $4)
    """)

  static let selectByPasskey = select(
    """
    local_id = (
      SELECT local_id FROM passkeys WHERE project = $1 AND tenant = $2 AND credential_id = $3)
    """)

  /// Also selects whether the sign-in was revoked, with the condition of ``SessionStatements/wasRevoked``.
  static let selectSignedIn = select(
    "local_id = $3",
    """
    , CAST(CASE WHEN EXISTS (
      SELECT 1 FROM sessions
      WHERE project = $1 AND tenant = $2 AND local_id = $3 AND authenticated_at >= $4 AND authenticated_at < $5
        AND revoked_at IS NOT NULL) THEN 1 ELSE 0 END AS BIGINT)
    """)

  /// Selects the account of a session, followed by the session's columns.
  static let selectBySession = SQLStatement(
    """
    SELECT \(columnsWithLink), \(SQLStatement.list(SessionStatements.columns, of: "sessions"))
    FROM sessions JOIN accounts
    ON accounts.project = sessions.project AND accounts.tenant = sessions.tenant
      AND accounts.local_id = sessions.local_id
    \(joinedLinks)
    WHERE sessions.token_hash = $1 ORDER BY links.ordinal
    """)

  static let selectPage: SQLStatement = """
    SELECT \(columns) FROM accounts WHERE project = $1 AND tenant = $2 AND local_id > $3
    ORDER BY local_id LIMIT $4
    """

  static func selectOrdered(_ order: AccountOrder) -> SQLStatement {
    let direction = order.isDescending ? "DESC NULLS LAST" : "ASC NULLS FIRST"
    let column: String? =
      switch order.key {
      case .id: nil
      case .displayName: "display_name"
      case .createdAt: "created_at"
      case .lastLoginAt: "last_login_at"
      case .email: "email"
      }
    let leading = column.map { "\($0) \(direction), " } ?? ""
    return SQLStatement(
      """
      SELECT \(columns) FROM accounts WHERE project = $1 AND tenant = $2
      ORDER BY \(leading)local_id \(order.isDescending ? "DESC" : "ASC") LIMIT $3 OFFSET $4
      """)
  }

  static let count: SQLStatement = "SELECT COUNT(*) FROM accounts WHERE project = $1 AND tenant = $2"

  static let countUpTo: SQLStatement = """
    SELECT COUNT(*) FROM (
      SELECT 1 FROM accounts WHERE project = $1 AND tenant = $2 LIMIT $3) AS counted
    """

  static let insert = SQLStatement(
    """
    INSERT INTO accounts (project, tenant, \(columns)) VALUES (\(placeholders(1...columnCount + 2)))
    """)

  static let update: SQLStatement = {
    let changing = AccountColumns.changing
    let assignments = changing.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
    let key = (1...4).map { "$\(changing.count + $0)" }
    return SQLStatement(
      """
      UPDATE accounts SET \(assignments), version = version + 1
      WHERE project = \(key[0]) AND tenant = \(key[1]) AND local_id = \(key[2]) AND version = \(key[3])
      """)
  }()

  private static func placeholders(_ range: ClosedRange<Int>) -> String {
    range.map { "$\($0)" }.joined(separator: ", ")
  }

  static let recordSignIn: SQLStatement = """
    UPDATE accounts SET last_login_at = $1, last_refresh_at = $1
    WHERE project = $2 AND tenant = $3 AND local_id = $4 AND version = $5
    """

  static let delete: SQLStatement = """
    DELETE FROM accounts WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteAll: SQLStatement = "DELETE FROM accounts WHERE project = $1 AND tenant = $2"

  /// No index exists for these orders, because every sign-in would have to update it. Only administrators use them, and
  /// seldom.
  static let sorted = AccountOrder.Key.allCases.filter { $0 != .id }.flatMap { key in
    [false, true].map { selectOrdered(AccountOrder(key: key, isDescending: $0)) }
  }

  static let all = [
    selectByID, selectByEmail, selectByPhoneNumber, selectByProviderLink, selectByPasskey, selectSignedIn,
    selectBySession, selectPage, count, countUpTo,
    insert, update,
    recordSignIn, delete, deleteAll, selectOrdered(AccountOrder(key: .id)),
    selectOrdered(AccountOrder(key: .id, isDescending: true)),
  ]
}
