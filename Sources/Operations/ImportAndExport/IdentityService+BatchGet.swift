import Identity
import IdentityWire
import Passwords

extension IdentityService {
  /// `accounts:batchGet`: the accounts of a scope page by page, ordered by ID, with their password hashes and
  /// salts.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `INVALID_PAGE_SELECTION`.
  public func batchGet(_ request: BatchGetRequest, _ caller: Caller) async throws(IdentityError)
    -> BatchGetResponse
  {
    let page = try await accountPage(request, caller)
    return BatchGetResponse(
      users: page.accounts.isEmpty
        ? nil : page.accounts.map { downloaded($0) },
      nextPageToken: page.next)
  }

  /// Returns an account as an administrator downloads it.
  func downloaded(_ account: Account) -> AccountInfo {
    showingEmulatorHash(of: account, in: AccountInfo(exporting: account))
  }

  /// Returns the accounts of one page, and the token for the next page.
  func accountPage(_ request: BatchGetRequest, _ caller: Caller) async throws(IdentityError) -> (
    accounts: [Account], next: String?
  ) {
    try caller.requireAdministrator()
    // The emulator's clients ask for -1 to get all accounts.
    let limit = PageSize.checked(request.maxResults)
    let after = try await lastAccount(request.nextPageToken, caller)
    let page = try await storing { () async throws(StoreError) in
      try await store.accounts(in: caller.scope, after: after, limit: limit)
    }
    var next: String?
    // Every full page has a next page, even if the next page is empty: clients of the official service rely on this.
    if page.count == limit, let last = page.last {
      next = try projects.pageTokens.seal(last.id.rawValue, of: Self.list, in: caller.scope)
    }
    return (page, next)
  }

  private static let list = "accounts"

  /// Returns the account after which a page begins. As at the official service, the text is a page token or an
  /// account's ID.
  ///
  /// - Throws: `INVALID_PAGE_SELECTION`, also if no account of the scope has the ID.
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
  /// Adds the emulator's own hashes to an account on a development server, as the emulator shows them.
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
  /// An account with its password hash, for administrators only.
  ///
  /// As with the official service, the hash is shown only if it is in the project's own scheme, with `version` 0. Two
  /// kinds of hashes are not shown, and have another version: imported hashes of users who have not signed in since
  /// the import, and hashes in Latchkey's other scheme.
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
  /// True if the hash has the parameters of new hashes in the scheme. A hash with the project's own key
  /// contains no key.
  fileprivate func isOwn(_ scheme: PasswordHashing.Scheme) -> Bool {
    switch (scheme, algorithm) {
    case (.firebaseScrypt, .firebaseScrypt(let key, _, _, _)): key.isEmpty
    case (.argon2id, let algorithm): algorithm == PasswordHasher.argon2id
    case (.firebaseScrypt, _): false
    }
  }
}
