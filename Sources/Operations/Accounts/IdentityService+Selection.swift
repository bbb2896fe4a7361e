import Identity
import IdentityWire

/// An action on several accounts. Each account is handled as if by a request of its own.
public enum SelectionAction: String, Sendable, CaseIterable {
  case disable, enable, revoke, delete
}

/// The outcome of an action on several accounts.
public struct SelectionResult: Sendable {
  /// An account for which the action was refused.
  public struct Failure: Sendable {
    public var localID: String
    public var error: IdentityError
  }

  public var done: [String] = []
  public var failures: [Failure] = []
}

extension IdentityService {
  /// The maximum number of accounts in a selection.
  public static let maximumSelectedAccounts = 100

  /// Performs the same action on each of several accounts. Each action is a separate operation with its own audit
  /// record. A refusal for one account does not affect the other accounts.
  ///
  /// - Parameter ids: accounts of the caller's scope. Duplicates count once.
  /// - Throws: `INSUFFICIENT_PERMISSION`; `LOCAL_ID_LIST_EXCEEDS_LIMIT` for none or more than
  ///   ``maximumSelectedAccounts``.
  public func perform(_ action: SelectionAction, on ids: [String], _ caller: Caller)
    async throws(IdentityError) -> SelectionResult
  {
    let selected = try await audited(action == .delete ? .deletion : .update, caller) {
      () async throws(IdentityError) in try Self.selected(ids, caller)
    }
    var result = SelectionResult()
    var outage: IdentityError?
    for id in selected {
      if let outage {
        result.failures.append(.init(localID: id, error: outage))
        continue
      }
      do throws(IdentityError) {
        try await perform(action, on: id, caller)
        result.done.append(id)
      } catch {
        result.failures.append(.init(localID: id, error: error))
        // The database does not respond. Every further account would wait for it just as long.
        if error.kind == .unavailable { outage = error }
      }
    }
    return result
  }

  private func perform(_ action: SelectionAction, on id: String, _ caller: Caller)
    async throws(IdentityError)
  {
    guard action != .delete else {
      var deletion = DeleteRequest()
      deletion.localId = id
      _ = try await audited(.deletion, caller) { [deletion] () async throws(IdentityError) in
        try await delete(deletion, caller)
      }
      return
    }
    var update = UpdateRequest()
    update.localId = id
    switch action {
    case .disable: update.disableUser = true
    case .enable: update.disableUser = false
    case .revoke: update.validSince = Int64Text(clock.now().seconds)
    case .delete: break
    }
    _ = try await audited(.update, caller) { [update] () async throws(IdentityError) in
      try await self.update(update, caller)
    }
  }

  /// Returns the accounts of a selection that exist.
  ///
  /// - Throws: the errors of ``perform(_:on:_:)``.
  public func accounts(selected ids: [String], _ caller: Caller) async throws(IdentityError) -> [Account] {
    var accounts: [Account] = []
    for id in try Self.selected(ids, caller) {
      guard let id = AccountID(rawValue: id) else { continue }
      let found = try await storing { () async throws(StoreError) in
        try await store.account(id, in: caller.scope)
      }
      if let found { accounts.append(found) }
    }
    return accounts
  }

  /// Exports several accounts as a file, in the format of `latchkey users export`. Records the export of each account.
  ///
  /// - Parameter showsHashes: whether to include password hashes of the project's own scheme.
  /// - Throws: the errors of ``perform(_:on:_:)``; `USER_NOT_FOUND` if none of the accounts exists.
  public func export(selected ids: [String], showsHashes: Bool, _ caller: Caller)
    async throws(IdentityError) -> [UInt8]
  {
    let accounts = try await exportedAccounts(selected: ids, caller)
    guard !accounts.isEmpty else { throw .refused(.userNotFound) }
    return Self.file(of: accounts, showsHashes: showsHashes, caller)
  }

  /// Returns the accounts of a selection that exist, for an export. Records the export of each account, so that the audit
  /// log tells whose data left the server.
  ///
  /// - Throws: the errors of ``perform(_:on:_:)``.
  public func exportedAccounts(selected ids: [String], _ caller: Caller) async throws(IdentityError)
    -> [Account]
  {
    let accounts: [Account]
    do throws(IdentityError) { accounts = try await self.accounts(selected: ids, caller) } catch {
      // The accounts are read outside of an audited operation, because an export of none has no record. A refusal has.
      return try await audited(.export, caller) { () async throws(IdentityError) in throw error }
    }
    try await record(exportOf: accounts, caller)
    return accounts
  }

  /// Encodes exported accounts as a file, in the format of `latchkey users export`.
  public static func file(of accounts: [Account], showsHashes: Bool, _ caller: Caller) -> [UInt8] {
    var encoder = UserFileFormat.json.encoder()
    var bytes = encoder.begin()
    for account in accounts {
      var info = AccountInfo(exporting: account, showing: caller.project.passwordHashing.scheme)
      if !showsHashes { info.version = nil }
      bytes += encoder.encode(info)
    }
    return bytes + encoder.end()
  }

  /// Returns the IDs of a selection without duplicates.
  ///
  /// - Throws: the errors of ``perform(_:on:_:)``.
  static func selected(_ ids: [String], _ caller: Caller) throws(IdentityError) -> [String] {
    try caller.requireAdministrator()
    // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
    var seen: Set<[UInt8]> = []
    let ids = ids.filter { seen.insert(Array($0.utf8)).inserted }
    guard (1...maximumSelectedAccounts).contains(ids.count) else {
      throw .refused(.localIDListExceedsLimit, "At most \(maximumSelectedAccounts) users, and at least one.")
    }
    return ids
  }
}
