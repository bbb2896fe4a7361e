import Foundation
import Identity
import IdentityWire
import Secrets
import Storage
import Tokens

/// A typical user, in a project with one key.
struct TokenSubject {
  let ring: KeyRing
  let key: SigningKey
  let account: Account
  let project: Project
  let signIn = SignInFacts(provider: "google.com")

  init() async throws {
    let now = SystemClock().now()
    let store = try SQLiteAccountStore(path: nil)
    ring = try await KeyRing.open(
      store: store, box: SecretBox(masterKey: SystemRandom().bytes(32)))
    key = try ring.activeKey(now: now)
    guard let id = ProjectID(rawValue: "benchmark") else { throw CommandFailure(description: "project id") }
    project = Project(id: id, number: "1", apiKeys: [], authorizedDomains: [], createdAt: now)
    var account = Account(id: .random(SystemRandom()), scope: Scope(project: id), createdAt: now)
    account.email = EmailAddress("ada.lovelace@example.com")
    account.emailVerified = true
    account.displayName = "Ada Lovelace"
    account.photoURL = "https://example.com/photos/ada.jpg"
    account.customAttributes = #"{"role":"editor"}"#
    account.links = [ProviderLink(providerID: "google.com", rawID: "108812345678901234567")]
    self.account = account
  }

  func signatureRate(seconds: Double) throws -> Double {
    let input = [UInt8](repeating: 65, count: 700)
    return try ProcessorTime.rate(seconds: seconds) {
      _ = try LibcryptoSigner.signature(of: input, with: key)
    }
  }

  func batchRate(_ size: Int, by library: MultiBufferLibrary, seconds: Double) throws -> Double {
    let inputs = (0..<size).map { [UInt8](repeating: UInt8($0), count: 700) }
    return try Double(size)
      * ProcessorTime.rate(seconds: seconds) {
        _ = try BatchSigner.signatures(of: inputs, with: key, by: library)
      }
  }

  func tokenRate(seconds: Double) throws -> Double {
    try ProcessorTime.rate(seconds: seconds) {
      let token = draft()
      _ = try token.signed(with: LibcryptoSigner.signature(of: token.signingInput, with: key))
    }
  }

  func tokenBatchRate(by library: MultiBufferLibrary, seconds: Double) throws -> Double {
    try 8
      * ProcessorTime.rate(seconds: seconds) {
        let tokens = (0..<8).map { _ in draft() }
        let signatures = try BatchSigner.signatures(of: tokens.map(\.signingInput), with: key, by: library)
        for (token, signature) in zip(tokens, signatures) { _ = try token.signed(with: signature) }
      }
  }

  private func draft() -> IDTokenDraft {
    let now = SystemClock().now()
    return IDTokenDraft(
      account: account, signIn: signIn, project: project, authenticatedAt: now, now: now, key: key)
  }

  func issueRate(_ signer: any TokenSigner, seconds: Double, concurrency: Int) async throws -> Double {
    let issuer = IDTokenIssuer(keys: ring, signer: signer)
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    let start = ProcessorTime.seconds
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<max(concurrency, 1) {
        group.addTask {
          var count = 0
          while clock.now < end {
            let now = SystemClock().now()
            _ = try await issuer.issue(
              account: account, signIn: signIn, project: project, authenticatedAt: now, now: now)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / (ProcessorTime.seconds - start)
  }
}
