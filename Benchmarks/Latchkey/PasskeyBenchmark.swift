import ArgumentParser

/// Measures how many assertions are verified per second of processor time, beside bare signatures with the same keys.
struct PasskeyBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passkeys", abstract: "What an assertion costs on one core, with and beside its signature.")

  @Option(help: "Seconds for each measurement.") var seconds = 2.0
  @Option(help: "How often everything is measured; the median counts.") var rounds = 3

  func run() throws {
    print(
      "Assertions of passkeys, processor time, \(buildConfiguration) build, "
        + "median of \(max(rounds, 1)) × \(seconds) s\n")
    var table = Table("", "µs", "its signature", "besides")
    for subject in try PasskeySubject.all() {
      let signature = try microseconds(subject.verifySignature)
      let whole = try microseconds(subject.verifyAssertion)
      table.add(
        subject.name, rounded(whole, places: 1), rounded(signature, places: 1),
        rounded(whole - signature, places: 1))
    }
    table.print()
  }

  private func microseconds(_ work: () throws -> Void) throws -> Double {
    median(try (0..<max(rounds, 1)).map { _ in try 1e6 / ProcessorTime.rate(seconds: seconds, work) })
  }
}
