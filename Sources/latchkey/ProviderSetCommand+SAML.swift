import ArgumentParser
import Composition
import Identity
import IdentityProviders
import Operations

extension ProviderSetCommand {
  /// Sets up a SAML provider, or changes some of its settings.
  func setSAML(in backend: Backend) async throws {
    let project = try await backend.requireProject(id)
    let known = project.providerList.samlProvider(provider)
    var settings =
      known
      ?? SAMLProviderSettings(
        providerID: provider, enabled: true, idpEntityID: "", ssoURL: "", spEntityID: id.rawValue,
        callbackURI: "")
    if known == nil { settings.signsRequest = true }
    if let state { settings.enabled = state == .enabled }
    if let displayName { settings.displayName = displayName.isEmpty ? nil : displayName }
    let domains = credentials.trustedEmailDomain
    if !domains.isEmpty {
      let named = domains.filter { !$0.isEmpty }
      settings.emailDomains = named.isEmpty ? nil : named
    }
    do {
      try saml.apply(try await saml.metadata(of: project, in: backend), to: &settings)
      _ = try await backend.administration.setSAMLProvider(
        settings, isNew: false, in: Scope(project: id))
    } catch let error as IdentityError {
      let report = error.signInDiagnosis?.report
      let facts = [report?.sentence, report?.seen.map { "(\($0))" }].compactMap(\.self)
      guard let why = facts.isEmpty ? error.detail : facts.joined(separator: " ") else { throw error }
      throw CommandFailure(.refused, "\(provider) was not changed. \(why)")
    }
    try Terminal.print("Set \(provider) in \(id). It is \(settings.enabled ? "enabled" : "disabled").")
    guard known == nil else { return }
    let path = SAMLAddresses.metadata(of: provider, in: Scope(project: id))
    try Terminal.print("Give the provider this server's metadata. It is at \(path) of the server's address.")
  }
}
