import ArgumentParser

/// Measures the operations that determine the server's speed, each beside its limit on the same machine.
@main struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latchkey-benchmarks",
    abstract: "Measures Latchkey's parts on this machine. Figures count in a release build only.",
    subcommands: [
      TokenBenchmark.self, PasskeyBenchmark.self, SAMLBenchmark.self, ScryptBenchmark.self,
      StartupBenchmark.self,
      RulesBenchmark.self, HTTPBenchmark.self, CostBenchmark.self, ConsoleBenchmark.self,
      BareServer.self, FirstAnswer.self,
    ])
}
