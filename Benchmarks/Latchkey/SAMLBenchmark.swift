import ArgumentParser

/// Measures the processor time and the peak memory of verifying, or refusing, one response.
struct SAMLBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saml",
    abstract: "What good and refused SAML responses cost.")

  @Option(help: "Seconds for each measurement.") var seconds = 1.0
  @Option(help: "How often everything is measured; the median counts.") var rounds = 3

  func run() throws {
    print(
      "SAML responses, processor time and peak memory, \(buildConfiguration) build, "
        + "median of \(max(rounds, 1)) × \(seconds) s\n")
    var table = Table("", "KiB", "µs", "peak KiB", "refused for")
    for subject in try SAMLSubject.all() {
      let times = try (0..<max(rounds, 1)).map { _ in
        try 1e6 / ProcessorTime.rate(seconds: seconds, subject.present)
      }
      let peaks = try (0..<max(rounds, 1)).map { _ in
        Double(try PeakMemory.bytes(subject.present)) / 1_024
      }
      table.add(
        subject.name, rounded(Double(subject.size) / 1_024, places: 1), rounded(median(times), places: 1),
        rounded(median(peaks)), subject.check?.rawValue ?? "-")
    }
    table.print()
  }
}
