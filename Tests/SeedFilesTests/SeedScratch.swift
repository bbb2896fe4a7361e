import Foundation
import Identity
import IdentityWire
import Operations
import SeedFiles
import TestSupport

/// A directory that goes away with its last reference.
final class SeedScratch: Sendable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("latchkey-seed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  func write(_ name: String, _ text: String) throws {
    let url = directory.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
  }

  /// The names of everything that is there, hidden files included.
  func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: name.isEmpty ? directory.path : path(name)).sorted()
  }

  /// Every file below a directory, by its name.
  func contents(_ name: String) throws -> [String: String] {
    var found: [String: String] = [:]
    for case let file as String in FileManager.default.enumerator(atPath: path(name)) ?? .init() {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path("\(name)/\(file)"), isDirectory: &isDirectory)
      if !isDirectory.boolValue { found[file] = try read("\(name)/\(file)") }
    }
    return found
  }

  /// A copy of the export that was made by hand.
  func copyFixture(to name: String) throws {
    try FileManager.default.copyItem(atPath: Self.fixture, toPath: path(name))
  }

  static let fixture = Repository.url("Tests/Fixtures/emulator-export").path
}

extension TestServer {
  @discardableResult
  func load(_ directory: String) async throws -> SeedReport {
    var reader = ExportReader(directory)
    return try await service.load(try reader.read(), into: Self.project, by: backend.administration)
  }

  @discardableResult
  func export(to directory: String) async throws -> Int {
    try await ExportWriter(
      service: service, administration: backend.administration, project: Self.project,
      program: "Latchkey test"
    ).write(to: directory)
  }

  /// Every account as it would be exported.
  func exported(_ tenant: TenantID? = nil) async throws -> [ExportedAccount] {
    guard let project = try await service.projects.project(Self.project) else { return [] }
    return try await service.exportedAccounts(
      of: project, in: Scope(project: Self.project, tenant: tenant), after: nil
    ).accounts
  }

  func passwordSignIn(_ email: String, _ password: String, tenant: String? = nil) async throws -> TestResponse
  {
    var message: [String: JSONValue] = [
      "email": .string(email), "password": .string(password), "returnSecureToken": true,
    ]
    if let tenant { message["tenantId"] = .string(tenant) }
    return try await call("accounts:signInWithPassword", .object(message))
  }
}

/// What has to be the same of an account after an export and an import: everything that is stored, but what is sealed under
/// one server's master key, counts one server's writes, or belongs to its sessions and mailed codes.
struct ComparableAccount: Equatable {
  var account: Account
  var hashing: PasswordHash.Algorithm?
  var info: JSONValue

  init(_ account: Account, _ exported: ExportedAccount) throws {
    var account = account
    account.version = 0
    account.tokenEpoch = 0
    account.imported = nil
    account.emailChanges = []
    account.wayAdditions = []
    account.recoveryCodes = nil
    account.password?.algorithm = .emulator
    for index in account.factors.indices {
      if case .totp = account.factors[index].kind { account.factors[index].kind = .totp(sealedSecret: []) }
    }
    self.account = account
    hashing = exported.hashing
    info = try JSONParser().parse(exported.info.bytes)
  }
}

extension TestServer {
  func comparable(_ tenant: TenantID? = nil) async throws -> [ComparableAccount] {
    let accounts = try await service.store.accounts(
      in: Scope(project: Self.project, tenant: tenant), after: nil, limit: 1_000)
    return try zip(accounts, try await exported(tenant)).map { try ComparableAccount($0, $1) }
  }
}
