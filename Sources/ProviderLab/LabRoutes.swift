import HTTPTypes
import Hummingbird
import NIOCore

/// Mounts a provider's endpoints. Each endpoint records its requests and applies the chosen faults.
struct LabRoutes<Context: RequestContext> {
  let lab: ProviderLab
  let provider: LabProviderID
  /// The path of the provider's host, relative to the lab's path.
  let host: String
  let router: RouterGroup<Context>

  func on(
    _ methods: [HTTPRequest.Method], _ path: String, _ endpoint: LabEndpoint,
    use handler: @escaping @Sendable (LabRequest) async throws -> Response
  ) {
    let lab = lab
    let provider = provider
    for method in methods {
      router.on(RouterPath("\(host)/\(path)"), method: method) { request, context in
        var parameters: [String: String] = [:]
        for name in ["client_id", "tenant", "user_id"] { parameters[name] = context.parameters.get(name) }
        let received = try await LabRequest(request, pathParameters: parameters)
        return try await lab.answer(received, from: provider, endpoint, with: handler)
      }
    }
  }
}

extension ProviderLab {
  func answer(
    _ received: LabRequest, from provider: LabProviderID, _ endpoint: LabEndpoint,
    with handler: @Sendable (LabRequest) async throws -> Response
  ) async throws -> Response {
    state.record(RecordedRequest(received, provider: provider, endpoint: endpoint, time: now))
    do {
      try await applyTransportFault(state.takeTransportFault(at: provider, endpoint))
      return try await handler(received)
    } catch let interruption as LabInterruption {
      return interruption.response
    }
  }

  /// Applies a transport fault. Ignores all other faults.
  ///
  /// - Throws: ``LabInterruption`` with the answer, or `CancellationError` if the client has disconnected.
  func applyTransportFault(_ order: FaultSpecification?) async throws {
    switch order?.fault {
    case .slowAnswer: try await Task.sleep(for: .seconds(order?.seconds ?? 0))
    case .http500:
      throw LabInterruption(
        response: LabReply.text(
          "Something went wrong.", .internalServerError, [("Content-Type", "text/plain; charset=utf-8")]))
    case .brokenJSON:
      throw LabInterruption(
        response: LabReply.text(
          "{\"access_token\":\"", .ok, [("Content-Type", "application/json; charset=utf-8")]))
    case .hugeAnswer:
      throw LabInterruption(
        response: LabReply.text(
          "{\"padding\":\"\(String(repeating: "x", count: 2 << 20))\"}", .ok,
          [("Content-Type", "application/json; charset=utf-8")]))
    case .redirectedAnswer:
      throw LabInterruption(response: LabReply.redirect(to: "\(baseURL)/elsewhere", after: .get))
    default: break
    }
  }
}
