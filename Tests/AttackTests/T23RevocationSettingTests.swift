import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T23: the setting that revokes access at deletions", .fewAtOnce)
struct T23RevocationSettingTests {
  private static let settings: [(path: String, mask: String, change: JSONValue)] = [
    ("defaultSupportedIdpConfigs/github.com", "revokeOnDeletion", ["revokeOnDeletion": true]),
    ("oauthIdpConfigs/oidc.lab", "revokeOnDeletion", ["revokeOnDeletion": true]),
    (
      "oauthIdpConfigs/oauth.lab", "revokeOnDeletion,oauth2Config.revocationEndpoint",
      [
        "revokeOnDeletion": true, "oauth2Config": ["revocationEndpoint": "https://evil.example.com/revoke"],
      ]
    ),
  ]

  private static func send(
    _ method: String, _ path: String, _ message: JSONValue?, bearer: String?, _ server: TestServer
  ) async throws -> TestResponse {
    var headers = ["Content-Type": "application/json"]
    if let bearer { headers["Authorization"] = "Bearer \(bearer)" }
    return try await server.send(
      method, "/identitytoolkit.googleapis.com/v2/projects/example/\(path)", headers: headers,
      body: message.map { JSONWriter.text($0) })
  }

  // Fails when a route of these configurations asks for no administrator, or for one of any project.
  @Test("an API key, a user's token and another project's administrator neither set nor read it")
  func strangers() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("eve@example.com", "a password")
      let other = try #require(ProjectID(rawValue: "other-project"))
      _ = try await server.backend.administration.create(other)
      let stranger = try await server.accessToken(of: try await server.addServiceAccount(in: other))
      let before = try await server.project().providers
      for bearer in [nil, user.idToken, user.refreshToken, "key", "", stranger] {
        for setting in Self.settings {
          let masked = "\(setting.path)?key=key&updateMask=\(setting.mask)"
          for (method, path, message) in [
            ("PATCH", masked, setting.change), ("PATCH", "\(setting.path)?key=key", setting.change),
            ("GET", "\(setting.path)?key=key", nil), ("DELETE", "\(setting.path)?key=key", nil),
          ] as [(String, String, JSONValue?)] {
            let answer = try await Self.send(method, path, message, bearer: bearer, server)
            expectRefused(answer, nil, "\(method) \(path)")
            for word in ["revokeOnDeletion", "revocationEndpoint", "lab/oauth/revoke"] {
              #expect(!answer.text.contains(word), "\(method) \(path)")
            }
          }
        }
      }
      #expect(try await server.project().providers == before)
      let administrator = try await server.accessToken(of: try await server.addServiceAccount())
      for setting in Self.settings.prefix(2) {
        let answer = try await Self.send(
          "PATCH", "\(setting.path)?updateMask=\(setting.mask)", setting.change, bearer: administrator, server
        )
        #expect(answer.json["revokeOnDeletion"] == true, "\(answer.text)")
      }
    }
  }

  // Fails when a user's update takes over members that it does not know, or a lookup gives the whole link out.
  @Test("a user neither turns it on for themselves nor sees what is kept")
  func members() async throws {
    try await TestServer.run { server in
      let (user, _) = try await server.signInToRevoke("github.com")
      try await eachCase(of: ["update", "lookup"]) { operation in
        let before = try await server.account(user.localID)?.links
        let answer = try await server.call(
          "accounts:\(operation)",
          [
            "idToken": .string(user.idToken), "revokeOnDeletion": false, "sealedGrant": "AAAA",
            "providerUserInfo": [["providerId": "github.com", "rawId": "1", "sealedGrant": "AAAA"]],
          ])
        #expect((200..<500).contains(answer.status), "\(answer.text)")
        for word in ["Grant", "revoke"] { #expect(!answer.text.contains(word), "\(answer.text)") }
        #expect(try await server.account(user.localID)?.links == before)
        #expect(try await server.project().provider("github.com")?.revokesOnDeletion == true)
      }
    }
  }
}
