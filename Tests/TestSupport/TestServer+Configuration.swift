import IdentityWire

extension TestServer {
  /// A request about a project's configuration, tenants or provider configurations, as an administrator.
  ///
  /// - Parameter path: what follows `v2/projects/{p}/`, with its query.
  public func configure(
    _ method: String, _ path: String, _ message: JSONValue? = nil, project: String = "example"
  ) async throws -> TestResponse {
    try await send(
      method, "/identitytoolkit.googleapis.com/v2/projects/\(project)/\(path)",
      headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
      body: message.map { JSONWriter.text($0) })
  }

  /// A new tenant that lets users in by password, link and anonymously unless told otherwise; its id.
  public func makeTenant(_ more: [String: JSONValue] = [:]) async throws -> String {
    var message: [String: JSONValue] = [
      "displayName": "team-one", "allowPasswordSignup": true, "enableEmailLinkSignin": true,
      "enableAnonymousUser": true,
    ]
    message.merge(more) { $1 }
    let response = try await configure("POST", "tenants", .object(message))
    guard response.status == 200, let name = response.json["name"]?.stringValue,
      let id = name.split(separator: "/").last
    else { throw TestFailure("no tenant was made: \(response.status) \(response.text)") }
    return String(id)
  }
}
