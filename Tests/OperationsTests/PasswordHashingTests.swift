import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations
@testable import Passwords

@Suite("What new passwords are hashed with", .fewAtOnce)
struct PasswordHashingTests {
  private static func stored(_ server: TestServer, _ id: String) async throws -> PasswordHash {
    let id = try #require(AccountID(rawValue: id))
    let account = try await server.service.store.account(id, in: Scope(project: TestServer.project))
    return try #require(account?.password)
  }

  @Test("argon2id takes the place of scrypt at the next sign-in, and the other way round")
  func upgrade() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com", password: "correct horse")
      let scrypt = try await Self.stored(server, ann.localID)
      let administration = server.backend.administration
      _ = try await administration.changePasswordHashing(to: .argon2id, in: TestServer.project)
      #expect(try await server.signInWithPassword("ann@example.com", "wrong horse").status == 400)
      #expect(try await Self.stored(server, ann.localID) == scrypt)
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
      let argon2id = try await Self.stored(server, ann.localID)
      #expect(
        argon2id.algorithm == PasswordHasher.argon2id && argon2id.hash.count == 32
          && argon2id.salt.count == 16)
      #expect(try await server.signInWithPassword("ann@example.com", "wrong horse").status == 400)
      #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
      #expect(try await Self.stored(server, ann.localID) == argon2id)
      let bob = try await server.signUp("bob@example.com", password: "correct horse")
      #expect(try await Self.stored(server, bob.localID).algorithm == PasswordHasher.argon2id)

      _ = try await administration.changePasswordHashing(to: .firebaseScrypt, in: TestServer.project)
      #expect(try await server.signInWithPassword("bob@example.com", "correct horse").status == 200)
      #expect(try await Self.stored(server, bob.localID).algorithm == scrypt.algorithm)
      #expect(try await Self.stored(server, ann.localID) == argon2id)
    }
  }

  @Test("once both schemes are in use, every wrong password is computed for both")
  func cost() async throws {
    try await TestServer.run(.usualPasswordCost) { server in
      _ = try await server.backend.administration.changePasswordHashing(to: .argon2id, in: TestServer.project)
      let project = try #require(try await server.service.projects.project(TestServer.project))
      #expect(project.passwordHashing.former == [.firebaseScrypt])
      let passwords = try server.service.passwords(of: project)
      let scrypt = PasswordHasher.firebaseScrypt(
        signerKey: try server.service.projects.signerKey(of: project))
      #expect(passwords.exemplars == [PasswordHasher.exemplar(of: scrypt)])
      // An account's own hash is recognised among them, so that it is computed once.
      var own = PasswordHasher.exemplar(of: scrypt)
      own.algorithm = scrypt.with(key: [])
      #expect(try passwords.exemplar(of: own) == passwords.exemplars.first)
    }
  }

  @Test("the setting goes through the configuration, and stays when others change")
  func configuration() async throws {
    try await TestServer.run { server in
      var config = ProjectConfig()
      config.passwordHashConfig = .init()
      config.passwordHashConfig?.scheme = .argon2id
      let administration = server.backend.administration
      let changed = try await administration.updateConfig(
        config, mask: try FieldMask("passwordHashConfig"), in: TestServer.project)
      #expect(changed.passwordHashConfig?.scheme == .argon2id)
      let other = try await administration.updateConfig(
        ProjectConfig(), mask: try FieldMask("autodeleteAnonymousUsers"), in: TestServer.project)
      #expect(other.passwordHashConfig?.scheme == .argon2id)
      var hashing = PasswordHashing()
      hashing.change(to: .argon2id)
      hashing.change(to: .firebaseScrypt)
      hashing.change(to: .firebaseScrypt)
      #expect(hashing.former == [.argon2id])
    }
  }

  @Test("an export holds the hashes of one scheme and counts the others; for Firebase, scrypt's alone")
  func export() async throws {
    try await TestServer.run { server in
      _ = try await server.signUp("ann@example.com", password: "correct horse")
      _ = try await server.backend.administration.changePasswordHashing(to: .argon2id, in: TestServer.project)
      let bob = try await server.signUp("bob@example.com", password: "correct horse")
      let hash = Base64Bytes.standard(try await Self.stored(server, bob.localID).hash)
      let project = try #require(try await server.service.projects.project(TestServer.project))
      let caller = Caller(project: project, authority: .administrator)
      for isForFirebase in [false, true] {
        var exporter = UserExporter(
          service: server.service, caller: caller, format: .json, isForFirebase: isForFirebase)
        var text = ""
        while let bytes = try await exporter.next() { text += String(decoding: bytes, as: UTF8.self) }
        #expect(exporter.withoutHash == 1 && exporter.exported == 2)
        #expect(exporter.scheme == (isForFirebase ? .firebaseScrypt : .argon2id))
        let holdsArgon2id =
          text.contains(hash) || text.contains(hash.replacingOccurrences(of: "/", with: "\\/"))
        #expect(holdsArgon2id == !isForFirebase)
      }
      // The protocol cannot say of each hash what it is.
      let page = try await server.service.batchGet(BatchGetRequest(), caller)
      #expect(page.users?.map { $0.version }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 1])
    }
  }
}
