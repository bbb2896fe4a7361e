import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("What the mask of a configuration names", .fewAtOnce)
struct ConfigMaskTests {
  private static func patch(_ server: TestServer, _ mask: String, _ change: JSONValue) async throws
    -> TestResponse
  {
    try await server.configure("PATCH", "config?updateMask=\(mask)", change)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("passwords are let in again where links alone were, as soon as e-mail is named") {
      try await passwordsOn($0)
    },
    Behaviour("whether a password is required can be said, and is kept, while e-mail is off") {
      try await passwordRequiredWhileOff($0)
    },
    Behaviour("a mask without a path changes nothing, and is told from no mask") { try await noPath($0) },
    Behaviour("a function whose member is null is taken away") { try await nullMember($0) },
    Behaviour("an empty targetProjectId names no project") { try await emptyTarget($0) },
  ]

  @Test("a mask changes what it names, and nothing else")
  func masks() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func passwordsOn(_ server: TestServer) async throws {
    let initial = try await server.project().signIn
    try await eachCase(
      of: ["signIn", "signIn.email", "signIn.email.enabled", "signIn.email.passwordRequired"]
    ) { mask in
      try await server.changeProject { project in
        project.signIn = initial
        project.signIn.passwordEnabled = false
      }
      let change: JSONValue = ["signIn": ["email": ["enabled": true, "passwordRequired": false]]]
      let answer = try await Self.patch(server, mask, change)
      #expect(answer.status == 200)
      expectContains(answer.json, change, mask)
      let signUp = try await server.call(
        "accounts:signUp", ["email": .string("\(mask)@example.com"), "password": "correct horse"])
      #expect(signUp.status == 200, "\(signUp.text)")
      #expect(try await server.project().signIn.emailLinkEnabled)
    }
  }

  private static func passwordRequiredWhileOff(_ server: TestServer) async throws {
    func email(_ mask: String, _ change: JSONValue) async throws -> JSONValue? {
      let answer = try await Self.patch(server, mask, ["signIn": ["email": change]])
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try await server.configure("GET", "config").json["signIn"] == answer.json["signIn"])
      return answer.json["signIn"]?["email"]
    }
    #expect(
      try await email("signIn.email.enabled", ["enabled": false])
        == ["enabled": false, "passwordRequired": false])
    #expect(
      try await email("signIn.email.passwordRequired", ["passwordRequired": true])
        == ["enabled": false, "passwordRequired": true])
    #expect(
      try await email("signIn.email.passwordRequired", ["passwordRequired": false])
        == ["enabled": false, "passwordRequired": false])
    let off = try await server.project().signIn
    #expect(!off.passwordEnabled && !off.emailLinkEnabled)
    #expect(
      try await email("signIn.email.enabled", ["enabled": true])
        == ["enabled": true, "passwordRequired": false])
    let on = try await server.project().signIn
    #expect(on.passwordEnabled && on.emailLinkEnabled)
    #expect(
      try await email("signIn.email", ["enabled": true, "passwordRequired": true])
        == ["enabled": true, "passwordRequired": true])
  }

  private static func noPath(_ server: TestServer) async throws {
    try await eachCase(of: [",,,", ",", "%20"]) { mask in
      let before = try await server.configure("GET", "config").json
      let answer = try await Self.patch(server, mask, [:])
      #expect(
        answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
      #expect(try await server.configure("GET", "config").json == before)
    }
  }

  private static func nullMember(_ server: TestServer) async throws {
    _ = try await Self.patch(
      server, "blockingFunctions",
      [
        "blockingFunctions": [
          "triggers": [
            "beforeCreate": ["functionUri": "https://example.com/a"],
            "beforeSignIn": ["functionUri": "https://example.com/b"],
          ]
        ]
      ])
    let answer = try await Self.patch(
      server, "blockingFunctions.triggers.beforeCreate",
      ["blockingFunctions": ["triggers": ["beforeCreate": .null]]])
    #expect(answer.status == 200, "\(answer.text)")
    let triggers = answer.json["blockingFunctions"]?["triggers"]
    #expect(triggers?["beforeCreate"] == nil && triggers?["beforeSignIn"] != nil)
    let list = try await Self.patch(
      server, "passwordPolicyConfig", ["passwordPolicyConfig": ["passwordPolicyVersions": [.null]]])
    #expect(
      list.errorMessage
        == "Invalid JSON payload received. /passwordPolicyConfig/passwordPolicyVersions/0 must not be null")
  }

  private static func emptyTarget(_ server: TestServer) async throws {
    let user = try await server.call("accounts:signUp", ["targetProjectId": ""])
    #expect(user.status == 200, "\(user.text)")
    let owner = try await server.send(
      "POST", "/v1/accounts:lookup",
      headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
      body: #"{"targetProjectId":"","localId":["\#(try TestSession(user).localID)"]}"#)
    #expect(owner.json["users"]?.arrayValue?.count == 1, "\(owner.text)")
  }
}
