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

  @Test("passwords are let in again where links alone were, as soon as e-mail is named")
  func passwordsOn() async throws {
    try await TestServer.run { server in
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
  }

  @Test("whether a password is required can be said, and is kept, while e-mail is off")
  func passwordRequiredWhileOff() async throws {
    try await TestServer.run { server in
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
  }

  @Test("a mask without a path changes nothing, and is told from no mask")
  func noPath() async throws {
    try await TestServer.run { server in
      try await eachCase(of: [",,,", ",", "%20"]) { mask in
        let before = try await server.configure("GET", "config").json
        let answer = try await Self.patch(server, mask, [:])
        #expect(
          answer.status == 400 && answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
        #expect(try await server.configure("GET", "config").json == before)
      }
    }
  }

  @Test("a function whose member is null is taken away")
  func nullMember() async throws {
    try await TestServer.run { server in
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
  }

  @Test("an empty targetProjectId names no project")
  func emptyTarget() async throws {
    try await TestServer.run { server in
      let user = try await server.call("accounts:signUp", ["targetProjectId": ""])
      #expect(user.status == 200, "\(user.text)")
      let owner = try await server.send(
        "POST", "/v1/accounts:lookup",
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
        body: #"{"targetProjectId":"","localId":["\#(try TestSession(user).localID)"]}"#)
      #expect(owner.json["users"]?.arrayValue?.count == 1, "\(owner.text)")
    }
  }
}
