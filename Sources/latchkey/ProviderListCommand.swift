import ArgumentParser
import Identity
import IdentityProviders
import Operations

struct ProviderListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a project's providers, and the missing settings of each provider.",
    discussion: """
      The list shows whether secrets are set, but never the secrets.

      EXAMPLE
        latchkey provider list my-app

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  private static func secret(_ status: ProviderStatus) -> String {
    switch status.settings.tokenAuthentication {
    case .publicClient: return "none"
    case .privateKey: return status.hasPrivateKey ? "set" : "missing"
    case .basic, .post, nil:
      let isKey = status.settings.providerID == "apple.com"
      return (isKey ? status.hasPrivateKey : status.hasClientSecret) ? "set" : "missing"
    }
  }

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.requireProject(id)
      let all = try backend.administration.providerStatus(in: project)
      let saml = project.samlProviders.sorted { $0.providerID < $1.providerID }
      guard !all.isEmpty || !saml.isEmpty else {
        return try Terminal.print(
          "The project has no provider yet. \"latchkey provider set --help\" explains how to add one.")
      }
      var table = TextTable(header: ["PROVIDER", "STATE", "CLIENT ID", "SECRET", "ADDRESSES"])
      table.rows = all.map { status in
        let settings = status.settings
        let isDescribed = ProviderCatalog.entry(for: settings)?.fields.contains(.profile) == true
        var real = ProviderEndpoints()
        real.allowPrivateAddresses = settings.endpoints.allowPrivateAddresses
        return [
          settings.providerID, settings.enabled ? "enabled" : "disabled",
          settings.clientID.isEmpty ? "missing" : settings.clientID,
          Self.secret(status),
          isDescribed ? "set by hand" : settings.endpoints == real ? "the provider's own" : "changed",
        ]
      }
      table.rows += saml.map { settings in
        [
          settings.providerID, settings.enabled ? "enabled" : "disabled", settings.spEntityID, "none",
          settings.metadata == nil ? "set by hand" : "from metadata",
        ]
      }
      try Terminal.print(table.text)
      for settings in saml {
        guard let failure = settings.metadata?.failure else { continue }
        try Terminal.print(
          "\n\(settings.providerID): the metadata could not be read at the last attempt. \(failure)")
      }
      let revoking = all.filter(\.settings.revokesOnDeletion).map(\.settings.providerID)
      if !revoking.isEmpty {
        try Terminal.print(
          "\nAccess is revoked at the provider when an account is deleted: \(revoking.joined(separator: ", "))."
        )
      }
      for status in all {
        let lacks =
          status.missingForAppCredentials.isEmpty
          ? ("its sign-in in the browser", status.missingForWebFlow)
          : ("any sign-in", status.missingForAppCredentials)
        guard !lacks.1.isEmpty else { continue }
        try Terminal.print(
          "\n\(status.settings.providerID), for \(lacks.0): \(lacks.1.map(\.sentence).joined(separator: " "))"
        )
      }
    }
  }
}
