import Identity

/// The locks that a transaction takes before it writes, if transactions run concurrently.
///
/// A statement sees only data that was committed before the statement began. Without locks, a transaction that ends an
/// account's sessions would miss a session that a concurrent transaction adds. The concurrent transaction would not
/// see that the sessions were ended. So a transaction that ends sessions takes an exclusive lock on the account, and a
/// transaction that adds a session takes a shared lock. All transactions first take all their locks, in the same
/// order, so that no deadlock occurs.
///
/// A unique index treats two spellings of one address as different values. So a transaction that gives an account an
/// address with several spellings locks the normal form of the address.
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
  /// The scopes and normal forms of addresses to lock, as bytes. They are locked in ascending order.
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
      // Changing a unique value would take an equally strong lock, only later.
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

  /// Waits for the locks. A new account needs no locks.
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
