import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T48: secrets that follow a changed address", .fewAtOnce)
struct T48SecretAddressTests {
  /// The sealed secrets that the server sends somewhere, or makes proofs with that it sends.
  enum SentSecret: CaseIterable, Sendable {
    case oauthSecret, openIDSecret, openIDKey, builtInSecret, appleKey, consoleSecret
    case captchaSecret, mailPassword, smsSecret, providerGrant

    /// The property that holds it.
    var property: String {
      switch self {
      case .oauthSecret, .openIDSecret, .openIDKey, .builtInSecret, .appleKey, .consoleSecret: "sealedSecrets"
      case .captchaSecret, .smsSecret: "sealedSecret"
      case .mailPassword: "sealedPassword"
      case .providerGrant: "sealedGrant"
      }
    }
  }

  // Fails when a type keeps its secret when an address changes, and when a mask gives the stored secret again.
  @Test(
    "a secret goes to no other address unless it is given again, through whichever door the address changes",
    arguments: SentSecret.allCases)
  func addresses(of secret: SentSecret) async throws {
    try await TestServer.run { server in try await Self.check(secret, of: server) }
  }

  private static func check(_ secret: SentSecret, of server: TestServer) async throws {
    switch secret {
    case .oauthSecret: try await check(ProviderAddressedSecret(server: server, id: "oauth.company"))
    case .openIDSecret: try await check(ProviderAddressedSecret(server: server, id: "oidc.company"))
    case .openIDKey:
      try await check(ProviderAddressedSecret(server: server, id: "oidc.company", isKey: true))
    case .builtInSecret: try await check(ProviderAddressedSecret(server: server, id: "github.com"))
    case .appleKey: try await check(ProviderAddressedSecret(server: server, id: "apple.com", isKey: true))
    case .consoleSecret:
      try await StubOpenIDProvider.run { provider in
        try await Self.check(ConsoleAddressedSecret(server: server, otherIssuer: provider.issuer))
      }
    case .captchaSecret: try await check(CaptchaAddressedSecret(server: server))
    case .mailPassword: try await check(MailAddressedSecret(server: server))
    case .smsSecret: try await check(SMSAddressedSecret(server: server))
    case .providerGrant: try await checkGrants(server)
    }
  }

  private static func check(_ secret: some AddressedSecret) async throws {
    for address in secret.addresses {
      for door in SettingsDoor.allCases where secret.has(door, to: address) {
        for value in [secret.elsewhere(address), nil] {
          try await secret.store()
          let before = try await secret.value(of: address)
          #expect(try await secret.isStored())
          try await secret.change(address, to: value, through: door, gives: false)
          let after = try await secret.value(of: address)
          let isStored = try await secret.isStored()
          #expect(isStored == (after == before), "\(address) to \(value ?? "none") through \(door)")
        }
        // The door leads there.
        try await secret.store()
        let value = secret.elsewhere(address)
        try await secret.change(address, to: value, through: door, gives: true)
        let after = try await secret.value(of: address)
        #expect(after == value, "\(address) through \(door)")
        #expect(try await secret.isStored(), "\(address) through \(door)")
      }
    }
  }

  /// Tokens that were kept at the lab's addresses, and an administrator who names others with a secret of their own.
  private static func checkGrants(_ server: TestServer) async throws {
    let lab = try #require(try await server.project().provider("oauth.lab"))
    let secret = ProviderAddressedSecret(server: server, id: "oauth.lab")
    var deleted = 0
    for address in secret.addresses {
      for door in SettingsDoor.allCases where secret.has(door, to: address) {
        try await server.changeProject { $0.providerList.set(lab) }
        let (user, _) = try await server.signInToRevoke("oauth.lab")
        let value = secret.elsewhere(address)
        try await secret.change(address, to: value, through: door, gives: true)
        let after = try await secret.value(of: address)
        #expect(after == value, "\(address) through \(door)")
        let answer = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(answer.status == 200, "\(answer.text)")
        deleted += 1
        try await server.waitForRevocations(settled: deleted)
        let counts = server.revocationCounts
        #expect(counts.lost == deleted && counts.deferred == 0, "\(address) through \(door): \(counts)")
      }
    }
    #expect(try await server.requestCount("oauth.lab", endpoint: "revoke") == 0)
  }

  // Fails when a sealed property is new, and nobody has said whether it is sent.
  @Test("each sealed property of the domain is sent, or stays here")
  func complete() throws {
    // Keys that are used here alone, and a refresh token for its own client.
    let staying: Set = ["sealedKey", "sealedPrivateKey", "sealedSignerKey", "sealedSuccessor"]
    let directory = Repository.url("Sources/Identity")
    var found: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: directory.appending(path: path), encoding: .utf8)
      found.formUnion(text.matches(of: /var (sealed\w+): \[UInt8\]/).map { String($0.1) })
    }
    let named = staying.union(SentSecret.allCases.map(\.property))
    #expect(found == named, "\(found.symmetricDifference(named).sorted())")
  }
}
