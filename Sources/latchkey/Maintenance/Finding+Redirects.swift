import Composition
import Identity
import IdentityProviders

extension Finding {
  /// Names the redirect URIs to register at the projects' providers, and the providers that still answer at the page's own
  /// address although the server has further projects.
  ///
  /// - Parameter tenants: the tenants of the project with that address.
  static func redirects(of projects: [Project], tenants: [Tenant], at origin: String) -> [Finding] {
    projects.compactMap { project in
      let address = RedirectAddress(of: project, among: projects)
      let lists = [project.providerList] + tenants.filter { $0.project == project.id }.map(\.providerList)
      let providers = Set(lists.flatMap(\.answeringByBrowser)).sorted()
      guard !providers.isEmpty else { return nil }
      guard address.isStillShared else {
        return Finding(
          .ok, "redirect URI",
          "Providers of \(project.id), except for SAML, answer at \(address.uri(at: origin)).")
      }
      return Finding(
        .warning, "redirect URI",
        "These providers of \(project.id) answer at \(address.uri(at: origin)), where every project once had its answers: "
          + "\(providers.joined(separator: ", ")). Register \(origin)\(RedirectAddress.ownPath(of: project.id)) at them, "
          + "and the address in the metadata at SAML providers. Then run: "
          + RedirectAddress.command(for: project.id))
    }
  }

  /// Returns the tenants of the project that still uses the page's own address; the first ones, if it has many.
  static func tenantsOfSharedRedirect(_ projects: [Project], _ backend: Backend) async -> [Tenant] {
    guard let project = RedirectAddress.sharingProject(among: projects) else { return [] }
    return (try? await backend.projects.tenants(in: project.id, after: nil, limit: 500)) ?? []
  }
}

extension ProviderList {
  /// The IDs of the enabled providers that send a browser back with their answer.
  fileprivate var answeringByBrowser: [String] {
    providers.filter { $0.enabled && ProviderCatalog.entry(for: $0.providerID)?.hasWebFlow == true }
      .map(\.providerID) + samlProviders.filter(\.enabled).map(\.providerID)
  }
}
