import Identity
import IdentityWire
import Passwords

extension IdentityService {
  /// `accounts:batchGet`: the accounts of a scope page by page, in the order of their ids, with hashes and
  /// salts of their passwords.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_PAGE_SELECTION`.
  public func batchGet(_ request: BatchGetRequest, _ caller: Caller) async throws(IdentityError)
    -> BatchGetResponse
  {
    let page = try await accountPage(request, caller)
    return BatchGetResponse(
      users: page.accounts.isEmpty
        ? nil : page.accounts.map { showingEmulatorHash(of: $0, in: AccountInfo(exporting: $0)) },
      nextPageToken: page.next)
  }

  /// The accounts of one page, and the token of the next.
  func accountPage(_ request: BatchGetRequest, _ caller: Caller) async throws(IdentityError) -> (
    accounts: [Account], next: String?
  ) {
    try caller.requireAdministrator()
    // The emulator's clients ask for -1 and mean all of them.
    let limit = PageSize.checked(request.maxResults)
    let after = try await lastAccount(request.nextPageToken, caller)
    let page = try await storing { () async throws(StoreError) in
      try await store.accounts(in: caller.scope, after: after, limit: limit)
    }
    var next: String?
    // A full page is followed by another, which may be empty: clients of the official service count on it.
    if page.count == limit, let last = page.last {
      next = try projects.pageTokens.seal(last.id.rawValue, of: Self.list, in: caller.scope)
    }
    return (page, next)
  }

  private static let list = "accounts"

  /// The account that a page begins after, by a page token or by the account's own id, as at the official service.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION` also for an id that no account of the scope has.
  private func lastAccount(_ token: String?, _ caller: Caller) async throws(IdentityError) -> AccountID? {
    do {
      return try projects.pageTokens.open(token, of: Self.list, in: caller.scope)
        .flatMap(AccountID.init(rawValue:))
    } catch {
      guard let id = token.flatMap(AccountID.init(rawValue:)) else { throw error }
      let named = try await storing { () async throws(StoreError) in
        try await store.account(id, in: caller.scope)
      }
      guard named != nil else { throw error }
      return id
    }
  }
}

extension IdentityService {
  /// An account as an administrator sees it. A development server shows the emulator's own hashes, as the emulator does.
  func showingEmulatorHash(of account: Account, in info: AccountInfo) -> AccountInfo {
    guard let texts = account.password.flatMap({ emulatorHashes?.texts(of: $0) }) else { return info }
    var info = info
    info.passwordHash = texts.hash
    info.salt = texts.salt
    info.version = nil
    return info
  }
}

extension AccountInfo {
  /// An account with the hash of its password, for administrators alone.
  ///
  /// As with the official service, that is the hash of the project's own scheme, with `version` 0. A hash that
  /// was imported, and whose user has not signed in since, is not shown, and has another version. So has one of the
  /// other of our own schemes.
  public init(exporting account: Account, showing scheme: PasswordHashing.Scheme = .firebaseScrypt) {
    self.init(account)
    passkeyInfo = account.passkeys.isEmpty ? nil : account.passkeys.map { PasskeyMessage(exporting: $0) }
    guard let password = account.password else { return }
    guard password.isOwn(scheme) else {
      version = 1
      return
    }
    show(password)
  }

  mutating func show(_ password: PasswordHash) {
    passwordHash = Base64Bytes.encode(password.hash)
    salt = Base64Bytes.encode(password.salt)
    version = 0
  }
}

extension PasswordHash {
  /// True if the hash is as new ones in a scheme are. A hash of the project's own key has none in it.
  fileprivate func isOwn(_ scheme: PasswordHashing.Scheme) -> Bool {
    switch (scheme, algorithm) {
    case (.firebaseScrypt, .firebaseScrypt(let key, _, _, _)): key.isEmpty
    case (.argon2id, let algorithm): algorithm == PasswordHasher.argon2id
    case (.firebaseScrypt, _): false
    }
  }
}
