import Foundation
import Identity
import IdentityWire
import Operations

/// An administrator who tries providers out.
public struct TrialTester: Sendable {
  public let server: TestServer
  public var name = "ann"
  public var session = "a session of an administrator"
  public var tenant: Tenant?

  public init(_ server: TestServer, name: String = "ann", session: String = "a session of an administrator") {
    self.server = server
    self.name = name
    self.session = session
  }

  /// Of the project as it is now.
  public func caller() async throws -> Caller {
    guard let project = try await server.service.projects.project(TestServer.project) else {
      throw TestFailure("no project")
    }
    var caller = Caller(project: project, tenant: tenant, authority: .administrator)
    caller.administratorName = name
    return caller
  }

  public func begin(_ providerID: String) async throws -> AuthUriFlow {
    let start = ProviderTestParameters(
      providerID: providerID, redirectURI: server.origin + "/__/auth/handler", session: session,
      page: "/console/test")
    let address = try await server.service.beginProviderTest(start, try await caller())
    return AuthUriFlow(providerID: providerID, authURI: address, sessionID: session)
  }

  /// Carries the provider's answer to the handler.
  ///
  /// - Returns: the address of the administrator's page.
  public func comeBack(_ callback: String) async throws -> URLComponents {
    let response = try await server.bring(callback)
    guard let address = response.pageData["returnURL"]?.stringValue,
      let components = URLComponents(string: address)
    else { throw TestFailure("the handler led nowhere: \(response.status) \(response.text)") }
    return components
  }

  public func answer(_ callback: String) async throws -> String {
    let page = try await comeBack(callback)
    guard let answer = page.queryItems?.last(where: { $0.name == "answer" })?.value else {
      throw TestFailure("no answer in \(page)")
    }
    return answer
  }

  public func finish(_ answer: String) async throws -> ProviderTestResult {
    let caller = try await caller()
    let result = try await server.service.finishProviderTest(answer, session: session, caller)
    return try await server.service.trial(result, caller)
  }

  /// The whole of it, as somebody at the lab.
  public func run(_ providerID: String, _ options: [String: String] = [:]) async throws -> ProviderTestResult
  {
    let flow = try await begin(providerID)
    return try await finish(try await answer(try await server.authorize(flow, options)))
  }
}
