import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations
@testable import Passwords

@Suite("Imported passwords")
struct ImportedPasswordTests {
  static let importerKey = Array("a key of another service, 36 bytes..".utf8)
  static let password = "pass phrase"

  /// One of each kind of scheme, at little cost; two hold a key.
  static let algorithms: [PasswordHash.Algorithm] = [
    .firebaseScrypt(signerKey: importerKey, saltSeparator: [7], rounds: 8, memoryCost: 4),
    .hmac(function: .sha256, key: importerKey, order: .passwordAndSalt),
    .digest(function: .md5, rounds: 0, order: .saltAndPassword),
    .pbkdf2(function: .sha256, rounds: 100),
  ]

  @Test("The first sign-in replaces an imported hash by one of ours, and a wrong password does not")
  func upgrade() async throws {
    try await TestServer.run(.usualPasswordCost) { server in
      for (index, algorithm) in Self.algorithms.enumerated() {
        let imported = try await server.importAccount("u\(index)", algorithm)
        #expect(
          try await server.signIn("u\(index)", "other pass phrase").errorMessage
            == "INVALID_PASSWORD")
        #expect(try await server.stored("u\(index)").password == imported.password)

        let response = try await server.signIn("u\(index)", Self.password)
        #expect(response.status == 200, "\(algorithm): \(response.text)")
        let upgraded = try await server.stored("u\(index)")
        let hash = try #require(upgraded.password)
        #expect(
          hash.algorithm == .firebaseScrypt(signerKey: [], saltSeparator: [7], rounds: 8, memoryCost: 14))
        // The password is the same one; nobody is signed out, and nothing says that it was changed.
        #expect(upgraded.passwordUpdatedAt == imported.passwordUpdatedAt)
        #expect(upgraded.validSince == imported.validSince && upgraded.tokenEpoch == imported.tokenEpoch)

        #expect(try await server.signIn("u\(index)", Self.password).status == 200)
        #expect(try await server.stored("u\(index)").password == hash)
        #expect(try await server.signIn("u\(index)", "other pass phrase").status == 400)
      }
    }
  }

  @Test("Devices that sign in at the same moment all succeed, whichever of them replaces the hash")
  func race() async throws {
    try await TestServer.run(.live) { server in
      _ = try await server.importAccount("u", Self.algorithms[1])
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await server.signIn("u", Self.password).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 200, count: 8))
    }
  }

  @Test("The importer's key lies sealed in the account, and opens for its project alone")
  func sealedKey() async throws {
    try await TestServer.run { server in
      for (index, algorithm) in Self.algorithms.prefix(2).enumerated() {
        let account = try await server.importAccount("u\(index)", algorithm)
        let key = try #require(account.password?.algorithm.key)
        #expect(key.count > Self.importerKey.count)
        #expect(Data(key).range(of: Data(Self.importerKey)) == nil)
        let directory = server.service.projects
        #expect(try directory.passwordKey(key, of: TestServer.project) == Self.importerKey)
        let other = try #require(ProjectID(rawValue: "another"))
        #expect(throws: IdentityError.self) { try directory.passwordKey(key, of: other) }
        #expect(throws: IdentityError.self) {
          try directory.passwordKey(Array(key.dropLast()), of: TestServer.project)
        }
      }
    }
  }

  @Test("A hash under the project's own signer key is stored without any")
  func ownKey() async throws {
    try await TestServer.run(.usualPasswordCost) { server in
      let project = try #require(try await server.service.projects.project(TestServer.project))
      let passwords = try server.service.passwords(of: project)
      let own = PasswordHasher.firebaseScrypt(signerKey: try server.service.projects.signerKey(of: project))
      let stored = try passwords.sealed(own)
      #expect(stored.key == [])
      #expect(!passwords.shouldRehash(PasswordHash(algorithm: stored, salt: [], hash: [])))
    }
  }

  @Test("A key that does not open is the server's trouble, and not a wrong password")
  func unreadableKey() async throws {
    try await TestServer.run { server in
      var account = try await server.importAccount("u", Self.algorithms[1])
      account.password?.algorithm = Self.algorithms[1].with(key: [1, 2, 3])
      try await server.service.store.apply([.updateAccount(account)])
      let response = try await server.signIn("u", Self.password)
      #expect(response.status == 503)
      #expect(response.errorMessage?.hasPrefix("CONFIGURATION_UNREADABLE") == true)
    }
  }
}

extension TestServer {
  fileprivate func importAccount(_ name: String, _ algorithm: PasswordHash.Algorithm) async throws -> Account
  {
    let project = try #require(try await service.projects.project(Self.project))
    let salt = Array("salt of \(name)".utf8)
    let scheme = try #require(try PasswordVerification.scheme(algorithm) as? any DerivingScheme)
    let hash = try scheme.hash(Array(ImportedPasswordTests.password.utf8), salt: salt, length: 32)
    var account = Account(
      id: try #require(AccountID(rawValue: name)), scope: Scope(project: Self.project),
      createdAt: clock.now())
    account.email = EmailAddress("\(name)@example.com")
    account.passwordUpdatedAt = clock.now()
    account.password = try PasswordHash(importing: algorithm, salt: salt, hash: hash)
    account.password?.algorithm = try service.passwords(of: project).sealed(algorithm)
    try await service.store.apply([.insertAccount(account)])
    return try await stored(name)
  }

  fileprivate func stored(_ name: String) async throws -> Account {
    let id = try #require(AccountID(rawValue: name))
    return try #require(try await service.store.account(id, in: Scope(project: Self.project)))
  }

  fileprivate func signIn(_ name: String, _ password: String) async throws -> TestResponse {
    try await call(
      "accounts:signInWithPassword",
      ["email": .string("\(name)@example.com"), "password": .string(password), "returnSecureToken": true])
  }
}
