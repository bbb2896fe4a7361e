import Identity
import IdentityWire
import Operations

/// A project's own SMS gateway and branding. The official API has neither of them. The mail server is in
/// `notification.sendEmail`, as in the official API.
struct DeliveryRoutes: Sendable {
  let administration: ProjectAdministration

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("projects/{project}/smsGatewayConfig", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (_: GetSMSGatewayConfigRequest, caller) in
        try caller.requireAdministrator()
        return administration.smsGatewayConfig(of: caller.project)
      }
      operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateSMSGatewayConfigRequest, caller) in
        try caller.requireAdministrator()
        return try await administration.updateSMSGatewayConfig(
          request.config, mask: request.updateMask, in: caller.project.id)
      }
    }
    for path in OperationRouter.modern("projects/{project}/brandingConfig", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (_: GetBrandingConfigRequest, caller) in
        try caller.requireAdministrator()
        return administration.brandingConfig(of: caller.project)
      }
      operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateBrandingConfigRequest, caller) in
        try caller.requireAdministrator()
        return try await administration.updateBrandingConfig(
          request.config, mask: request.updateMask, in: caller.project.id)
      }
    }
  }
}
