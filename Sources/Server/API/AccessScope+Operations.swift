import HTTPTypes
import Identity

extension AccessScope {
  /// The scopes that an operation accepts, as the Discovery documents list them. The official reference of every method
  /// also lists `identitytoolkit`, and the Admin SDKs request it.
  static func accepted(at path: String, method: HTTPRequest.Method) -> Set<AccessScope> {
    acceptsFirebaseScope(path, method) ? Set(allCases) : [.cloudPlatform, .identityToolkit]
  }

  private static func acceptsFirebaseScope(_ path: String, _ method: HTTPRequest.Method) -> Bool {
    let bulk = ["accounts:batchCreate", "accounts:batchDelete", "accounts:batchGet", "accounts:query"]
    if bulk.contains(where: path.hasSuffix) || path.hasSuffix(":queryAccounts") { return true }
    if ["relyingparty/uploadAccount", "relyingparty/downloadAccount"].contains(where: path.hasSuffix) {
      return true
    }
    // The scopes of the Firebase Rules API.
    if path.hasSuffix("projects/{project}:test") { return true }
    guard let start = path.range(of: "/v2/")?.upperBound else { return false }
    let parts = path[start...].split(separator: "/").map(String.init)
    if parts == ["defaultSupportedIdps"] { return true }
    guard parts.first == "projects", parts.count > 2 else { return false }
    if parts[2] == "config" || parts[2] == "passkeyConfig" { return method == .patch }
    if let destination = DataDestination(resource: parts[2]) { return destination.scopes.contains(.firebase) }
    return parts[2] == "tenants"
  }
}
