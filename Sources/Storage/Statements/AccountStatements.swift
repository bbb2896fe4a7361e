import Identity

/// Every statement names project and tenant: no account of another scope can come into view by mistake.
enum AccountStatements {
  /// In the order in which ``AccountTable`` reads and writes them.
  static let columns = """
    local_id, email, email_verified, initial_email, phone_number, display_name, photo_url, password, \
    password_updated_at, disabled, custom_attributes, custom_auth, email_link_sign_in, created_at, \
    last_login_at, last_refresh_at, valid_since, token_epoch, factors, email_changes, \
    stale_additions, imported, version
    """

  static let columnCount = columns.count { $0 == "," } + 1

  /// Those of an account, then those of one of its links.
  static let columnsWithLink =
    SQLStatement.list(columns, of: "accounts") + ", " + ProviderLinkStatements.joinedColumns

  /// One row for each link, or a single one: what belongs together is read by one statement.
  static let withLinks = """
    accounts LEFT JOIN provider_links AS links
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

  /// With whether a sign-in was ended, as ``SessionStatements/wasRevoked`` asks.
  static let selectSignedIn = select(
    "local_id = $3",
    """
    , CAST(CASE WHEN EXISTS (
      SELECT 1 FROM sessions
      WHERE project = $1 AND tenant = $2 AND local_id = $3 AND authenticated_at >= $4 AND authenticated_at < $5
        AND revoked_at IS NOT NULL) THEN 1 ELSE 0 END AS BIGINT)
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

  static let insert: SQLStatement = """
    INSERT INTO accounts (project, tenant, \(columns)) VALUES (
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
      $23, $24, $25)
    """

  static let update: SQLStatement = """
    UPDATE accounts SET
      email = $1, email_verified = $2, initial_email = $3, phone_number = $4, display_name = $5,
      photo_url = $6, password = $7, password_updated_at = $8, disabled = $9, custom_attributes = $10,
      custom_auth = $11, email_link_sign_in = $12, created_at = $13, last_login_at = $14,
      last_refresh_at = $15, valid_since = $16, token_epoch = $17, factors = $18, email_changes = $19,
      stale_additions = $20, imported = $21, version = version + 1
    WHERE project = $22 AND tenant = $23 AND local_id = $24 AND version = $25
    """

  static let recordSignIn: SQLStatement = """
    UPDATE accounts SET last_login_at = $1, last_refresh_at = $1
    WHERE project = $2 AND tenant = $3 AND local_id = $4 AND version = $5
    """

  static let delete: SQLStatement = """
    DELETE FROM accounts WHERE project = $1 AND tenant = $2 AND local_id = $3
    """

  static let deleteAll: SQLStatement = "DELETE FROM accounts WHERE project = $1 AND tenant = $2"

  /// No index serves them, which every sign-in would have to keep: administrators ask for them, and seldom.
  static let sorted = AccountOrder.Key.allCases.filter { $0 != .id }.flatMap { key in
    [false, true].map { selectOrdered(AccountOrder(key: key, isDescending: $0)) }
  }

  static let all = [
    selectByID, selectByEmail, selectByPhoneNumber, selectByProviderLink, selectSignedIn, selectPage, count,
    insert, update,
    recordSignIn, delete, deleteAll, selectOrdered(AccountOrder(key: .id)),
    selectOrdered(AccountOrder(key: .id, isDescending: true)),
  ]
}
