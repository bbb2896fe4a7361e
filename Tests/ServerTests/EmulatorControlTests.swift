import IdentityWire
import TestSupport
import Testing

@Suite("The development server's control", .fewAtOnce)
struct EmulatorControlTests {
  private static let path = "/emulator/v1/projects/example"

  private static func patch(_ server: TestServer, _ path: String, _ body: String) async throws -> TestResponse
  {
    try await server.send("PATCH", path, headers: ["Content-Type": "application/json"], body: body)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("deleting the accounts ends every session and flow and leaves the project") {
      try await deleteAccounts($0)
    },
    Behaviour("the configuration is read and changed part by part") { try await configuration($0) },
    Behaviour("a project that does not exist is not found") { try await unknownProject($0) },
    Behaviour("a tenant that does not exist is not found") { try await unknownTenant($0) },
    Behaviour("the root says that the emulator is ready, and shows people a page") { try await root($0) },
  ]

  @Test("the emulator's control is answered as the emulator answers it")
  func control() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func deleteAccounts(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com")
    let flow = try await WebFlow.appleApp(server, "github.com")
    let link = try #require(try await flow.walk(as: "ada").deepLink?.value("link"))
    let response = try await server.send("DELETE", Self.path + "/accounts")
    #expect(response.status == 200)
    #expect(response.json == [:])
    #expect(try await server.accountCount() == 0)
    #expect(try await server.refresh(session.refreshToken).errorMessage == "INVALID_REFRESH_TOKEN")
    #expect(try await flow.redeem(link).status == 400)
    #expect(try await server.signUp("ada@example.com").localID != session.localID)
  }

  private static func configuration(_ server: TestServer) async throws {
    let path = Self.path + "/config"
    let first = try await server.send("GET", path)
    #expect(
      first.json == [
        "signIn": ["allowDuplicateEmails": false],
        "emailPrivacyConfig": ["enableImprovedEmailPrivacy": false],
      ])
    let duplicates = try await Self.patch(server, path, #"{"signIn":{"allowDuplicateEmails":true}}"#)
    #expect(duplicates.json["signIn"]?["allowDuplicateEmails"] == true)
    let privacy = try await Self.patch(
      server, path, #"{"emailPrivacyConfig":{"enableImprovedEmailPrivacy":true}}"#)
    #expect(privacy.json["signIn"]?["allowDuplicateEmails"] == true)
    #expect(try await server.send("GET", path).json == privacy.json)
    #expect(try await server.project().signIn.emailEnumerationProtection)
    let wrong = try await server.call(
      "accounts:signInWithPassword", ["email": "x@example.com", "password": "x"])
    #expect(wrong.errorMessage == "INVALID_LOGIN_CREDENTIALS")
    for body in ["[]", #"{"signIn":1}"#, #"{"signIn":{"allowDuplicateEmails":"perhaps"}}"#] {
      #expect(try await Self.patch(server, path, body).status == 400, "\(body)")
    }
  }

  @Test("the clock is read, moved forward and set back")
  func clock() async throws {
    try await TestServer.run { server in
      let path = "/emulator/v1/clock"
      func now(_ response: TestResponse) throws -> Int64 {
        try #require(response.json["now"]?.stringValue.flatMap { Int64($0) })
      }
      let start = try now(try await server.send("GET", path))
      let session = try await server.signUpAnonymously()
      let moved = try now(try await Self.patch(server, path, #"{"advanceSeconds":7200}"#))
      #expect(moved >= start + 7_200_000)
      #expect(
        try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]).errorMessage
          == "TOKEN_EXPIRED")
      for body in [
        "{}", #"{"advanceSeconds":-1}"#, #"{"advanceSeconds":99999999999}"#, #"{"advanceSeconds":"x"}"#,
      ] {
        #expect(try await Self.patch(server, path, body).status == 400, "\(body)")
      }
      let reset = try now(try await server.send("DELETE", path))
      #expect(reset < start + 3_600_000)
      #expect(try await server.lookUp(session.idToken)["localId"] == .string(session.localID))
    }
  }

  private static func unknownProject(_ server: TestServer) async throws {
    for project in ["nobody", "NOT-AN-ID", "%20"] {
      for (method, path) in [("DELETE", "accounts"), ("GET", "config")] {
        let response = try await server.send(method, "/emulator/v1/projects/\(project)/\(path)")
        #expect(response.status == 404, "\(project) \(path)")
      }
    }
  }

  private static func unknownTenant(_ server: TestServer) async throws {
    for tenant in ["nobody", "NOT%20AN%20ID"] {
      for (method, path) in [("DELETE", "accounts"), ("GET", "oobCodes"), ("GET", "verificationCodes")] {
        let response = try await server.send(method, "\(Self.path)/tenants/\(tenant)/\(path)")
        #expect(response.status == 404, "\(tenant) \(path)")
        #expect(response.errorMessage == "TENANT_NOT_FOUND")
      }
    }
  }

  private static func root(_ server: TestServer) async throws {
    #expect(try await server.send("GET", "/").json["authEmulator"]?["ready"] == true)
    let page = try await server.send("GET", "/", headers: ["Accept": "text/html"])
    #expect(page.headers.first(name: "content-type") == "text/html; charset=utf-8")
    #expect(page.text.contains("example"))
    for path in ["/healthz", "/readyz"] { #expect(try await server.send("GET", path).status == 200) }
  }
}
