import Identity
import IdentityWire
import Passwords

extension IdentityService {
  /// The maximum number of users in one upload.
  public static let maximumUploadedUsers = 1_000
  /// The number of accounts in one transaction. Large enough that many accounts share one sync of the disk, and small
  /// enough that other writes do not wait too long.
  static let uploadTransaction = 500

  /// `accounts:batchCreate`: stores users of another service, with the hashes of their passwords.
  ///
  /// Users with invalid data, and users whose ID, address, phone number or provider link belongs to another account,
  /// are listed in the response. The others are stored in transactions of ``uploadTransaction`` users. If the store
  /// fails, earlier transactions stay, and the upload can be repeated with `allowOverwrite`. Overwriting a user ends
  /// their sessions.
  ///
  /// - Parameter previous: awaited before anything is stored, while this upload is prepared.
  /// - Throws: `INSUFFICIENT_PERMISSION`, `MISSING_USER_ACCOUNT`, `MAXIMUM_USER_COUNT_EXCEEDED`; with
  ///   `sanityCheck` `DUPLICATE_EMAIL` and `DUPLICATE_RAW_ID`; without `allowOverwrite` `DUPLICATE_LOCAL_ID`;
  ///   the errors of ``PasswordHash/Algorithm/init(_:)``.
  public func batchCreate(
    _ request: BatchCreateRequest, _ caller: Caller,
    after previous: @Sendable () async throws(IdentityError) -> Void = {}
  ) async throws(IdentityError) -> BatchCreateResponse {
    let upload = try await prepare(request, caller, isTrial: false)
    let (accounts, passwords) = (upload.accounts, try passwords(of: caller.project))
    var failures = upload.failures
    try await previous()
    try await note(importedPasswords: accounts.compactMap(\.account.password), passwords, caller)
    for start in stride(from: 0, to: accounts.count, by: Self.uploadTransaction) {
      let chunk = accounts[start..<min(start + Self.uploadTransaction, accounts.count)]
      failures.merge(
        try await store(chunk, overwriting: request.allowOverwrite == true), uniquingKeysWith: { $1 })
    }
    return Self.response(to: failures)
  }

  static func response(to failures: [Int: String]) -> BatchCreateResponse {
    let errors = failures.sorted { $0.key < $1.key }.map {
      BatchCreateResponse.UserError(index: $0.key, message: $0.value)
    }
    return BatchCreateResponse(error: errors.isEmpty ? nil : errors)
  }

  /// The accounts of an upload as they would be stored, and the failures by index.
  struct PreparedUpload {
    var accounts: [(index: Int, account: Account)] = []
    var failures: [Int: String] = [:]
  }

  /// Does the part of an upload that does not depend on other accounts.
  ///
  /// - Parameter isTrial: true to store nothing, and so to hash no passwords.
  func prepare(_ request: BatchCreateRequest, _ caller: Caller, isTrial: Bool)
    async throws(IdentityError) -> PreparedUpload
  {
    try caller.requireAdministrator()
    let users = request.users ?? []
    guard !users.isEmpty else { throw .refused(.missingUserAccount) }
    guard users.count <= Self.maximumUploadedUsers else { throw .refused(.maximumUserCountExceeded) }
    try Self.checkDuplicates(request, caller)
    let passwords = try passwords(of: caller.project)
    let hasHashes = users.contains { $0.passwordHash?.isEmpty == false && !isOfEmulator($0) }
    let algorithm = hasHashes ? try PasswordHash.Algorithm(request) : nil
    let stored = try algorithm.map { algorithm throws(IdentityError) in try passwords.sealed(algorithm) }

    let now = clock.now()
    let imported = Self.noteImport(now: now, random)
    let rules = uploadRules(in: caller.scope)
    var upload = PreparedUpload()
    for (index, user) in users.enumerated() {
      do throws(UploadFailure) {
        var account = try user.account(in: caller.scope, now: now, random: random, rules: rules)
        account.password =
          isOfEmulator(user)
          ? try emulatorPassword(of: user) : try Self.importedPassword(of: user, algorithm, storedAs: stored)
        if account.password != nil { account.passwordUpdatedAt = now }
        account.imported = imported
        upload.accounts.append((index, account))
      } catch {
        upload.failures[index] = error.message
      }
    }
    // Hash all passwords before anything is written: if the queue is full, nothing has been written.
    for position in upload.accounts.indices where upload.accounts[position].account.password == nil {
      let index = upload.accounts[position].index
      guard let password = users[index].rawPassword, !password.isEmpty else { continue }
      guard password.utf8.count <= PasswordHasher.maximumPasswordBytes else {
        upload.failures[index] = "rawPassword is too long"
        continue
      }
      guard !isTrial else { continue }
      upload.accounts[position].account.password = try await passwords.hash(password)
      upload.accounts[position].account.passwordUpdatedAt = now
    }
    upload.failures.merge(
      try costlyHashes(in: upload.accounts, passwords, caller), uniquingKeysWith: { first, _ in first })
    upload.accounts.removeAll { upload.failures[$0.index] != nil }
    return upload
  }

