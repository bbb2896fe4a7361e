import IdentityWire
import ProviderLab

extension TestServer {
  /// Has a provider misbehave for its next requests: see `LabFault`.
  ///
  /// - Parameters:
  ///   - endpoint: the only one that a fault on the wire befalls, such as `token` or `jwks`.
  ///   - seconds: by how much a `slow-answer` is late.
  public func setFault(
    _ fault: String, at provider: String, endpoint: String? = nil, times: Int64 = 1, seconds: Double? = nil
  ) async throws {
    var order: [String: JSONValue] = ["fault": .string(fault), "times": .integer(times)]
    if let endpoint { order["endpoint"] = .string(endpoint) }
    if let seconds { order["seconds"] = .double(seconds) }
    _ = try await controlLab("PUT", "faults/\(provider)", .object(order))
  }

  public func clearFaults(at provider: String) async throws {
    _ = try await controlLab("DELETE", "faults/\(provider)")
  }

  /// The query of the authorization request that reached a provider last, as the provider read it.
  public func lastAuthorization(at provider: String) async throws -> [String: JSONValue] {
    let known = LabProviderID(named: provider)?.rawValue ?? provider
    let state = try await controlLab("GET", "")
    return state["providers"]?[known]?["lastAuthorization"]?["query"]?.objectValue ?? [:]
  }

  /// How many requests reached an endpoint of a provider, of the last hundred that reached any.
  public func requestCount(_ provider: String, endpoint: String) async throws -> Int {
    try await controlLab("GET", "requests?provider=\(provider)&endpoint=\(endpoint)")["requests"]?
      .arrayValue?.count ?? 0
  }

  public func controlLab(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue
  {
    let response = try await send(
      method, path.isEmpty ? "/lab/control" : "/lab/control/\(path)",
      headers: body == nil ? [:] : ["Content-Type": "application/json"],
      body: body.map { JSONWriter.text($0) })
    guard response.status == 200 else {
      throw TestFailure("the lab refuses: \(response.status) \(response.text)")
    }
    return response.json
  }
}
