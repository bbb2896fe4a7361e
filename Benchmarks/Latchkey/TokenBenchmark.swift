import ArgumentParser
import Tokens

/// Measures ID tokens per second of processor time, as `openssl speed` does, beside the rate of bare signatures that
/// `openssl speed` measures in the same run.
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
    let subject = try await TokenSubject()
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
    print(
      "RS256, per second of one core's time, \(buildConfiguration) build, median of \(max(rounds, 1)) × \(seconds) s\n"
    )
    var table = Table("", "per second", "of openssl")
    for name in figures.names {
      let value = figures.median(of: name)
      table.add(name, rounded(value), rounded(value / reference, places: 2))
    }
    table.print()
  }
}

/// Measured values by name, in the order in which the names were first added.
private struct Figures {
  private(set) var names: [String] = []
  private var values: [String: [Double]] = [:]

  mutating func add(_ name: String, _ value: Double) {
    if values[name] == nil { names.append(name) }
    values[name, default: []].append(value)
  }

  func median(of name: String) -> Double { latchkey_benchmarks.median(values[name] ?? []) }
}
