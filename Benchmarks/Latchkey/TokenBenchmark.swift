import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Secrets
import Storage
import Tokens

/// ID tokens a second on one core, beside OpenSSL's own rate of bare signatures in the same run.
struct TokenBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tokens", abstract: "RS256 ID tokens a second on one core, as a share of openssl speed.")

  @Option(help: "Seconds for each measurement.") var seconds = 3
  @Option(help: "How often everything is measured; the median counts.") var rounds = 3
  @Option(help: "How many requests wait for a token at once.") var concurrency = 16
  @Flag(help: .hidden) var pinned = false

  func run() async throws {
    if !pinned {
      let arguments = [
        "tokens", "--pinned", "--seconds", "\(seconds)", "--rounds", "\(rounds)", "--concurrency",
        "\(concurrency)",
      ]
      if try CommandRunner.runPinned(arguments) { return }
      print("No taskset here: the measurements share whatever cores there are.")
    }
    let subject = try await Subject()
    defer { subject.signer.close() }
    var openssl: [Double] = []
    var signatures: [Double] = []
    var tokens: [Double] = []
    var issued: [Double] = []
    for _ in 0..<max(rounds, 1) {
      openssl.append(try CommandRunner.opensslSignaturesPerSecond(seconds: seconds))
      signatures.append(try subject.signatureRate(seconds: Double(seconds)))
      tokens.append(try subject.tokenRate(seconds: Double(seconds)))
      issued.append(try await subject.issueRate(seconds: Double(seconds), concurrency: concurrency))
    }
    let reference = median(openssl)
    print("RS256, one core, \(buildConfiguration) build, median of \(openssl.count) × \(seconds) s\n")
    var table = Table("", "per second", "of openssl")
    for (name, values) in [
      ("openssl speed rsa2048, sign", openssl), ("signature alone", signatures),
      ("whole token, one thread", tokens),
      ("whole token, issuer and one worker, \(concurrency) waiting", issued),
    ] {
      table.add(name, rounded(median(values)), rounded(median(values) / reference, places: 2))
    }
    table.print()
  }
}

/// A user as most are, in a project with one key.
private struct Subject {
  let signer = LibcryptoSigner(threads: 1)
  let issuer: IDTokenIssuer
  let key: SigningKey
  let account: Account
  let project: Project
  let signIn = SignInFacts(provider: "google.com")

  init() async throws {
    let now = SystemClock().now()
    let store = try SQLiteAccountStore(path: nil)
    let ring = try await KeyRing.open(
      store: store, box: SecretBox(masterKey: SystemRandom().bytes(32)))
    issuer = IDTokenIssuer(keys: ring, signer: signer)
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
    return try rate(seconds: seconds) { _ = try LibcryptoSigner.signature(of: input, with: key) }
  }

  func tokenRate(seconds: Double) throws -> Double {
    try rate(seconds: seconds) {
      let now = SystemClock().now()
      let token = UnsignedIDToken(
        account: account, signIn: signIn, project: project, authenticatedAt: now, now: now, key: key)
      _ = try token.signed(with: LibcryptoSigner.signature(of: token.signingInput, with: key))
    }
  }

  func issueRate(seconds: Double, concurrency: Int) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(seconds)
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
    return Double(count) / ((clock.now - start) / .seconds(1))
  }
}
