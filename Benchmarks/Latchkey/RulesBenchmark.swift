import ArgumentParser
import Foundation
import IdentityWire
import SecurityRules

/// Measures how many evaluations of security rules one core does per second.
struct RulesBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Evaluations of security rules a second on one core.")

  @Option(help: "Seconds for each measurement.") var seconds = 2.0
  @Option(help: "How often everything is measured; the median counts.") var rounds = 3

  func run() throws {
    print("Security rules, one core, \(buildConfiguration) build, median of \(rounds) × \(seconds) s\n")
    var table = Table("", "evaluations per second")
    for (name, evaluate) in try RulesSubjects().all {
      let rates = (0..<max(rounds, 1)).map { _ in rate(seconds: seconds) { evaluate(64) } * 64 }
      table.add(name, rounded(median(rates)))
    }
    table.print()
  }
}
