import ArgumentParser
import ProviderLab

struct LabFaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "faults",
    abstract: "List the ways in which the lab's providers can misbehave.",
    discussion: """
      Choose a fault on a provider's page in the lab, with --fault of "latchkey lab token", with the parameter \
      lab_fault=NAME of an authorization request, or with the lab's control interface.

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
