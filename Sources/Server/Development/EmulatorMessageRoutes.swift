import Hummingbird
import Identity
import IdentityWire
import Messaging
import Operations

/// `/emulator/v1/projects/{p}[/tenants/{t}]/oobCodes` and `…/verificationCodes`: the codes from mails and text messages
/// that can still be redeemed, in the order of sending. Codes of test numbers are not sent; the settings contain them.
struct EmulatorMessageRoutes: Sendable {
  let service: IdentityService
  let inbox: DevelopmentInbox

  func add(to router: Router<ServerContext>) {
    for path in ["/emulator/v1/projects/{project}", "/emulator/v1/projects/{project}/tenants/{tenant}"] {
      router.get(.init(path + "/oobCodes")) { _, context in
        try APIResponse.json(OobCodes(oobCodes: inbox.mails(in: try await scope(context)).map(OobCode.init)))
      }
      router.get(.init(path + "/verificationCodes")) { _, context in
        try APIResponse.json(
          VerificationCodes(
            verificationCodes: inbox.textMessages(in: try await scope(context)).map {
              .init(phoneNumber: $0.to, sessionInfo: $0.sessionInfo, code: $0.code)
            }))
      }
    }
  }

  private func scope(_ context: ServerContext) async throws(IdentityError) -> Scope {
    guard let name = context.parameters.get("project"), let id = ProjectID(rawValue: name),
      try await service.projects.project(id) != nil
    else { throw .missing(.projectNotFound) }
    guard let tenant = context.parameters.get("tenant") else { return Scope(project: id) }
    return try await service.projects.tenant(inPath: tenant, of: id).scope
  }

  private struct VerificationCodes: Encodable {
    struct Entry: Encodable {
      var phoneNumber: String
      var sessionInfo: String
      var code: String
    }

    var verificationCodes: [Entry]
  }

  private struct OobCodes: Encodable { var oobCodes: [OobCode] }

  private struct OobCode: Encodable {
    var email: String
    var newEmail: String?
    var requestType: String
    var oobCode: String
    var oobLink: String

    init(_ mail: OutgoingMail) {
      email = (mail.accountEmail ?? mail.to).text
      newEmail = mail.newEmail?.text
      requestType = mail.requestType
      oobCode = mail.code
      oobLink = mail.link
    }
  }
}
