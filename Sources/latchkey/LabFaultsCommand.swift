import ArgumentParser
import ProviderLab

struct LabFaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "List the ways in which the lab's providers can misbehave.",
    discussion: """
      A fault is chosen on a provider's page of the lab. Otherwise ask for it with --fault of "latchkey lab token", \
      with lab_fault=NAME on an authorization request, or by the lab's control interface.

      EXAMPLE
        latchkey lab faults

      \(ExitStatus.help)
      """)

  func run() throws {
    var table = TextTable(header: ["FAULT", "WHAT HAPPENS"])
    table.rows = LabFault.allCases.map { [$0.rawValue, $0.summary] }
    try Terminal.print(table.text)
  }
}
