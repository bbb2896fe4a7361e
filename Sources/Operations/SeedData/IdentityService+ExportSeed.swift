import Identity
import IdentityWire
import Passwords

/// An account in an export.
public struct ExportedAccount: Sendable {
  /// The account with its password hash and the secrets of its factors.
  public let info: AccountInfo
  /// The algorithm of the hash, with the key in the clear. Nil if there is no hash, or if it is the emulator's.
  public let hashing: PasswordHash.Algorithm?
}

extension IdentityService {
  /// The number of accounts in one page of an export.
  static let exportPage = 1_000

  /// Returns one page of a scope's accounts, ordered by ID. Each account is complete: ``load(_:into:by:)`` restores
  /// all of it.
  ///
  /// - Returns: the page, and the beginning of the next page, if there is one.
  /// - Throws: `OPERATION_NOT_ALLOWED` if this is not a development server.
  public func exportedAccounts(
    of project: Project, in scope: Scope, after last: AccountID?
  ) async throws(IdentityError) -> (accounts: [ExportedAccount], next: AccountID?) {
    guard emulatorHashes != nil else {
      throw .refused(.operationNotAllowed, "Only development servers export all of a project.")
    }
    let passwords = try passwords(of: project)
    let page = try await storing { () async throws(StoreError) in
      try await store.accounts(in: scope, after: last, limit: Self.exportPage)
    }
    var accounts: [ExportedAccount] = []
    for account in page { accounts.append(try exported(account, passwords)) }
    return (accounts, page.count == Self.exportPage ? page.last?.id : nil)
  }

  /// Returns the algorithm of new password hashes, with the key in the clear.
  public func ownHashing(of project: Project) throws(IdentityError) -> PasswordHash.Algorithm {
    PasswordHasher.firebaseScrypt(
      signerKey: try projects.signerKey(of: project), memoryCost: passwordMemoryCost)
  }

  private func exported(_ account: Account, _ passwords: ProjectPasswords) throws(IdentityError)
    -> ExportedAccount
  {
    var info = showingEmulatorHash(of: account, in: AccountInfo(account))
    info.passkeyInfo = account.passkeys.isEmpty ? nil : account.passkeys.map { PasskeyMessage(exporting: $0) }
    var hashing: PasswordHash.Algorithm?
    if let password = account.password, password.algorithm != .emulator {
      info.show(password)
      info.version = nil
      hashing = try passwords.opened(password).algorithm
    }
    for (index, factor) in account.factors.enumerated() {
      guard case .totp(let sealed) = factor.kind else { continue }
      let secret = try projects.totpSecret(sealed, of: factor.enrollmentID, account.id, in: account.scope)
      info.mfaInfo?[index].emulatorTotpSecret = Base32.encode(secret)
    }
    return ExportedAccount(info: info, hashing: hashing)
  }
}

extension PasswordHash.Algorithm {
  /// The members of an upload that describe its hashes. Nil for a scheme that an upload cannot express.
  public var uploadParameters: JSONValue? {
    if case .argon2(let argon2) = self {
      return [
        "hashAlgorithm": "ARGON2",
        "argon2Parameters": [
          "hashType": .string("ARGON2_\(argon2.variant.rawValue.uppercased())"),
          "version": argon2.version == .v10 ? "VERSION_10" : "VERSION_13",
          "iterations": .integer(Int64(argon2.iterations)),
          "memoryCostKib": .integer(Int64(argon2.memoryCost)),
          "parallelism": .integer(Int64(argon2.parallelism)),
          "hashLengthBytes": .integer(Int64(argon2.hashLength)),
          "associatedData": .string(Base64Bytes.standard(argon2.associatedData)),
        ],
      ]
    }
    guard let request = UploadHashing(self)?.request else { return nil }
    var members: [String: JSONValue] = [:]
    func add(_ name: String, _ text: String?) { members[name] = text.map { .string($0) } }
    func add(_ name: String, _ number: Int?) { members[name] = number.map { .integer(Int64($0)) } }
    add("hashAlgorithm", request.hashAlgorithm)
    add("signerKey", request.signerKey)
    add("saltSeparator", request.saltSeparator)
    add("rounds", request.rounds)
    add("passwordHashOrder", request.passwordHashOrder?.rawValue)
    if case .standardScrypt = self {
      add("cpuMemCost", request.cpuMemCost)
      add("parallelization", request.parallelization)
      add("blockSize", request.blockSize)
      add("dkLen", request.dkLen)
    } else {
      add("memoryCost", request.memoryCost)
    }
    return .object(members)
  }
}
