import IdentityWire
import Operations

/// The operations that exchange one kind of token for another.
struct TokenRoutes: Sendable {
  let service: IdentityService

  func add(to operations: OperationRouter) {
    operations.account(
      "signInWithCustomToken", legacy: "verifyCustomToken", signsInBy: { _, _, _ in "custom" }
    ) { request, caller in
      try await service.signInWithCustomToken(request, caller)
    }
    for path in OperationRouter.modern("projects/{project}:createSessionCookie")
      + OperationRouter.modern("projects/{project}/tenants/{tenant}:createSessionCookie")
    {
      operations.on(.post, path, readsQuery: false) {
        (request: CreateSessionCookieRequest, caller) in
        try await service.createSessionCookie(request, caller)
      }
    }
    for path in OperationRouter.modern("accounts:revokeToken", version: "v2") {
      operations.on(.post, path, readsQuery: false) { (request: RevokeTokenRequest, caller) in
        try await service.revokeToken(request, caller)
      }
    }
  }
}