  /// Returns the import to note in each account: the upload itself, or the import that it belongs to.
  private static func noteImport(now: Instant, _ random: any RandomSource) -> AccountImport {
    let context = AuditContext.current
    let id = context.importID ?? random.alphanumeric(20)
    if context.importID == nil { context.trail?.note("import", id) }
    return AccountImport(id: id, at: now, actor: context.actorText(about: nil))
  }

  /// Finds users whose hashes, together with previously imported schemes, would make every wrong password in the
  /// project too costly. Returns none if e-mail enumeration protection is off: then the check of a wrong password does
  /// not compute a hash in every scheme.
  private func costlyHashes(
    in accounts: [(index: Int, account: Account)], _ passwords: ProjectPasswords, _ caller: Caller
  ) throws(IdentityError) -> [Int: String] {
    guard caller.signIn.emailEnumerationProtection else { return [:] }
    var known = caller.project.importedPasswords
    var kinds: [(kind: PasswordHash, isAllowed: Bool)] = []
    var failures: [Int: String] = [:]
    for (index, account) in accounts {
      guard let password = account.password, passwords.shouldRehash(password) else { continue }
      // Opening the key for each user would take longer than reading the user. The key is sealed once for an upload.
      let kind = password.exemplar()
      if !kinds.contains(where: { $0.kind == kind }) {
        let exemplar = try passwords.exemplar(of: password)
        let isKnown = known.contains(exemplar)
        let isAllowed = isKnown || PasswordCost.allows(exemplar, beside: known)
        if isAllowed, !isKnown { known.append(exemplar) }
        kinds.append((kind, isAllowed))
      }
      if kinds.contains(where: { $0.kind == kind && !$0.isAllowed }) {
        failures[index] =
          "Password hash is too costly to check, together with the other hash algorithms of the project."
      }
    }
    return failures
  }

  /// Notes the cost of checking these passwords before the accounts are stored, so that the time of an answer
  /// does not reveal them.
  private func note(
    importedPasswords: [PasswordHash], _ passwords: ProjectPasswords, _ caller: Caller
  ) async throws(IdentityError) {
    var kinds: [PasswordHash] = []
    var exemplars: [PasswordHash] = []
    for password in importedPasswords where passwords.shouldRehash(password) {
      // Opening the key for each user would take longer than reading the user. The key is sealed once for an upload.
      let kind = password.exemplar()
      guard !kinds.contains(kind) else { continue }
      kinds.append(kind)
      let exemplar = try passwords.exemplar(of: password)
      if !exemplars.contains(exemplar) { exemplars.append(exemplar) }
    }
    let new = exemplars.filter { !caller.project.importedPasswords.contains($0) }
    guard !new.isEmpty else { return }
    try await projects.update(caller.project.id) { (project) throws(IdentityError) in
      for exemplar in new where !project.importedPasswords.contains(exemplar) {
        guard PasswordCost.allows(exemplar, beside: project.importedPasswords) else {
          guard caller.signIn.emailEnumerationProtection else { continue }
          throw .unavailable(.concurrentUpdate, cause: "another upload added hash algorithms meanwhile")
        }
        project.importedPasswords.append(exemplar)
      }
    }
  }

  /// Checks the hash parameters of an upload.
  ///
  /// - Throws: the errors of ``batchCreate(_:_:)``.
  public static func checkHashParameters(_ request: BatchCreateRequest) throws(IdentityError) {
    _ = try PasswordHash.Algorithm(request)
  }

  /// Throws if duplicates make the whole upload invalid.
  private static func checkDuplicates(_ request: BatchCreateRequest, _ caller: Caller) throws(IdentityError) {
    let users = request.users ?? []
    if request.sanityCheck == true {
      var emails: Set<String> = []
      var identities: Set<[[UInt8]]> = []
      for user in users {
        if let email = user.email.flatMap(EmailAddress.init), !emails.insert(email.text).inserted {
          throw .refused(.duplicateEmail, email.text)
        }
        for info in user.providerUserInfo ?? [] {
          guard let providerID = info.providerId, let rawID = info.rawId else { continue }
          guard identities.insert([Array(providerID.utf8), Array(rawID.utf8)]).inserted else {
            throw .refused(.duplicateRawID, "Provider id(\(providerID)), Raw id(\(rawID))")
          }
        }
      }
    }
    guard request.allowOverwrite != true else { return }
    // Compares bytes: Swift treats canonically equivalent strings as equal, the store does not.
    var ids: Set<[UInt8]> = []
    for case let id? in users.map(\.localId) where !id.isEmpty {
      guard ids.insert(Array(id.utf8)).inserted else { throw .refused(.duplicateLocalID, id) }
    }
  }

  /// Returns the rules for uploads. A development server accepts TOTP secrets, which the official service
  /// refuses.
  func uploadRules(in scope: Scope) -> UploadRules {
    var rules = UploadRules()
    guard emulatorHashes != nil else { return rules }
    rules.takesMadeUpPasskeys = true
    rules.sealing = { [projects] secret, id, account in
      try projects.seal(totpSecret: secret, of: id, account, in: scope)
    }
    return rules
  }

