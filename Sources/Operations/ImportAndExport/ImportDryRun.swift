import Identity
import IdentityWire
import Synchronization

/// The accounts that a trial of an import would have stored so far, to find conflicts within a file.
///
/// It stores hashes of the values, not the file's text. The number of hashes is limited. In a long file, only the
/// import itself finds conflicts with later values. ``isPartial`` tells.
public final class ImportDryRun: Sendable {
  /// The default limit of hashes. They take some tens of bytes each.
  public static let defaultMaximumValues = 1_000_000

  private struct State {
    /// The row of the file that gave an account each value. An account's ID is one of its values.
    var rows: [Int: Int] = [:]
    /// The number of times that a later row of the file overwrote an account of an earlier row, by the account's ID.
    var repetitions: [Int: Int] = [:]
    /// Rows that a later row of the same account has overwritten. Other accounts may use their values again.
    var replaced: Set<Int> = []
    var isPartial = false

    /// The last row of an account.
    func row(of id: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(id)
      hasher.combine(repetitions[id] ?? 0)
      return hasher.finalize()
    }
  }

  /// Contains hashes under a key of this process.
  private let state = Mutex(State())

  private let maximumValues: Int

  public init(maximumValues: Int = defaultMaximumValues) { self.maximumValues = maximumValues }

  /// True if the file had too many values. Later accounts were not compared with all that came before them, so that the
  /// import may leave out others.
  public var isPartial: Bool { state.withLock { $0.isPartial } }

  /// True if the file has the account already.
  fileprivate func contains(_ id: AccountID) -> Bool {
    let hash = Self.hash(id)
    return state.withLock { $0.rows[hash] != nil }
  }

  /// True if the file gave a value to another account, which still has it.
  ///
  /// - Parameters:
  ///   - conflict: the conflict that the import would report.
  ///   - parts: the parts of the value.
  fileprivate func hasGiven(
    _ conflict: StoreConflict, _ parts: [String], toOtherThan id: AccountID
  ) -> Bool {
    let (value, id) = (Self.hash(conflict, parts), Self.hash(id))
    return state.withLock { state in
      guard let row = state.rows[value] else { return false }
      return row != state.row(of: id) && !state.replaced.contains(row)
    }
  }

  /// Notes an account that would be stored.
  fileprivate func note(_ account: Account) {
    let id = Self.hash(account.id)
    var values = [id]
    if let email = account.email { values.append(Self.hash(.emailTaken, [email.text])) }
    if let number = account.phoneNumber { values.append(Self.hash(.phoneNumberTaken, [number])) }
    values += account.links.map { Self.hash(.providerLinkTaken, [$0.providerID, $0.rawID]) }
    values += account.passkeys.map { Self.hash(.passkeyTaken, [$0.id.rawValue]) }
    state.withLock { [values] state in
      guard state.rows.count + state.replaced.count + values.count <= maximumValues else {
        state.isPartial = true
        return
      }
      if state.rows[id] != nil {
        state.replaced.insert(state.row(of: id))
        state.repetitions[id, default: 0] += 1
      }
      let row = state.row(of: id)
      for value in values { state.rows[value] = row }
    }
  }

  private static func hash(_ id: AccountID) -> Int { hash(.accountIDTaken, [id.rawValue]) }

  private static func hash(_ conflict: StoreConflict, _ parts: [String]) -> Int {
    var hasher = Hasher()
    hasher.combine("\(conflict)")
    // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
    for part in parts { hasher.combine(Array(part.utf8)) }
    return hasher.finalize()
  }
}

extension IdentityService {
  /// Predicts the result of ``batchCreate(_:_:after:)`` without writing anything. Does not hash passwords in
  /// the clear.
  ///
  /// Other requests may change conflicting accounts meanwhile, so that the import itself may have another
  /// result.
  ///
  /// - Parameters:
  ///   - trial: knows the earlier uploads of the same import.
  ///   - previous: as in ``batchCreate(_:_:after:)``.
  /// - Throws: the errors of ``batchCreate(_:_:after:)``.
  func predictBatchCreate(
    _ request: BatchCreateRequest, _ caller: Caller, _ trial: ImportDryRun,
    after previous: @Sendable () async throws(IdentityError) -> Void
  ) async throws(IdentityError) -> BatchCreateResponse {
    let upload = try await prepare(request, caller, isTrial: true)
    try await previous()
    var failures = upload.failures
    for (index, account) in upload.accounts {
      let overwriting = request.allowOverwrite == true
      let conflict = try await storing { () async throws(StoreError) in
        try await self.conflict(of: account, overwriting: overwriting, after: trial)
      }
      if let conflict { failures[index] = Self.message(of: conflict) } else { trial.note(account) }
    }
    return Self.response(to: failures)
  }

  /// Finds the conflict of an account with others, in the order in which an import reports them.
  ///
  /// - Parameter trial: knows the earlier accounts of the file. These accounts replace stored accounts.
  private func conflict(
    of account: Account, overwriting: Bool, after trial: ImportDryRun
  ) async throws(StoreError) -> StoreConflict? {
    let scope = account.scope
    func isTaken(_ stored: Account?, _ conflict: StoreConflict, _ parts: [String]) -> Bool {
      if let stored, stored.id != account.id, !trial.contains(stored.id) { return true }
      return trial.hasGiven(conflict, parts, toOtherThan: account.id)
    }
    if !overwriting {
      if trial.contains(account.id) { return .accountIDTaken }
      if try await store.account(account.id, in: scope) != nil { return .accountIDTaken }
    }
    if let email = account.email {
      let stored = try await store.account(holding: email, in: scope)
      if isTaken(stored, .emailTaken, [email.text]) { return .emailTaken }
    }
    if let number = account.phoneNumber {
      let stored = try await store.account(phoneNumber: number, in: scope)
      if isTaken(stored, .phoneNumberTaken, [number]) { return .phoneNumberTaken }
    }
    for link in account.links {
      let stored = try await store.account(providerID: link.providerID, rawID: link.rawID, in: scope)
      if isTaken(stored, .providerLinkTaken, [link.providerID, link.rawID]) { return .providerLinkTaken }
    }
    for passkey in account.passkeys {
      let stored = try await store.account(passkey: passkey.credentialID, in: scope)
      if isTaken(stored, .passkeyTaken, [passkey.id.rawValue]) { return .passkeyTaken }
    }
    return nil
  }
}
