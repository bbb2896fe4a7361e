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
    let library: MultiBufferLibrary?
    switch SigningMethod.chosen() {
    case .multiBuffer(let found): library = found
    case .libcrypto(let absence):
      library = nil
      print("Nothing is measured in batches: \(absence.explanation).")
    }
    let openssl = "openssl speed rsa2048, sign"
    var figures = Figures()
    for _ in 0..<max(rounds, 1) {
      figures.add(openssl, try CommandRunner.opensslSignaturesPerSecond(seconds: seconds))
      figures.add("one at a time: signature", try subject.signatureRate(seconds: Double(seconds)))
      figures.add("one at a time: whole token", try subject.tokenRate(seconds: Double(seconds)))
      let single = LibcryptoSigner(threads: 1)
      figures.add(
        "one at a time: issuer and one thread, \(concurrency) waiting",
        try await subject.issueRate(single, seconds: Double(seconds), concurrency: concurrency))
      single.close()
      guard let library else { continue }
      for size in [1, 2, 3, 4, 6, 8] {
        figures.add(
          "in batches of \(size): signature",
          try subject.batchRate(size, by: library, seconds: Double(seconds)))
      }
      figures.add(
        "in batches of 8: whole token", try subject.tokenBatchRate(by: library, seconds: Double(seconds)))
      let batches = BatchSigner(library, threads: 1)
      figures.add(
        "in batches: issuer and one thread, \(concurrency) waiting",
        try await subject.issueRate(batches, seconds: Double(seconds), concurrency: concurrency))
      batches.close()
    }
    let reference = figures.median(of: openssl)
    print("RS256, one core, \(buildConfiguration) build, median of \(max(rounds, 1)) × \(seconds) s\n")
    var table = Table("", "per second", "of openssl")
    for name in figures.names {
      let value = figures.median(of: name)
      table.add(name, rounded(value), rounded(value / reference, places: 2))
    }
    table.print()
  }
}

/// What was measured, by name, in the order in which the names came.
private struct Figures {
  private(set) var names: [String] = []
  private var values: [String: [Double]] = [:]

  mutating func add(_ name: String, _ value: Double) {
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }

  func median(of name: String) -> Double { latchkey_benchmarks.median(values[name] ?? []) }
}

/// A user as most are, in a project with one key.
private struct Subject {
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
    return try rate(seconds: seconds) { _ = try LibcryptoSigner.signature(of: input, with: key) }
  }

  func batchRate(_ size: Int, by library: MultiBufferLibrary, seconds: Double) throws -> Double {
    let inputs = (0..<size).map { [UInt8](repeating: UInt8($0), count: 700) }
    return try Double(size)
      * rate(seconds: seconds) { _ = try BatchSigner.signatures(of: inputs, with: key, by: library) }
  }

  func tokenRate(seconds: Double) throws -> Double {
    try rate(seconds: seconds) {
      let token = unsignedToken()
      _ = try token.signed(with: LibcryptoSigner.signature(of: token.signingInput, with: key))
    }
  }

  func tokenBatchRate(by library: MultiBufferLibrary, seconds: Double) throws -> Double {
    try 8
      * rate(seconds: seconds) {
        let tokens = (0..<8).map { _ in unsignedToken() }
        let signatures = try BatchSigner.signatures(of: tokens.map(\.signingInput), with: key, by: library)
        for (token, signature) in zip(tokens, signatures) { _ = try token.signed(with: signature) }
      }
  }

  private func unsignedToken() -> UnsignedIDToken {
    let now = SystemClock().now()
    return UnsignedIDToken(
      account: account, signIn: signIn, project: project, authenticatedAt: now, now: now, key: key)
  }

  func issueRate(_ signer: any TokenSigner, seconds: Double, concurrency: Int) async throws -> Double {
    let issuer = IDTokenIssuer(keys: ring, signer: signer)
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
