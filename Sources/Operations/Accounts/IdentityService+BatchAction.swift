import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:batchAction`: performs an action on several accounts, or exports them. Reports accounts that do not
  /// exist, and performs the action on the others.
  ///
  /// - Throws: the errors of ``perform(_:on:_:)``; the store's error if it does not respond and nothing was
  ///   done.
  public func batchAction(_ request: BatchActionRequest, _ caller: Caller) async throws(IdentityError)
    -> BatchActionResponse
  {
    guard let action = SelectionAction(request.action) else {
      return try await batchExport(request.localIds, caller)
    }
    let result = try await perform(action, on: request.localIds, caller)
    if result.done.isEmpty, let outage = result.failures.first(where: { $0.error.kind == .unavailable }) {
      throw outage.error
    }
    // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
    let failures = Dictionary(
      result.failures.map { (Array($0.localID.utf8), $0.error) }, uniquingKeysWith: { first, _ in first })
    let results = try Self.selected(request.localIds, caller).map { id in
      guard let error = failures[Array(id.utf8)] else {
        return BatchActionResponse.Result(localId: id, status: .done)
      }
      let isMissing = error.refusal == .userNotFound || error.refusal == .missingLocalID
      return BatchActionResponse.Result(
        localId: id, status: isMissing ? .notFound : .failed, message: isMissing ? nil : error.message)
    }
    return BatchActionResponse(results: results)
  }

  private func batchExport(_ ids: [String], _ caller: Caller) async throws(IdentityError)
    -> BatchActionResponse
  {
    let accounts = try await exportedAccounts(selected: ids, caller)
    let known = Set(accounts.map { Array($0.id.rawValue.utf8) })
    let results = try Self.selected(ids, caller).map { id in
      BatchActionResponse.Result(
        localId: id, status: known.contains(Array(id.utf8)) ? .done : .notFound)
    }
    return BatchActionResponse(
      results: results, users: accounts.isEmpty ? nil : accounts.map { downloaded($0) })
  }
}

extension SelectionAction {
  /// Nil for an export, which changes nothing.
  fileprivate init?(_ action: BatchActionRequest.Action) {
    switch action {
    case .disable: self = .disable
    case .enable: self = .enable
    case .revoke: self = .revoke
    case .delete: self = .delete
    case .export: return nil
    }
  }
}
