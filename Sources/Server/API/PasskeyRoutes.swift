import Identity
import IdentityWire
import Operations

/// Passkeys: enrolling them, signing in with them, and the passkey settings of a project or tenant.
struct PasskeyRoutes: Sendable {
  let service: IdentityService
  let administration: ProjectAdministration

  func add(to operations: OperationRouter) {
    add("passkeyEnrollment:start", to: operations) { try await service.startPasskeyEnrollment($0, $1) }
    add("passkeyEnrollment:finalize", to: operations) { try await service.finalizePasskeyEnrollment($0, $1) }
    add("passkeySignIn:start", to: operations) { try await service.startPasskeySignIn($0, $1) }
    add(
      "passkeySignIn:finalize", to: operations,
      operations.signingIn(by: { _, _, _ in PasskeyProvider.id }) {
        try await service.finalizePasskeySignIn($0, $1)
      })
    for scope in ["projects/{project}", "projects/{project}/tenants/{tenant}"] {
      for path in OperationRouter.modern("\(scope)/passkeyConfig", version: "v2") {
        operations.onTree(.get, path, whenDisabled: true) { (_: GetPasskeyConfigRequest, caller) in
          try caller.requireAdministrator()
          return administration.passkeyConfig(of: caller)
        }
        operations.onTree(.patch, path, refusesUnknownNames: true, whenDisabled: true) {
          (request: UpdatePasskeyConfigRequest, caller) in
          try caller.requireAdministrator()
          return try await administration.updatePasskeyConfig(
            request.config, mask: request.updateMask, of: caller)
        }
      }
    }
  }

  private func add<Message: RequestMessage, Answer: AnswerMessage>(
    _ name: String, to operations: OperationRouter,
    _ handler: @escaping OperationRouter.Handler<Message, Answer>
  ) {
    for path in OperationRouter.modern("accounts/\(name)", version: "v2") {
      operations.on(.post, path, readsQuery: false, handler)
    }
  }
}
