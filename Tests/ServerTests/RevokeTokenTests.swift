import Identity
import IdentityWire
import TestSupport
import Testing

@testable import ProviderLab

@Suite("accounts:revokeToken", .fewAtOnce)
struct RevokeTokenTests {
  private static func revoke(
    _ server: TestServer, _ idToken: String?, _ message: [String: JSONValue], bundleID: String? = nil
  ) async throws -> TestResponse {
    var message = message
    message["idToken"] = idToken.map { .string($0) }
    var headers = ["Content-Type": "application/json"]
    headers["X-Ios-Bundle-Identifier"] = bundleID
    return try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=key", headers: headers,
      body: JSONWriter.text(.object(message)))
  }

  private static func nativeCode(_ server: TestServer) async throws -> String {
    let answer = try await server.controlLab("POST", "token/apple.com", ["kind": "code"])
    return try #require(answer["code"]?.stringValue)
  }

  private static func revokedClients(_ server: TestServer) async throws -> [String] {
    let all = try await server.controlLab("GET", "requests?provider=apple.com&endpoint=revoke")
    return all["requests"]?.arrayValue?.compactMap { $0["form"]?["client_id"]?.stringValue } ?? []
  }

  @Test("a native app's code is exchanged and what it gave is revoked, as the app's bundle id")
  func nativeCode() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      try await eachCase(of: [ProviderLab.clients.apple.bundleID, "com.example.unknown", nil] as [String?]) {
        bundleID in
        let before = try await Self.revokedClients(server)
        let code = JSONValue.string(try await Self.nativeCode(server))
        let message: [String: JSONValue] = ["providerId": "apple.com", "tokenType": "3", "token": code]
        let response = try await Self.revoke(server, user.idToken, message, bundleID: bundleID)
        #expect(response.status == 200 && response.json == [:], "\(response.text)")
        #expect(try await Self.revokedClients(server) == before + [ProviderLab.clients.apple.bundleID])
        let again = try await Self.revoke(server, user.idToken, message)
        #expect(again.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
        #expect(
          try await server.lookUp(user.idToken)["localId"] == .string(user.localID), "nothing else happens")
      }
    }
  }

  @Test("a code of the web flow needs the address that it came to, and is revoked as the services id")
  func webCode() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      for (uri, status) in [
        (nil, 400), ("http://localhost/other", 400), (server.origin + "/__/auth/handler", 200),
      ] {
        let callback = try await server.authorize(try await server.beginFlow("apple.com"))
        let code = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))["code"] ?? ""
        var message: [String: JSONValue] = [
          "providerId": "apple.com", "tokenType": "CODE", "token": .string(code),
        ]
        message["redirectUri"] = uri.map { .string($0) }
        let response = try await Self.revoke(server, user.idToken, message)
        #expect(response.status == status, "\(uri ?? "none"): \(response.text)")
      }
      #expect(try await Self.revokedClients(server) == [ProviderLab.clients.apple.servicesID])
    }
  }

  @Test("an access token is gone at the provider afterwards")
  func accessToken() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let answer = try await server.controlLab("POST", "token/apple.com", ["kind": "access"])
      let token = try #require(answer["accessToken"]?.stringValue)
      #expect(server.lab.state.token(token) != nil)
      let response = try await Self.revoke(
        server, user.idToken,
        ["providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": .string(token)])
      #expect(response.status == 200, "\(response.text)")
      #expect(server.lab.state.token(token) == nil)
    }
  }

  @Test("nothing is asked of Apple for a request that is not in order")
  func refusals() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      let good: [String: JSONValue] = [
        "providerId": "apple.com", "tokenType": "CODE",
        "token": .string(try await Self.nativeCode(server)),
      ]
      func message(_ changes: [String: JSONValue], idToken: String?) async throws -> String? {
        try await Self.revoke(server, idToken, good.merging(changes) { $1 }).errorMessage
      }
      #expect(try await message([:], idToken: nil) == "MISSING_ID_TOKEN")
      #expect(try await message([:], idToken: "x") == "INVALID_ID_TOKEN")
      let wrong: [(JSONValue, JSONValue, String)] = [
        ("providerId", .null, "MISSING_PROVIDER_ID"), ("providerId", "google.com", "INVALID_PROVIDER_ID"),
        ("token", "", "MISSING_TOKEN"), ("tokenType", .null, "INVALID_TOKEN_TYPE"),
        ("tokenType", "0", "INVALID_TOKEN_TYPE"), ("redirectUri", "javascript:1", "INVALID_REDIRECT_URI"),
      ]
      for (name, value, code) in wrong {
        let change = [name.stringValue ?? "": value]
        #expect(try await message(change, idToken: user.idToken)?.hasPrefix(code) == true, "\(name) \(value)")
      }
      try await server.changeProvider("apple.com") { $0.enabled = false }
      #expect(try await message([:], idToken: user.idToken)?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
      try await server.changeProvider("apple.com") {
        $0.enabled = true
        $0.apple = nil
      }
      #expect(try await message([:], idToken: user.idToken)?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
      #expect(try await server.requestCount("apple.com", endpoint: "revoke") == 0)
      #expect(try await server.requestCount("apple.com", endpoint: "token") == 0)
    }
  }

  @Test("what Apple refuses is told, without the token")
  func failures() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      for fault in ["http-500", "broken-json"] {
        try await server.setFault(fault, at: "apple.com", endpoint: "revoke")
        let response = try await Self.revoke(
          server, user.idToken,
          ["providerId": "apple.com", "tokenType": "REFRESH_TOKEN", "token": "a-refresh-token"])
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault)")
        #expect(!response.text.contains("a-refresh-token"))
        try await server.clearFaults(at: "apple.com")
      }
    }
  }
}
