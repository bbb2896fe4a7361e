import HTTPTypes
import Hummingbird
import Identity
import IdentityWire
import Operations
import WebPages

/// `/__/auth/iframe`: the frame that the web SDK inserts into an app's page. The frame tells the page the outcome of a
/// popup or a redirect. `/__/auth/gapi.js` is the script with which frame and page communicate.
struct AuthFrameRoutes: Sendable {
  let service: IdentityService
  let pages: PageRenderer
  let links: ActionLinks
  let path: String

  /// The maximum length of an app's name in its page, in bytes.
  private static let maximumAppNameLength = 512

  func add(to router: Router<ServerContext>) {
    router.get(RouterPath(path)) { request, _ in
      do {
        return try await frame(
          FormURLEncoded(parsing: request.uri.query ?? ""), embeddedBy: request.headers[.referer])
      } catch let error as IdentityError {
        return PageResponse.failure(error, pages)
      }
    }
  }

  private func frame(_ query: FormURLEncoded, embeddedBy page: String?) async throws(IdentityError)
    -> Response
  {
    guard let apiKey = query.value("apiKey"), let appName = query.value("appName"),
      appName.utf8.count <= Self.maximumAppNameLength
    else { throw .invalidAction }
    guard let project = try await service.projects.project(apiKey: apiKey) else {
      throw .refused(.invalidApiKey, "The API key belongs to no project.")
    }
    let policy = links.returnPolicy(of: project)
    if let origin = policy.refusedOrigin(of: page) {
      // The frame must respond even with a refusal. Otherwise, the SDK waits and then reports a network error.
      let refusal = AuthFramePage(
        apiKey: apiKey, appName: appName, authorizedDomains: [], serverOrigins: [], isRefused: true)
      return PageResponse.frame(pages.authFrame(refusal), ancestors: [origin])
    }
    return PageResponse.frame(
      pages.authFrame(
        AuthFramePage(
          apiKey: apiKey, appName: appName, authorizedDomains: project.authorizedDomains,
          serverOrigins: links.origins, acceptsPlainHTTP: policy.acceptsPlainHTTP)),
      ancestors: policy.frameAncestors(of: page))
  }
}
