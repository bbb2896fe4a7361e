import Hummingbird
import IdentityWire
import Operations

/// The operations on accounts that every client calls.
struct AccountRoutes: Sendable {
  let service: IdentityService
  let origins: [String]

  func add(to operations: OperationRouter) {
    operations.account("signUp", legacy: "signupNewUser", signsInBy: SignInProvider.signUp) {
      request, caller in
      try await service.signUp(request, caller)
    }
    operations.account(
      "signInWithPassword", legacy: "verifyPassword", signsInBy: { _, _, _ in "password" }
    ) { request, caller in
      try await service.signInWithPassword(request, caller)
    }
    operations.account(
      "signInWithIdp", legacy: "verifyAssertion", signsInBy: SignInProvider.name
    ) { request, caller in
      try await service.signInWithIdp(request, caller)
    }
    operations.account(
      "signInWithGameCenter", legacy: "signInWithGameCenter", signsInBy: { _, _, _ in "gc.apple.com" }
    ) { request, caller in
      try await service.signInWithGameCenter(request, caller)
    }
    operations.account("createAuthUri", legacy: "createAuthUri") { request, caller in
      try await service.createAuthUri(request, origins: origins, caller)
    }
    operations.account("lookup", legacy: "getAccountInfo", administrative: true) { request, caller in
      try await service.lookup(request, caller)
    }
    operations.account("update", legacy: "setAccountInfo", administrative: true) { request, caller in
      try await service.update(request, caller)
    }
    operations.account("delete", legacy: "deleteAccount", administrative: true) { request, caller in
      try await service.delete(request, caller)
    }
    for path in OperationRouter.modern("projects/{project}/accounts")
      + OperationRouter.modern("projects/{project}/tenants/{tenant}/accounts")
    {
      operations.on(.post, path, readsQuery: false) { (request: SignUpRequest, caller) in
        try await service.signUp(request, caller)
      }
    }
    for path in ["/securetoken.googleapis.com/v1/token", "/v1/token"] {
      operations.on(.post, path, readsQuery: false, whenDisabled: true) { (request: TokenRequest, caller) in
        try await service.refresh(request, caller)
      }
    }
    for path in OperationRouter.modern("projects") + OperationRouter.legacy("getProjectConfig") {
      operations.on(.get, path) { (_: EmptyMessage, caller) in
        ProjectConfigResponse(
          projectId: caller.project.number, authorizedDomains: caller.project.authorizedDomains)
      }
    }
  }
}
