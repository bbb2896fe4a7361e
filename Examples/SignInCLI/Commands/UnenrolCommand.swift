import ArgumentParser
import FirebaseAuth

struct UnenrolCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unenrol",
    abstract: "Take a second factor away.",
    discussion: """
      EXAMPLES
        sign-in-cli unenrol
        sign-in-cli unenrol 4f1c

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ServerOptions

  @Argument(
    help: "The factor's id, as whoami shows it, or how it begins. Not needed while there is one factor.")
  var factor: String?

  func run() async throws {
    guard let user = await (try options.auth()).ready() else { throw Failure.nobodySignedIn }
    try await user.reload()
    let found = try choose(user.multiFactor.enrolledFactors)
    try await user.multiFactor.unenroll(with: found)
    Terminal.note("\"\(found.displayName ?? found.factorID)\" is not a second factor any more.")
  }

  private func choose(_ factors: [MultiFactorInfo]) throws -> MultiFactorInfo {
    let matching = factors.filter { $0.uid.hasPrefix(factor ?? "") }
    if matching.count == 1 { return matching[0] }
    guard !factors.isEmpty else { throw Failure(.refused, "This account has no second factor.") }
    throw Failure(
      .refused,
      matching.isEmpty
        ? "This account has no second factor of that id."
        : "Which one? \"sign-in-cli whoami\" shows their ids.")
  }
}
