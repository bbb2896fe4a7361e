import Identity

/// The locks that a transaction takes before it writes, if transactions run concurrently.
///
/// A statement sees only what was committed before it began. So a transaction that ends an account's sessions would
/// miss one that another transaction is adding, and the other would miss the ending. Ending takes an exclusive lock
/// on the account; adding takes a shared one. All transactions lock first and in one order, so that no deadlock
/// occurs.
///
/// Two spellings of one address are two values to a unique index. So transactions that give such addresses to
/// accounts wait for each other.
struct AccountLocks {
  private struct Key: Hashable, Comparable {
    var scope: Scope
    var id: AccountID

    private var parts: [String] { [scope.project.rawValue, scope.tenant?.rawValue ?? "", id.rawValue] }
    static func < (one: Key, other: Key) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }
  }

  static let lockAlone: SQLStatement = """
    SELECT 1 FROM accounts WHERE project = $1 AND tenant = $2 AND local_id = $3 FOR UPDATE
    """
  static let lockTogether: SQLStatement = """
    SELECT 1 FROM accounts WHERE project = $1 AND tenant = $2 AND local_id = $3 FOR KEY SHARE
    """

  static let lockSpelling: SQLStatement = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"

  /// The accounts to lock, and whether the lock is exclusive.
  private var keys: [Key: Bool] = [:]
  /// Scopes with the normal forms of addresses, as bytes. They are locked in their order.
  private var spellings: Set<[UInt8]> = []

  init(for writes: [StoreWrite]) {
    for write in writes {
      if case .insertAccount(let account) = write { add(spellingOf: account) }
      if case .updateAccount(let account) = write { add(spellingOf: account) }
      switch write {
      case .insertSession(let session), .rotateSession(_, let session, _, _, _):
        add(session.accountID, session.scope, alone: false)
      case .requireSignIn(let id, let scope, _): add(id, scope, alone: false)
      case .revokeSessionFamily(let session, _, _): add(session.accountID, session.scope, alone: true)
      case .endSessions(let id, let scope, _, _, _), .rememberSessions(let id, let scope, _, _),
        .deleteAccount(let id, let scope):
        add(id, scope, alone: true)
      // Changing a unique value would take as strong a lock, only later.
      case .updateAccount(let account): add(account.id, account.scope, alone: true)
      default: break
      }
    }
  }

  private mutating func add(_ id: AccountID, _ scope: Scope, alone: Bool) {
    keys[Key(scope: scope, id: id), default: false] = keys[Key(scope: scope, id: id)] == true || alone
  }

  private mutating func add(spellingOf account: Account) {
    guard let email = account.email, email.hasOtherSpellings else { return }
    let scope = account.scope
    let key = "\(scope.project.rawValue)\n\(scope.tenant?.rawValue ?? "")\n\(email.normalForm)"
    spellings.insert(Array(key.utf8))
  }

  /// Waits for the locks. A new account needs none.
  func take(on connection: some SQLConnection) throws {
    for key in spellings.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try connection.send(Self.lockSpelling, [.text(String(decoding: key, as: UTF8.self))])
    }
    for (key, isAlone) in keys.sorted(by: { $0.key < $1.key }) {
      try connection.send(
        isAlone ? Self.lockAlone : Self.lockTogether, key.scope.sqlValues + [.text(key.id.rawValue)])
    }
  }
}
