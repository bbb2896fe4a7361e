import Identity
import IdentityWire
import Operations
import TestSupport

/// Calls of operations in a project or a tenant of the test's choice: to a development server every API key is the one
/// project's.
struct Place: Sendable {
  let server: TestServer
  let caller: Caller

  /// The development project, a tenant of it, and another project.
  static func three(_ server: TestServer) async throws -> [Place] {
    let project = try await server.project()
    let tenant = try await server.openTenant("team")
    let other = try await server.addProject("project-b")
    return [
      Place(server: server, caller: Caller(project: project, authority: .apiKey)),
      Place(server: server, caller: Caller(project: project, tenant: tenant, authority: .apiKey)),
      Place(server: server, caller: Caller(project: other, authority: .apiKey)),
    ]
  }

  private var path: String {
    "projects/\(caller.project.id)" + (caller.tenant.map { "/tenants/\($0.id)" } ?? "")
  }

  func administer(_ operation: String, _ message: JSONValue) async throws -> TestResponse {
    try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v1/\(path)/accounts\(operation)",
      headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
      body: JSONWriter.text(message))
  }

  /// `200`, or the code of the error.
  private func outcome(_ body: () async throws(IdentityError) -> Void) async -> String {
    do {
      try await body()
      return "200"
    } catch {
      return error.name
    }
  }

  func signIn(_ email: String, _ password: String) async throws -> TestSession {
    var request = SignInWithPasswordRequest()
    request.email = email
    request.password = password
    let response = try await server.service.signInWithPassword(request, caller)
    guard let idToken = response.idToken, let refreshToken = response.refreshToken else {
      throw TestFailure("no tokens")
    }
    return TestSession(localID: response.localId, idToken: idToken, refreshToken: refreshToken)
  }

  func signIn(_ parameters: [(name: String, value: String)]) async throws -> SignInWithIdpResponse {
    try await server.service.signInWithIdp(Self.request(parameters), caller)
  }

  func signInOutcome(_ parameters: [(name: String, value: String)]) async -> String {
    await outcome { () async throws(IdentityError) in
      _ = try await server.service.signInWithIdp(Self.request(parameters), caller)
    }
  }

  private static func request(_ parameters: [(name: String, value: String)]) -> SignInWithIdpRequest {
    var request = SignInWithIdpRequest()
    request.requestUri = "http://localhost"
    request.postBody = FormURLEncoded(parameters).text
    return request
  }

  func lookUp(_ idToken: String) async -> String {
    await outcome { () async throws(IdentityError) in
      var request = LookupRequest()
      request.idToken = idToken
      _ = try await server.service.lookup(request, caller)
    }
  }

  func refresh(_ refreshToken: String) async -> String {
    await outcome { () async throws(IdentityError) in
      var request = TokenRequest()
      request.grantType = "refresh_token"
      request.refreshToken = refreshToken
      _ = try await server.service.refresh(request, caller)
    }
  }
}
