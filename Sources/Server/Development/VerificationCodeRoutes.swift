import Hummingbird
import Identity
import IdentityWire
import Messaging
import Operations

/// `/emulator/v1/projects/{p}[/tenants/{t}]/verificationCodes`: the codes of text messages that have not been used,
/// in the order in which they were sent. Codes of test numbers are sent to nobody and stand in the settings.
struct VerificationCodeRoutes: Sendable {
  let service: IdentityService
  let inbox: DevelopmentInbox

  private struct Listing: Codable {
    struct Entry: Codable {
      var phoneNumber: String
      var sessionInfo: String
      var code: String
    }

    var verificationCodes: [Entry]
  }

  func add(to router: Router<ServerContext>) {
    for path: RouterPath in [
      "/emulator/v1/projects/{project}/verificationCodes",
      "/emulator/v1/projects/{project}/tenants/{tenant}/verificationCodes",
    ] {
      router.get(path) { _, context in
        let scope = try await scope(context)
        return try APIResponse.json(
          Listing(
            verificationCodes: inbox.textMessages(in: scope).map {
              .init(phoneNumber: $0.to, sessionInfo: $0.sessionInfo, code: $0.code)
            }))
      }
    }
  }

  private func scope(_ context: ServerContext) async throws(WireError) -> Scope {
    guard let name = context.parameters.get("project"), let id = ProjectID(rawValue: name),
      let project = try await service.projects.project(id)
    else { throw .notFound("PROJECT_NOT_FOUND") }
    let tenant = try await service.projects.tenant(named: context.parameters.get("tenant"), in: project.id)
    return Scope(project: project.id, tenant: tenant?.id)
  }
}
