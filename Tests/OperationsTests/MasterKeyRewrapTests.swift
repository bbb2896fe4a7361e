import Composition
import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Messaging
import Secrets
import Server
import Synchronization
import TestSupport
import Testing

@testable import Operations

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
    _ = try await backend.administration.makeSAMLKeys(in: project.id)
    _ = try await backend.administration.prepareSAMLKey(in: project.id)
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
      let codes = "recovery-codes/example/\(scope.tenant?.rawValue ?? "")/ann"
      account.recoveryCodes = RecoveryCodes(
        sealedKey: Array(try backend.secretBox.seal(Data("codes".utf8), context: codes)), hashes: ["h"],
        madeAt: now)
      let link = ProviderLink(providerID: "github.com", rawID: "1")
      let grant = ProviderGrants.context(link, of: account)
      #expect(grant == "provider-grant/example/\(scope.tenant?.rawValue ?? "")/github.com/ann")
      // The second opens under no key.
      account.links = [link, ProviderLink(providerID: "google.com", rawID: "2", sealedGrant: [0, 1])]
      account.links[0].sealedGrant = Array(try backend.secretBox.seal(Data("token".utf8), context: grant))
      try await backend.service.store.apply([.insertAccount(account)])
    }
    let webhook = try await backend.webhooks.create("https://example.com/hook", in: TestServer.project)
      .webhook
    _ = try await backend.webhooks.rotateSecret(of: webhook.id, in: TestServer.project)
    try await backend.administration.changeCaptcha(of: TestServer.project, secret: Secret("captcha")) { _ in }
    try await backend.administration.changeMailServer(of: TestServer.project, password: Secret("mail")) {
      var server = ProjectMailServer(host: "smtp.example.com", senderAddress: "noreply@example.com")
      server.username = "app"
      $0 = server
    }
    let key = Secret(String(repeating: "k", count: 24))
    try await backend.administration.changeSMSGateway(of: TestServer.project, secret: key) {
      var gateway = ProjectSMSGateway(.webhook)
      gateway.url = "https://sms.example.com/send"
      $0 = gateway
    }
  }

  /// Whether everything opens under the master key's file alone.
  private static func check(_ backend: Backend) async throws {
    let project = try #require(try await backend.projects.project(TestServer.project))
    #expect(!(try backend.projects.signerKey(of: project)).isEmpty)
    let github = try #require(project.provider("github.com"))
    let secrets = try backend.projects.secrets(of: github, in: Self.scope)
    #expect(secrets.clientSecret?.equals("client secret") == true)
    let webhook = try #require(project.webhooks.first)
    try #require(webhook.secrets.count == 2)
    for secret in webhook.secrets {
      #expect(
        try backend.secretBox.open(
          Data(secret.bytes), context: Webhook.sealingContext(webhook.id, in: project.id)
        ).count == 32)
    }
    #expect(try backend.projects.captchaSecret(of: project)?.equals("captcha") == true)
    #expect(try backend.projects.mailPassword(of: project)?.equals("mail") == true)
    #expect(try backend.projects.smsSecret(of: project)?.isEmpty == false)
    let keys = try #require(project.samlKeys?.published)
    #expect(keys.count == 2)
    for key in keys {
      #expect(try backend.projects.open(key, of: project.id).certificatePEM == key.certificate)
    }
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
      let codes = try backend.secretBox.open(
        Data(try #require(account.recoveryCodes).sealedKey),
        context: "recovery-codes/example/\(scope.tenant?.rawValue ?? "")/ann")
      #expect(codes == Data("codes".utf8))
      let link = try #require(account.links.first)
      let grant = try backend.secretBox.open(
        Data(try #require(link.sealedGrant)), context: ProviderGrants.context(link, of: account))
      #expect(grant == Data("token".utf8) && account.links.last?.sealedGrant == nil)
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
      let counts = try await running.masterKeyRewrap(by: files.secretBoxOfNextKey()).run()
      #expect(counts.signingKeys == 1 && counts.projects == 1)
      #expect(counts.tenants == 0 && counts.accounts == 2 && counts.unreadableGrants == 2)
      let again = try await running.masterKeyRewrap(by: files.secretBoxOfNextKey()).run()
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

  @Test(
    "a mail that waits is delivered after the key it was sealed under is gone; what none opens is counted")
  func waitingMail() async throws {
    let smtp = try SMTPServer()
    try await smtp.start()
    let delivery = MessageDelivery(
      mail: .init(smtp: smtp.settings(), from: try #require(Mailbox("noreply@example.com"))))
    try await withTemporaryDirectory { directory in
      var options = Backend.Options(dataDirectory: directory)
      options.delivery = delivery
      let running = try await Backend.open(options)
      _ = try await running.administration.create(TestServer.project)
      let outbox = try #require(running.outbox)
      let now = running.service.clock.now()
      let mail = OutgoingMail(
        scope: Self.scope, to: try #require(EmailAddress("ada@example.org")),
        outbox.templates.compose(.smsCode, languages: [], MessageValues(appName: "App", loginCode: "1")),
        sentAt: now, expiresAt: now.adding(seconds: 3_600))
      try await running.service.store.apply(try outbox.writes(for: .mail(mail)))
      let stray = OutboxEntry(
        id: "stray", scope: Self.scope, channel: .sms, payload: [1, 2, 3], createdAt: now,
        expiresAt: now.adding(seconds: 3_600))
      try await running.service.store.apply([.insertMessage(stray, limit: 10)])
      let files = directory.masterKeyFiles
      try files.createNext(random: SystemRandom())
      let counts = try await running.masterKeyRewrap(by: files.secretBoxOfNextKey()).run()
      #expect(counts.messages == 1 && counts.unreadableMessages == 1)
      try files.promoteNext()
      await running.close()
      try FileManager.default.removeItem(atPath: files.previousPath)

      let restarted = try await Backend.open(options)
      await restarted.outbox?.deliverDue()
      #expect(try await smtp.waitForMails(1).flatMap(\.recipients) == ["ada@example.org"])
      #expect(try await restarted.outbox?.depth(of: .mail).waiting == 0)
      await restarted.close()
    }
    smtp.kill()
  }

  // Fails when the files are read in another order: then the key that moves between them is in none.
  @Test("a key that takes its place while the files are read is seen", arguments: 0..<4)
  func promotedMeanwhile(reads: Int) async throws {
    try await withTemporaryDirectory { directory in
      try directory.create()
      let files = directory.masterKeyFiles
      try files.create(random: SystemRandom())
      try files.createNext(random: SystemRandom())
      let sealed = try files.secretBoxOfNextKey().seal(Data("secret".utf8), context: "c")
      let before = try files.box().seal(Data("older".utf8), context: "c")
      let count = Mutex(0)
      let watched = MasterKeyFiles(path: files.path) { path in
        let isNow = count.withLock { count in
          count += 1
          return count == reads + 1
        }
        if isNow { try? files.promoteNext() }
        return try? String(contentsOfFile: path, encoding: .utf8)
      }
      let snapshot = try #require(watched.snapshot())
      let box = SecretBox(keys: MasterKeys(fixed: snapshot.current, others: snapshot.others))
      #expect(try box.open(sealed, context: "c") == Data("secret".utf8))
      #expect(try box.open(before, context: "c") == Data("older".utf8))
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
      let wrong = backend.masterKeyRewrap(by: stranger)
      await #expect(throws: IdentityError.self) { try await wrong.run() }
      let project = try #require(try await backend.service.store.project(TestServer.project))
      // A part of it, as if the program had ended there.
      let box = try files.secretBoxOfNextKey()
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
      let counts = try await backend.masterKeyRewrap(by: box).run()
      #expect(counts.signingKeys == 0 && counts.projects == 1)
      #expect(try await backend.service.store.project(project.id)?.sealedSignerKey != project.sealedSignerKey)
      await backend.close()
    }
  }
}
