import Hummingbird
import Identity
import IdentityWire
import Operations

/// The operations on accounts, under the names of both generations of the API.
struct AccountRoutes: Sendable {
  let service: IdentityService
  let callers: CallerResolver
  let origins: [String]

  func add(to router: Router<ServerContext>) {
    operation("signUp", legacy: "signupNewUser", router) { request, caller in
      try await service.signUp(request, caller)
    }
    operation("signInWithPassword", legacy: "verifyPassword", router) { request, caller in
      try await service.signInWithPassword(request, caller)
    }
    operation("signInWithIdp", legacy: "verifyAssertion", router) { request, caller in
      try await service.signInWithIdp(request, caller)
    }
    operation("createAuthUri", legacy: "createAuthUri", router) { request, caller in
      try await service.createAuthUri(request, origins: origins, caller)
    }
    operation("lookup", legacy: "getAccountInfo", administrative: true, router) { request, caller in
      try await service.lookup(request, caller)
    }
    operation("update", legacy: "setAccountInfo", administrative: true, router) { request, caller in
      try await service.update(request, caller)
    }
    operation("delete", legacy: "deleteAccount", administrative: true, router) { request, caller in
      try await service.delete(request, caller)
    }
    for path in Self.modern("projects/{project}/accounts") {
      post(path, router) { (request: SignUpRequest, caller) in try await service.signUp(request, caller) }
    }
    addToken(to: router)
    addProjectConfig(to: router)
  }

  private func addToken(to router: Router<ServerContext>) {
    for path in ["/securetoken.googleapis.com/v1/token", "/v1/token"] {
      router.post(.init(path)) { request, context in
        try await answer(request, context) { (message: TokenRequest, caller) in
          try await service.refresh(message, caller)
        }
      }
      refuseGet(path, router)
    }
  }

  private func addProjectConfig(to router: Router<ServerContext>) {
    for path in Self.modern("projects") + Self.legacy("getProjectConfig") {
      router.get(.init(path)) { request, context in
        let api = try await APIRequest(request, parameters: context.parameters)
        let project = try await callers.caller(api, targetProject: nil, tenant: nil).project
        return try APIResponse.json(
          ProjectConfigResponse(projectId: project.number, authorizedDomains: project.authorizedDomains))
      }
    }
  }

  private typealias Handler<Message, Answer> = @Sendable (Message, Caller) async throws -> Answer

  private func operation<Message: Decodable & Sendable, Answer: Encodable & Sendable>(
    _ name: String, legacy: String, administrative: Bool = false, _ router: Router<ServerContext>,
    _ handler: @escaping Handler<Message, Answer>
  ) {
    var paths = Self.modern("accounts:\(name)") + Self.legacy(legacy)
    if administrative { paths += Self.modern("projects/{project}/accounts:\(name)") }
    for path in paths { post(path, router, handler) }
  }

  private func post<Message: Decodable & Sendable, Answer: Encodable & Sendable>(
    _ path: String, _ router: Router<ServerContext>, _ handler: @escaping Handler<Message, Answer>
  ) {
    router.post(.init(path)) { request, context in try await answer(request, context, handler) }
    refuseGet(path, router)
  }

  /// The router answers 404 where only the method is wrong.
  private func refuseGet(_ path: String, _ router: Router<ServerContext>) {
    router.get(.init(path)) { _, _ -> Response in throw HTTPError(.methodNotAllowed) }
  }

  private func answer<Message: Decodable, Answer: Encodable>(
    _ request: Request, _ context: ServerContext, _ handler: Handler<Message, Answer>
  ) async throws -> Response {
    let api = try await APIRequest(request, parameters: context.parameters)
    let body = try api.json()
    let named = try WireDecoder().decode(Target.self, from: body)
    let caller = try await callers.caller(
      api, targetProject: context.parameters.get("project") ?? named.targetProjectId,
      tenant: context.parameters.get("tenant") ?? named.tenantId)
    return try APIResponse.json(
      try await handler(try WireDecoder().decode(Message.self, from: body), caller))
  }

  /// What every message may say of the accounts that it means.
  private struct Target: Decodable {
    var targetProjectId: String?
    var tenantId: String?
  }

  /// The official hosts stand as the first part of the path when a client is pointed at another server.
  static func modern(_ path: String) -> [String] {
    ["/identitytoolkit.googleapis.com/v1/\(path)", "/v1/\(path)"]
  }

  static func legacy(_ name: String) -> [String] {
    [
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)",
      "/identitytoolkit/v3/relyingparty/\(name)",
    ]
  }
}