  /// True if a development server keeps the user's hash as the emulator does.
  private func isOfEmulator(_ user: UploadedUser) -> Bool {
    emulatorHashes != nil && user.passwordHash.map(EmulatorPasswordHashes.recognizes) == true
  }

  private func emulatorPassword(of user: UploadedUser) throws(UploadFailure) -> PasswordHash? {
    guard let emulatorHashes, let text = user.passwordHash else { return nil }
    guard let kept = emulatorHashes.keeping(text, salt: user.salt) else {
      throw UploadFailure("Password hash is too long.")
    }
    return kept
  }

  /// - Parameters:
  ///   - algorithm: the algorithm with its key in the clear.
  ///   - stored: the same algorithm with its key sealed.
  static func importedPassword(
    of user: UploadedUser, _ algorithm: PasswordHash.Algorithm?,
    storedAs stored: PasswordHash.Algorithm?
  ) throws(UploadFailure) -> PasswordHash? {
    guard let text = user.passwordHash, !text.isEmpty, let algorithm, let stored else { return nil }
    guard let hash = Base64Bytes.decode(text) else {
      throw UploadFailure("Password hash should be base64 encoded.")
    }
    guard let salt = Base64Bytes.decode(user.salt ?? "") else {
      throw UploadFailure("Password salt should be base64 encoded.")
    }
    guard var password = try? PasswordHash(importing: algorithm, salt: salt, hash: hash) else {
      throw UploadFailure("Password hash or salt does not suit the hash algorithm.")
    }
    password.algorithm = stored
    return password
  }
}

extension IdentityService {
  /// Writes the accounts in one transaction. After a conflict, writes each half separately.
  ///
  /// - Returns: the failures by index.
  private func store(_ accounts: ArraySlice<(index: Int, account: Account)>, overwriting: Bool)
    async throws(IdentityError) -> [Int: String]
  {
    guard let first = accounts.first else { return [:] }
    guard accounts.count > 1 else {
      let failure = try await store(first.account, overwriting: overwriting)
      return failure.map { [first.index: $0] } ?? [:]
    }
    do throws(StoreError) {
      var writes: [StoreWrite] = []
      for (_, account) in accounts { writes += try await self.writes(of: account, overwriting: overwriting) }
      try await store.apply(writes)
      return [:]
    } catch {
      guard case .conflict = error else { throw IdentityError(error) }
    }
    let middle = accounts.startIndex + accounts.count / 2
    let failures = try await store(accounts[..<middle], overwriting: overwriting)
    return failures.merging(
      try await store(accounts[middle...], overwriting: overwriting), uniquingKeysWith: { $1 })
  }

  private func store(_ account: Account, overwriting: Bool) async throws(IdentityError) -> String? {
    for _ in 0..<Self.maximumAttempts {
      do throws(StoreError) {
        try await store.apply(try await writes(of: account, overwriting: overwriting))
        return nil
      } catch {
        // If several values are taken, the database reports any of them. Check the ID first, because the other values
        // may belong to the same account.
        if case .conflict = error, !overwriting {
          let existing = try await storing { () async throws(StoreError) in
            try await store.account(account.id, in: account.scope)
          }
          if existing != nil { return Self.message(of: .accountIDTaken) }
        }
        switch error {
        case .conflict(let conflict)
        where [.emailTaken, .phoneNumberTaken, .providerLinkTaken, .passkeyTaken].contains(conflict):
          return Self.message(of: conflict)
        // Another request wrote the account between the read and the write.
        case .conflict(.accountIDTaken), .conflict(.stale): continue
        default: throw IdentityError(error)
        }
      }
    }
    return Self.message(of: .stale)
  }

  /// Returns the official service's message for a conflict.
  static func message(of conflict: StoreConflict) -> String {
    switch conflict {
    case .accountIDTaken: "localId belongs to an existing account - can not overwrite."
    case .emailTaken: "email exists in other account in database"
    case .phoneNumberTaken: "phone number exists in other account in database"
    case .providerLinkTaken: "raw id exists in other account in database"
    case .passkeyTaken: "passkey exists in other account in database"
    default: "The account is being changed by others."
    }
  }

  /// - Parameter overwriting: true to replace an account with the same ID. Its sessions end.
  func writes(of account: Account, overwriting: Bool) async throws(StoreError) -> [StoreWrite] {
    guard overwriting, let existing = try await store.account(account.id, in: account.scope) else {
      return [.insertAccount(account)]
    }
    var account = account
    account.imported = existing.imported
    account.version = existing.version
    account.tokenEpoch = existing.tokenEpoch
    account.validSince = max(account.validSince, existing.validSince)
    account.lastRefreshAt = existing.lastRefreshAt
    let now = clock.now()
    account.revokeTokens(now: now)
    return [.updateAccount(account), .endSessions(of: account, now: now)]
  }
}
