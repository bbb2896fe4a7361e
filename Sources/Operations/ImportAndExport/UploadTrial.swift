import Identity
import IdentityWire
import Synchronization

/// The values that a trial of an import has come by, so that it tells of a file's repetitions.
///
/// It keeps no text of the file, and of a long file the first values alone: a repetition behind them is told by the import
/// itself.
public final class UploadTrial: Sendable {
  private static let maximumValues = 1_000_000

  /// Hashes under a key of this process.
  private let seen = Mutex<Set<Int>>([])

  public init() {}

  /// Notes an account that would come in.
  ///
  /// - Returns: the conflict with an account before it; nil for none, and then the account is noted.
  fileprivate func repetition(in account: Account, overwriting: Bool) -> StoreConflict? {
    var values: [(conflict: StoreConflict, hash: Int)] = []
    func add(_ conflict: StoreConflict, _ parts: [String]) {
      var hasher = Hasher()
      hasher.combine("\(conflict)")
      // By their bytes: Swift takes two spellings of a letter for equal, the store does not.
      for part in parts { hasher.combine(Array(part.utf8)) }
      values.append((conflict, hasher.finalize()))
    }
    add(.accountIDTaken, [account.id.rawValue])
    if let email = account.email { add(.emailTaken, [email.text]) }
    if let number = account.phoneNumber { add(.phoneNumberTaken, [number]) }
    for link in account.links { add(.providerLinkTaken, [link.providerID, link.rawID]) }
    for passkey in account.passkeys { add(.passkeyTaken, [passkey.id.rawValue]) }
    return seen.withLock { seen in
      let isSame = overwriting && values.first.map { seen.contains($0.hash) } == true
      if !isSame, let repeated = values.first(where: { seen.contains($0.hash) }) { return repeated.conflict }
      if seen.count + values.count <= Self.maximumValues { seen.formUnion(values.map(\.hash)) }
      return nil
    }
  }
}

extension IdentityService {
  /// Says what ``batchCreate(_:_:after:)`` would answer, and writes nothing. Passwords in the clear are not hashed.
  ///
  /// Others may change meanwhile what stands in the way, and so the import itself may answer otherwise.
  ///
  /// - Parameters:
  ///   - trial: of the uploads before this one of the same import.
  ///   - previous: as for an import.
  /// - Throws: as ``batchCreate(_:_:after:)`` does.
  func tryBatchCreate(
    _ request: BatchCreateRequest, _ caller: Caller, _ trial: UploadTrial,
    after previous: @Sendable () async throws(IdentityError) -> Void
  ) async throws(IdentityError) -> BatchCreateResponse {
    let upload = try await prepare(request, caller, isTrial: true)
    try await previous()
    var failures = upload.failures
    for (index, account) in upload.accounts {
      let overwriting = request.allowOverwrite == true
      let conflict = try await storing { () async throws(StoreError) in
        try await self.conflict(of: account, overwriting: overwriting)
      }
      if let conflict = conflict ?? trial.repetition(in: account, overwriting: overwriting) {
        failures[index] = Self.message(of: conflict)
      }
    }
    return Self.response(to: failures)
  }

  /// Finds what stands in the way of an account, in the order in which an import names it.
  private func conflict(of account: Account, overwriting: Bool) async throws(StoreError) -> StoreConflict? {
    let scope = account.scope
    func isOther(_ found: Account?) -> Bool { found.map { $0.id != account.id } == true }
    if !overwriting, try await store.account(account.id, in: scope) != nil { return .accountIDTaken }
    if let email = account.email, isOther(try await store.account(holding: email, in: scope)) {
      return .emailTaken
    }
    if let number = account.phoneNumber, isOther(try await store.account(phoneNumber: number, in: scope)) {
      return .phoneNumberTaken
    }
    for link in account.links {
      let found = try await store.account(providerID: link.providerID, rawID: link.rawID, in: scope)
      if isOther(found) { return .providerLinkTaken }
    }
    for passkey in account.passkeys
    where isOther(try await store.account(passkey: passkey.credentialID, in: scope)) {
      return .passkeyTaken
    }
    return nil
  }
}
