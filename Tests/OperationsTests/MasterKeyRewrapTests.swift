import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import Secrets
import Server
import TestSupport
import Testing

@Suite("Replacing the master key")
struct MasterKeyRewrapTests {
  private static let scope = Scope(project: TestServer.project)

  private static func backend(_ directory: DataDirectory) async throws -> Backend {
    try await Backend.open(Backend.Options(dataDirectory: directory))
  }

  /// An installation in which there is one of everything that is sealed.
  private static func fill(_ backend: Backend) async throws {
    let project = try await backend.administration.create(TestServer.project)
    var settings = ProviderSettings(providerID: "github.com", enabled: true, clientID: "id")
    settings.displayName = "GitHub"
    _ = try await backend.administration.setProvider(
      settings, secrets: ProviderSecrets(clientSecret: Secret("client secret")), for: .webFlow, in: project.id
    )
    let now = backend.service.clock.now()
    guard let tenantID = TenantID(rawValue: "team-1"), let id = AccountID(rawValue: "ann") else { return }
    let tenant = Tenant(id: tenantID, project: project.id, createdAt: now)
    try await backend.projects.insert(tenant)
    for scope in [Self.scope, Scope(project: project.id, tenant: tenantID)] {
      var account = Account(id: id, scope: scope, createdAt: now)
      account.password = PasswordHash(
        algorithm: .hmac(
          function: .sha256,
          key: Array(try backend.secretBox.seal(Data("k".utf8), context: "password-key/example")),
          order: .saltAndPassword), salt: [1], hash: [2])
      let context = "totp/example/\(scope.tenant?.rawValue ?? "")/f1/ann"
      account.factors = [
        EnrolledFactor(
          enrollmentID: "f1",
          kind: .totp(sealedSecret: Array(try backend.secretBox.seal(Data("seed".utf8), context: context))),
          displayName: nil, enrolledAt: now)
      ]
      try await backend.service.store.apply([.insertAccount(account)])
    }
  }

  /// Whether everything opens under the master key's file alone.
  private static func check(_ backend: Backend) async throws {
    let project = try #require(try await backend.projects.project(TestServer.project))
    #expect(!(try backend.projects.signerKey(of: project)).isEmpty)
    let github = try #require(project.provider("github.com"))
    let secrets = try backend.projects.secrets(of: github, in: Self.scope)
    #expect(secrets.clientSecret?.equals("client secret") == true)
    #expect(try backend.service.keyRing.activeKey(now: backend.service.clock.now()).keyID.count == 40)
    for scope in [Self.scope, Scope(project: project.id, tenant: TenantID(rawValue: "team-1"))] {
      let account = try #require(
        try await backend.service.store.accounts(in: scope, after: nil, limit: 1).first)
      let key = try #require(account.password?.algorithm.key)
      #expect(try backend.secretBox.open(Data(key), context: "password-key/example") == Data("k".utf8))
      guard case .totp(let sealed)? = account.factors.first?.kind else {
        Issue.record("the factor is gone")
        return
      }
      let context = "totp/example/\(scope.tenant?.rawValue ?? "")/f1/ann"
      #expect(try backend.secretBox.open(Data(sealed), context: context) == Data("seed".utf8))
    }
  }

  @Test(
    "everything is sealed under the new key, a running server opens it all the while, and the old key opens nothing"
  )
  func rewrap() async throws {
    try await withTemporaryDirectory { directory in
      let running = try await Self.backend(directory)
      try await Self.fill(running)
      let files = directory.masterKeyFiles
      try files.createNext(random: SystemRandom())
      let counts = try await MasterKeyRewrap(store: running.service.store, box: files.boxOfNext()).run()
      #expect(counts.signingKeys == 1 && counts.projects == 1)
      #expect(counts.tenants == 0 && counts.accounts == 2)
      let again = try await MasterKeyRewrap(store: running.service.store, box: files.boxOfNext()).run()
      #expect(again.total == 0)
      try await Self.check(running)
      try files.promoteNext()
      #expect(!files.hasNext && files.hasPrevious)
      try await Self.check(running)
      await running.close()

      try FileManager.default.removeItem(atPath: files.previousPath)
      let restarted = try await Self.backend(directory)
      try await Self.check(restarted)
      await restarted.close()
    }
  }

  @Test("interrupted, it goes on; what no key opens is told and left")
  func interrupted() async throws {
    try await withTemporaryDirectory { directory in
      let backend = try await Self.backend(directory)
      try await Self.fill(backend)
      let files = directory.masterKeyFiles
      try files.createNext(random: SystemRandom())
      let stranger = SecretBox(keys: MasterKeys(fixed: try MasterKey([UInt8](repeating: 7, count: 32))))
      let wrong = MasterKeyRewrap(store: backend.service.store, box: stranger)
      await #expect(throws: WireError.self) { try await wrong.run() }
      let project = try #require(try await backend.service.store.project(TestServer.project))
      // A part of it, as if the program had ended there.
      let box = try files.boxOfNext()
      let record = try #require(
        try await backend.service.store.signingKeys(now: backend.service.clock.now()).first)
      let sealed = try #require(
        try box.reseal(Data(record.sealedPrivateKey), context: "signing-key/\(record.keyID)"))
      try await backend.service.store.apply([
        .resealSigningKey(record.keyID, from: record.sealedPrivateKey, to: Array(sealed))
      ])
      await #expect(throws: StoreError.self) {
        try await backend.service.store.apply([
          .resealSigningKey(record.keyID, from: record.sealedPrivateKey, to: Array(sealed))
        ])
      }
      let counts = try await MasterKeyRewrap(store: backend.service.store, box: box).run()
      #expect(counts.signingKeys == 0 && counts.projects == 1)
      #expect(try await backend.service.store.project(project.id)?.sealedSignerKey != project.sealedSignerKey)
      await backend.close()
    }
  }
}
