import Hummingbird
import IdentityWire
import Logging
import Operations

/// `v2/projects/{p}/config`.
struct ConfigRoutes: Sendable {
  let administration: ProjectAdministration
  let log: Logger

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("projects/{project}/config", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (request: GetConfigRequest, caller) in
        try caller.requireAdministrator()
        let asksForKey = request.fields?.contains("signerKey") == true
        if asksForKey {
          log.notice("the signer key was read", metadata: ["project": "\(caller.project.id)"])
        }
        return try administration.config(of: caller.project, includingSignerKey: asksForKey)
      }
      operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
        (request: UpdateProjectConfigRequest, caller) in
        try caller.requireAdministrator()
        let mask = try FieldMask(request.updateMask)
        try caller.requireScopes(toChange: mask)
        return try await administration.updateConfig(request.config, mask: mask, in: caller.project.id)
      }
    }
    let initialize = OperationRouter.modern(
      "projects/{project}/identityPlatform:initializeAuth", version: "v2")
    for path in initialize {
      operations.onTree(.post, path, whenDisabled: true) { (_: EmptyMessage, caller) in
        // The operation does nothing: every project has a configuration from the start.
        try caller.requireAdministrator()
        return EmptyMessage()
      }
    }
  }
}
