import Identity
import IdentityWire
import TestSupport

extension TestServer {
  func upload(_ users: [JSONValue], _ more: [String: JSONValue] = [:], tenant: String? = nil) async throws
    -> TestResponse
  {
    let path = tenant.map { "tenants/\($0)/" } ?? ""
    return try await administer(
      path + "accounts:batchCreate", .object(more.merging(["users": .array(users)]) { $1 }))
  }

  func download(_ query: String = "", tenant: String? = nil, authorization: String = "Bearer owner")
    async throws -> TestResponse
  {
    let path = tenant.map { "tenants/\($0)/" } ?? ""
    return try await send(
      "GET",
      "/identitytoolkit.googleapis.com/v1/projects/\(Self.project)/\(path)accounts:batchGet?\(query)",
      headers: ["Authorization": authorization])
  }

  func signIn(_ email: String, _ password: String) async throws -> TestResponse {
    try await call(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }
}
