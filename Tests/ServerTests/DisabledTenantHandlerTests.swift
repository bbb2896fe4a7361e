import IdentityWire
import TestSupport
import Testing

@Suite("The web flow in a tenant that is switched off", .fewAtOnce)
struct DisabledTenantHandlerTests {
  /// A tenant with GitHub as the lab has it.
  private static func tenant(_ server: TestServer) async throws -> String {
    let tenant = try await server.makeTenant()
    let known = try await server.configure("GET", "defaultSupportedIdpConfigs/github.com").json
    let made = try await server.configure(
      "POST", "tenants/\(tenant)/defaultSupportedIdpConfigs?idpId=github.com", known)
    #expect(made.status == 200, "\(made.text)")
    return tenant
  }

  private static func switchOff(_ tenant: String, at server: TestServer) async throws {
    _ = try await server.configure("PATCH", "tenants/\(tenant)?updateMask=disableAuth", ["disableAuth": true])
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("nothing begins, and the app learns why") { try await start($0) },
    Behaviour("what began before does not end in a sign-in") { try await finish($0) },
  ]

  @Test("a tenant that is switched off begins and ends no flow")
  func flows() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func start(_ server: TestServer) async throws {
    let tenant = try await Self.tenant(server)
    let page = WebFlow.page(server, "github.com", [("tid", tenant)])
    #expect(try await page.start().pageData["step"] == "start")
    try await Self.switchOff(tenant, at: server)
    let refused = try await page.start()
    #expect(refused.pageData["step"] == "fail", "\(refused.text)")
    #expect(refused.pageData["error"]?["code"] == "auth/project-disabled")
    #expect(refused.pageData["authUri"] == nil)
    let app = try await WebFlow.appleApp(server, "github.com", [("tid", tenant)]).start()
    #expect(app.deepLink?.firebaseError?["code"] == "auth/project-disabled")
    #expect(try await WebFlow.page(server, "github.com").start().pageData["step"] == "start")
  }

  private static func finish(_ server: TestServer) async throws {
    let tenant = try await Self.tenant(server)
    let flow = try await server.beginFlow("github.com", ["tenantId": .string(tenant)])
    try await Self.switchOff(tenant, at: server)
    let begun = try await server.call(
      "accounts:createAuthUri",
      [
        "providerId": "github.com", "tenantId": .string(tenant),
        "continueUri": .string(server.origin + "/__/auth/handler"),
      ])
    #expect(begun.errorMessage == "PROJECT_DISABLED")
    let callback = "\(server.origin)/__/auth/handler?state=\(flow["state"] ?? "")&code=c"
    for more in [["tenantId": .string(tenant)], [:]] as [[String: JSONValue]] {
      let answer = try await server.finishFlow(flow, at: callback, more)
      #expect(answer.status == 400 && answer.json["idToken"] == nil, "\(answer.text)")
    }
  }
}
