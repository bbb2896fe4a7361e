import Identity
import IdentityWire
import Operations

/// Runs the API's operations on users for commands. The audit log records them under the name of the person who runs
/// the command.
struct UserAdministration {
  let service: IdentityService
  let caller: Caller

  var now: Instant { service.clock.now() }

  /// - Throws: `USER_NOT_FOUND`.
  func user(_ uid: String) async throws(IdentityError) -> AccountInfo {
    AccountInfo(try await service.account(uid, caller))
  }

  /// Returns the existing users, in the order of the first mention of their ids.
  func users(_ uids: [String]) async throws(IdentityError) -> [AccountInfo] {
    var users: [AccountInfo] = []
    for start in stride(from: 0, to: uids.count, by: Self.lookedUpAtOnce) {
      var request = LookupRequest()
      request.localId = Array(uids[start..<min(start + Self.lookedUpAtOnce, uids.count)])
      users += try await service.lookup(request, caller).users ?? []
    }
    return users
  }

  private static let lookedUpAtOnce = 100

  /// Returns the user that a request names; nil if the user does not exist.
  func user(_ request: LookupRequest) async throws(IdentityError) -> AccountInfo? {
    try await service.lookup(request, caller).users?.first
  }

  func page(_ question: AccountQuery, from token: String?, limit: Int) async throws(IdentityError)
    -> AccountPage
  {
    try await service.searchAccounts(question, from: token, limit: limit, caller)
  }

  /// - Returns: the new user's id.
  func create(_ request: SignUpRequest) async throws(IdentityError) -> String {
    try await service.audited(.accountCreation, caller) { () async throws(IdentityError) in
      try await service.signUp(request, caller).localId
    }
  }

  func update(_ request: UpdateRequest) async throws(IdentityError) {
    _ = try await service.audited(.update, caller) { () async throws(IdentityError) in
      try await service.update(request, caller)
    }
  }

  /// Returns the second factors that remain after a removal.
  ///
  /// - Parameter removed: the ids of the factors to remove.
  /// - Throws: `USER_NOT_FOUND`, `MFA_ENROLLMENT_NOT_FOUND`.
  func factors(of uid: String, without removed: [String]) async throws(IdentityError) -> MFAInfo {
    let factors = try await service.account(uid, caller).factors
    guard removed.allSatisfy({ id in factors.contains { $0.enrollmentID == id } }) else {
      throw .refused(.mfaEnrollmentNotFound)
    }
    var info = MFAInfo()
    info.enrollments = factors.filter { !removed.contains($0.enrollmentID) }.map { MFAFactor($0) }
    return info
  }

  /// - Throws: `USER_NOT_FOUND`.
  func delete(_ uid: String) async throws(IdentityError) {
    _ = try await service.audited(.deletion, caller) { () async throws(IdentityError) in
      var request = DeleteRequest()
      request.localId = uid
      return try await service.delete(request, caller)
    }
  }

  /// Performs an action on several users. The audit log records each user separately.
  ///
  /// - Parameter uids: at most `IdentityService.maximumSelectedAccounts`.
  func perform(_ action: BatchActionRequest.Action, on uids: [String]) async throws(IdentityError)
    -> [BatchActionResponse.Result]
  {
    try await service.batchAction(BatchActionRequest(action, localIds: uids), caller).results
  }

  /// Returns the existing users for an export, which the audit log records.
  ///
  /// - Parameter uids: at most `IdentityService.maximumSelectedAccounts`.
  func exportedAccounts(_ uids: [String]) async throws(IdentityError) -> [Account] {
    try await service.exportedAccounts(selected: uids, caller)
  }
}

extension UpdateRequest {
  /// An empty change of a user.
  init(of uid: String) {
    self.init()
    localId = uid
  }
}
