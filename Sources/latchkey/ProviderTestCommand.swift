import ArgumentParser
import Foundation
import Identity
import IdentityProviders
import Operations

struct ProviderTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Check a provider's settings without a sign-in.",
    discussion: """
      Fetches the provider's metadata and keys, and asks the provider whether it knows the client and its secret. No user \
      is signed in, and nothing is changed. The exit code is 1 if a check failed.

      Name the server with --config or --server: a provider compares the redirect URI, which contains the server's address.

      EXAMPLES
        latchkey provider test my-app github.com --config latchkey.yaml
        latchkey provider test my-app oidc.company \\
          --server https://auth.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The provider: github.com, oidc.company, …")
  var provider: String

  @Option(
    help: ArgumentHelp(
      "The address at which browsers reach the server. (default: publicOrigin of --config)",
      valueName: "address"),
    transform: KeyFileOptions.parseServer)
  var server: String?

  func validate() throws {
    guard server != nil || data.config != nil else {
      throw ValidationError("Name the server with --config or --server.")
    }
  }

  func run() async throws {
    let config = data.config
    let origin = try server ?? config.map { file in try ConfigurationOptions.publicOrigin(of: file) } ?? ""
    let checks = try await data.withBackend(configure: { options in
      guard let config else { return }
      try ConfigurationOptions.setProviders(of: config, in: &options)
    }) { backend in
      let project = try await backend.requireProject(id)
      guard
        project.provider(provider) != nil
          || project.samlProviders.contains(where: { $0.providerID == provider })
      else {
        throw IdentityError.refused(
          .configurationNotFound, "The project has no settings for \(provider).")
      }
      let redirect = try await backend.projects.redirectAddress(of: project)
      return try await backend.service.preflight(
        of: provider, redirectURI: redirect.uri(at: origin),
        Caller(project: project, tenant: nil, authority: .administrator))
    }
    var table = TextTable(header: ["CHECK", "RESULT", "SEEN"])
    table.rows = checks.map { [$0.name.rawValue, $0.outcome.rawValue, $0.seen ?? ""] }
    try Terminal.print(table.text)
    for check in checks {
      guard let report = check.report else { continue }
      let advice = report.advice.map { " " + PlainText.line($0) } ?? ""
      try Terminal.print("\n\(check.name.rawValue): \(PlainText.line(report.sentence))\(advice)")
    }
    let failed = checks.filter { $0.outcome == .failed }.map(\.name.rawValue)
    guard failed.isEmpty else {
      throw CommandFailure(.refused, "These checks of \(provider) failed: \(failed.joined(separator: ", ")).")
    }
  }
}
