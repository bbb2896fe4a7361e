import Identity
import IdentityWire
import Synchronization

/// The values that a trial of an import has seen, to find duplicates within a file.
///
/// It keeps no text of the file. Of a long file it keeps only the first values: later duplicates are found
/// only by the import itself.
public final class UploadTrial: Sendable {
  private static let maximumValues = 1_000_000

  /// Hashes under a key of this process.
  private let seen = Mutex<Set<Int>>([])

  public init() {}

  /// Notes an account that would be imported.
  ///
  /// - Returns: the conflict with an earlier account. Nil if there is none; then the account is noted.
  fileprivate func repetition(in account: Account, overwriting: Bool) -> StoreConflict? {
    var values: [(conflict: StoreConflict, hash: Int)] = []
    func add(_ conflict: StoreConflict, _ parts: [String]) {
      var hasher = Hasher()
      hasher.combine("\(conflict)")
      // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
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
  /// Predicts the result of ``batchCreate(_:_:after:)`` without writing anything. Does not hash passwords in
  /// the clear.
  ///
  /// Other requests may change conflicting accounts meanwhile, so that the import itself may have another
  /// result.
  ///
  /// - Parameters:
  ///   - trial: has seen the earlier uploads of the same import.
  ///   - previous: as for an import.
  /// - Throws: the errors of ``batchCreate(_:_:after:)``.
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

  /// Finds the conflict of an account with existing ones, in the order in which an import reports them.
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
