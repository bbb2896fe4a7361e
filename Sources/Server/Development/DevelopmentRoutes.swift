import Foundation
import HTTPTypes
import Hummingbird
import Identity
import IdentityProviders
import IdentityWire
import Messaging
import Operations
import WebPages

/// The pages of a development server.
struct DevelopmentRoutes: Sendable {
  let service: IdentityService
  let inbox: DevelopmentInbox
  let pages: PageRenderer
  let origin: String
  let host: String
  let port: Int
  let project: ProjectID

  func add(to router: Router<ServerContext>) {
    router.get("/") { request, _ in try await home(request) }
    router.get("/sample") { _, _ in PageResponse.html(pages.sample(try await sample())) }
    InboxRoutes(inbox: inbox, pages: pages).add(to: router)
    QRCodeRoute().add(to: router)
  }

  /// Browsers receive the page. Other clients receive the line that the official tools look for.
  private func home(_ request: Request) async throws(IdentityError) -> Response {
    guard request.headers[.accept]?.contains("text/html") == true else {
      return APIResponse.response(
        .ok,
        Array(
          JSONWriter.text([
            "authEmulator": [
              "ready": true, "docs": .string("\(origin)/"),
            ]
          ]).utf8))
    }
    let current = try await currentProject()
    return PageResponse.html(
      pages.home(
        HomePage(
          serverURL: origin, labURL: origin + "/lab", inboxURL: origin + "/inbox",
          sampleURL: origin + "/sample", consoleURL: origin + "/console", projectID: project.rawValue,
          apiKey: current.apiKeys.first ?? "",
          host: host, port: port, acceptsUnsignedCredentials: service.acceptsUnsignedCredentials)))
  }

  private func sample() async throws(IdentityError) -> SamplePage {
    let current = try await currentProject()
    let providers = current.providers.filter(\.enabled).compactMap { settings in
      ProviderCatalog.entry(for: settings.providerID).flatMap { entry in
        // The page shows only providers with a browser flow.
        entry.hasWebFlow
          ? SamplePage.Provider(
            id: settings.providerID, name: settings.displayName ?? entry.name, kind: "redirect")
          : nil
      }
    }
    let samlProviders = current.samlProviders.filter(\.enabled).map { settings in
      SamplePage.Provider(
        id: settings.providerID, name: settings.displayName ?? settings.providerID, kind: "redirect")
    }
    return SamplePage(
      apiKey: current.apiKeys.first ?? "", projectID: project.rawValue,
      providers: (providers + samlProviders).sorted { $0.id < $1.id }, labURL: "/lab", inboxURL: "/inbox",
      qrCodeURL: QRCodeRoute.path)
  }

  private func currentProject() async throws(IdentityError) -> Project {
    guard let current = try await service.projects.project(project) else {
      throw .missing(.projectNotFound)
    }
    return current
  }
}
