import HTTPTypes
import Hummingbird
import Identity
import Operations
import WebPages

/// `/__/auth/logos/{project}`: the logo of a project's branding, for its mails. Mail programs and their proxies load
/// it, so it is public.
struct LogoRoutes: Sendable {
  let projects: ProjectDirectory

  /// If a browser opens the file as a document, the document cannot run scripts or load anything.
  private static let contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
  /// In seconds.
  private static let maxAge = 3_600

  func add(to router: Router<ServerContext>) {
    router.get(.init("\(ActionLinks.logoPath)/{project}")) { _, context in
      guard let id = ProjectID(rawValue: try context.parameters.require("project")),
        let logo = try await projects.project(id)?.branding.logo
      else { throw HTTPError(.notFound) }
      var response = PageResponse.asset(
        PageAsset(contentType: logo.format.mediaType, bytes: logo.bytes))
      response.headers[.cacheControl] = "public, max-age=\(Self.maxAge)"
      response.headers[.contentSecurityPolicy] = Self.contentSecurityPolicy
      return response
    }
  }
}
