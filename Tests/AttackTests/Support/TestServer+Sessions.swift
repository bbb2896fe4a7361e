import Identity
import IdentityWire
import TestSupport

extension TestServer {
  /// A server with a fixed clock, whose project keeps its sessions by this policy.
  static func run(
    sessions policy: SessionPolicy, on deployment: Deployment = .one,
    _ body: @Sendable @escaping (TestServer) async throws -> Void
  ) async throws {
    var options = Options()
    options.deployment = deployment
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await run(options) { server in
      try await server.changeProject { $0.sessions = policy }
      try await body(server)
    }
  }

  /// The refresh token of an answer to a refresh that succeeded.
  func refreshed(_ refreshToken: String) async throws -> String {
    let response = try await refresh(refreshToken)
    guard response.status == 200, let next = response.json["refresh_token"]?.stringValue else {
      throw TestFailure("no refresh: \(response.status) \(response.text)")
    }
    return next
  }
}

extension SessionPolicy {
  static var rotating: SessionPolicy {
    var policy = SessionPolicy()
    policy.refreshTokens = .rotating
    return policy
  }
}
