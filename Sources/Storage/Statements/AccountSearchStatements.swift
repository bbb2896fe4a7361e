import Identity

/// Selects the candidates of a search along one index, from one place in the index to another.
struct AccountSearchWalk: Sendable, Hashable {
  enum Index: CaseIterable, Sendable {
    case age, disabled, id, email, phoneNumber, displayName, providerLink

    /// True if a place in the index consists of a moment and an id. A place in any other index is one text.
    var isOfMoments: Bool { self == .age || self == .disabled }
  }

  var index: Index
  var isDescending: Bool
  var isFilteredByDisabled: Bool
  var lacksFactor = false
  var method: AccountSearch.Method?

  /// Selects the candidates from one place up to, but not including, another. The columns are the place, the values by
  /// which other search keys would find the candidate, and whether the candidate passes the filter.
  ///
  /// The arguments, in order:
  ///
  /// - the required value of `disabled`, if filtered by it
  /// - the provider of the method, if the method has a provider
  /// - project and tenant
  /// - the provider, if the index is that of provider links
  /// - the two places, and the limit
  var statement: SQLStatement {
    var count = 0
    func parameter() -> String {
      count += 1
      return "$\(count)"
    }
    var filters: [String] = []
    if isFilteredByDisabled { filters.append("a.disabled = \(parameter())") }
    if lacksFactor { filters.append("a.factors IS NULL") }
    switch method {
    case nil: break
    case .password:
      filters.append("a.email IS NOT NULL AND (a.password IS NOT NULL OR a.email_link_sign_in <> 0)")
    case .phone: filters.append("a.phone_number IS NOT NULL")
    case .custom: filters.append("a.custom_auth <> 0")
    case .anonymous:
      filters.append(
        """
        a.email IS NULL AND a.phone_number IS NULL AND a.password IS NULL AND a.passkeys IS NULL \
        AND a.custom_auth = 0 \
        AND (\(Self.links) LIMIT 1) IS NULL
        """)
    case .provider: filters.append("(\(Self.links) AND p.provider_id = \(parameter()) LIMIT 1) = 1")
    }
    let passes = filters.isEmpty ? "1" : "CASE WHEN \(filters.joined(separator: " AND ")) THEN 1 ELSE 0 END"
    let source = index == .providerLink ? "l" : "a"
    let scope = "\(source).project = \(parameter()) AND \(source).tenant = \(parameter())"
    var tables = "accounts a"
    var conditions = [scope]
    switch index {
    case .disabled: conditions.append("a.disabled <> 0")
    case .displayName: conditions.append("a.display_name IS NOT NULL")
    case .providerLink:
      tables = """
        provider_links l JOIN accounts a
        ON a.project = l.project AND a.tenant = l.tenant AND a.local_id = l.local_id
        """
      conditions.append("l.provider_id = \(parameter())")
    case .age, .id, .email, .phoneNumber: break
    }
    let direction = isDescending ? "DESC" : "ASC"
    let order: String
    if index.isOfMoments {
      conditions.append("(a.created_at, a.local_id) >= (\(parameter()), \(parameter()))")
      conditions.append("(a.created_at, a.local_id) < (\(parameter()), \(parameter()))")
      order = "a.created_at \(direction), a.local_id \(direction)"
    } else {
      conditions.append("\(key) >= \(parameter()) AND \(key) < \(parameter())")
      order = "\(key) \(direction)"
    }
    return SQLStatement(
      """
      SELECT \(key), a.local_id, a.email, a.phone_number, a.display_name, \(passes)
      FROM \(tables) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT \(parameter())
      """)
  }

  /// The searched name, made unique by the account's id. The separator occurs in no searched text. The expression must
  /// equal, byte for byte, the one that ``SchemaMigration/userSearch`` indexes.
  static let nameKey = "lower(substr(a.display_name, 1, 64)) || '\u{1}' || a.local_id"

  /// Finds the links of one candidate. With EXISTS, PostgreSQL may decide to read the links of all accounts first.
  private static let links = """
    SELECT 1 FROM provider_links p
    WHERE p.project = a.project AND p.tenant = a.tenant AND p.local_id = a.local_id
    """

  private var key: String {
    switch index {
    case .age, .disabled: "a.created_at"
    case .id: "a.local_id"
    case .email: "a.email"
    case .phoneNumber: "a.phone_number"
    case .displayName: Self.nameKey
    case .providerLink: "l.raw_id"
    }
  }
}

enum AccountSearchStatements {
  /// The number of accounts that one statement reads for a page.
  static let accountsPerStatement = 64

  static let selectAccounts = SQLStatement(
    """
    SELECT \(AccountStatements.columns) FROM accounts
    WHERE project = $1 AND tenant = $2 AND local_id IN (\(ids))
    """)

  static let selectLinks = SQLStatement(
    """
    SELECT local_id, \(ProviderLinkStatements.columns) FROM provider_links
    WHERE project = $1 AND tenant = $2 AND local_id IN (\(ids))
    ORDER BY local_id, ordinal
    """)

  private static let ids = (3..<3 + accountsPerStatement).map { "$\($0)" }.joined(separator: ", ")

  static let all = [selectAccounts, selectLinks] + walks.map(\.statement)

  static var walks: [AccountSearchWalk] {
    let methods: [AccountSearch.Method?] = [nil, .password, .phone, .anonymous, .custom, .provider("")]
    var walks: [AccountSearchWalk] = []
    for index in AccountSearchWalk.Index.allCases {
      for method in methods {
        for flags in 0..<8 {
          walks.append(
            AccountSearchWalk(
              index: index, isDescending: flags & 1 != 0, isFilteredByDisabled: flags & 2 != 0,
              lacksFactor: flags & 4 != 0, method: method))
        }
      }
    }
    return walks
  }
}
