import Foundation
import IdentityWire
import TestSupport
import Testing

/// Text whose cost grows faster than its length, up to a mebibyte, where people sign in with providers: what a client
/// that redeems codes itself asks, what a provider answers, and the pages of the handler.
@Suite("T38: costly text of sign-ins with providers", .fewAtOnce, .serialized)
struct T38CostlySignInTests {
  private static let kinds: [CostlyText] = [.marks, .shortRuns]
  private static let json = ("Content-Type", "application/json")
  /// Bytes of which sixteen times as much is a mebibyte with what stands around it. Text in short runs is looked at, not
  /// refused: a mebibyte of it takes long.
  private static func large(_ kind: CostlyText) -> Int { kind == .marks ? 65_000 : 2_000 }

  // Fails when JSONParser takes text that is not stream-safe.
  @Test("flows whose code the client redeems", arguments: kinds)
  func clientFlows(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    let usual: [String: JSONValue] = [
      "providerId": "google.com", "continueUri": "http://localhost/", "authFlowType": "CODE_FLOW",
      "sessionId": "session", "oauthScope": "email", "hostedDomain": "example.com",
      "customParameter": ["nonce": "nonce", "prompt": "login"],
    ]
    func expectLinear(_ what: String, _ message: @escaping (JSONValue) -> [String: JSONValue]) async throws {
      try await server.expectLinear("\(kind) as \(what)", from: Self.large(kind), status: 200...501) {
        length in
        let changed = usual.merging(message(.string(kind.text(bytes: length)))) { $1 }
        return (
          "POST", "/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=key", [Self.json],
          JSONWriter.text(.object(changed))
        )
      }
    }
    for name in usual.keys.sorted() where name != "customParameter" {
      try await expectLinear(name) { text in [name: text] }
    }
    try await expectLinear("nonce") { text in ["customParameter": ["nonce": text]] }
    try await expectLinear("parameter") { text in ["customParameter": ["prompt": text]] }
    try await expectLinear("name of a parameter") { text in
      ["customParameter": .object([text.stringValue ?? "": "x"])]
    }
  }

  // Fails when FormURLEncoded keeps such pairs.
  @Test("the handler's page for answers in the fragment, and what it posts", arguments: kinds)
  func fragment(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    for length in [1_600, 8_000, 65_000] {
      try await server.expectLinear("\(kind) for the page", from: length, status: 0...499) { length in
        let text = FormURLEncoded.encode(kind.text(bytes: length / 2))
        return ("GET", "/__/auth/handler?x=\(text)&\(text)=1", [], "")
      }
    }
    let names = [
      "state", "code", "id_token", "access_token", "error", "user", "scope", "iss", "oauth_token",
      "oauth_verifier", "denied", "x",
    ]
    for rest in ["", "state=unknown&", "error=access_denied&"] {
      for name in names where !rest.hasPrefix(name + "=") {
        // No form is longer than 64 KiB.
        for length in [4_000, 65_000] {
          try await server.expectLinear(
            "\(kind) as \(name) after \(rest)", from: length, status: 0...499
          ) { length in
            (
              "POST", "/__/auth/handler", [("Content-Type", "application/x-www-form-urlencoded")],
              "\(rest)\(name)=\(kind.text(bytes: length))"
            )
          }
        }
      }
    }
  }

  // Fails when FormURLEncoded keeps such pairs and addresses may be of any length (both together: within 80 KiB such text
  // costs little).
  @Test("the handler's page of a refusal", arguments: kinds)
  func refusal(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    let usual: [(name: String, value: String)] = [
      ("apiKey", "key"), ("authType", "signInViaPopup"), ("providerId", "google.com"), ("appName", "app"),
      ("eventId", "event"), ("redirectUrl", "https://elsewhere.example/"), ("tid", ""), ("hl", "en"),
    ]
    let page = try await server.send("GET", "/__/auth/handler?\(FormURLEncoded(usual).text)")
    #expect(page.status == 400 && page.body.contains("auth/unauthorized-domain"), "\(page.body)")
    for (name, _) in usual {
      for length in [1_600, 8_000, 65_000] {
        try await server.expectLinear("\(kind) as \(name)", from: length, status: 0...499) { length in
          let text = kind.text(bytes: length)
          let changed = usual.map { (name: $0.name, value: $0.name == name ? text : $0.value) }
          return ("GET", "/__/auth/handler?\(FormURLEncoded(changed).text)", [], "")
        }
      }
    }
  }

  // Fails when UserInfo answers of any length are read, and JSONParser takes text that is not stream-safe (both
  // together: within 16 KiB such text costs little).
  @Test("what a provider's UserInfo answers", arguments: kinds)
  func userInfo(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    try await StubOpenIDProvider.run { provider in
      try await Self.configure(server, "oidc.stub", provider.openIDConfig)
      #expect(
        try await Self.signIn(server, provider, #"{"sub":"user-1","name":"Ann"}"#).body.contains("Ann"))
      for length in [900, Self.large(kind)] {
        for answer in [
          #"{"sub":"user-1","name":"%"}"#, #"{"sub":"user-1","%":1}"#, #"{"sub":"%"}"#, #"{"error":"%"}"#,
        ] {
          try await server.expectLinear("\(kind) in \(answer)", from: length) { length in
            try await Self.signIn(
              server, provider, answer.replacing("%", with: kind.jsonText(bytes: length))
            ).time
          }
        }
      }
    }
  }

  // Fails when JSONParser takes text that is not stream-safe, where an answer of the token endpoint or a profile that a path
  // leads through is read.
  @Test("what a provider of OAuth 2.0 answers at its token endpoint, and as a profile", arguments: kinds)
  func oauthAnswers(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    try await StubOpenIDProvider.run { provider in
      try await Self.configure(server, "oauth.stub", provider.oauthConfig)
      func signIn(_ userInfo: String, tokens: String? = nil) async throws -> (body: String, time: Double) {
        try await Self.signIn(server, provider, userInfo, tokens: tokens, "oauth.stub")
      }
      #expect(try await signIn(#"{"sub":"user-1","name":"Ann"}"#).body.contains("Ann"))
      for length in [900, Self.large(kind)] {
        for answer in [
          #"{"sub":"user-1","name":"%"}"#, #"{"sub":"user-1","%":1}"#, #"{"sub":"%"}"#, #"{"error":"%"}"#,
          "%",
        ] {
          try await server.expectLinear("\(kind) in the profile \(answer)", from: length) { length in
            try await signIn(answer.replacing("%", with: kind.jsonText(bytes: length))).time
          }
        }
        for answer in [
          #"{"access_token":"%"}"#, #"{"access_token":"token","refresh_token":"%"}"#,
          #"{"access_token":"token","token_type":"%"}"#, #"{"access_token":"token","%":1}"#,
          #"{"error":"%","error_description":"%"}"#,
          #"{"access_token":"token","scope":"%","expires_in":"%"}"#, "%",
        ] {
          try await server.expectLinear("\(kind) in the tokens \(answer)", from: length / 2) { length in
            let text = kind.jsonText(bytes: length)
            return try await signIn(#"{"sub":"user-1"}"#, tokens: answer.replacing("%", with: text)).time
          }
        }
      }
    }
  }

  // Fails when a text of the settings is parsed or compared before it was found cheap and short.
  @Test("settings of providers of OAuth 2.0, and the tenant that an app chooses", arguments: kinds)
  func settings(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    func expectLinear(
      _ what: String, in member: String = "oauth2Config", _ config: @escaping (JSONValue) -> JSONValue
    ) async throws {
      try await server.expectLinear("\(kind) as \(what)", from: Self.large(kind), status: 400...499) {
        length in
        (
          "POST",
          "/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs?oauthIdpConfigId=oauth.x",
          [Self.json, ("Authorization", "Bearer owner")],
          JSONWriter.text(.object([member: config(.string(kind.text(bytes: length)))]))
        )
      }
    }
    try await expectLinear("revokeOnDeletion", in: "revokeOnDeletion") { $0 }
    for name in [
      "authorizationEndpoint", "tokenEndpoint", "userInfoEndpoint", "userEmailsEndpoint",
      "revocationEndpoint",
      "scopeSeparator", "profileRequest",
    ] {
      try await expectLinear(name) { text in .object([name: text]) }
    }
    try await expectLinear("scopes") { text in ["scopes": [text]] }
    for name in ["userId", "email", "emailVerified", "displayName", "tokenUserId"] {
      try await expectLinear(name) { text in ["profile": .object([name: text])] }
    }
    try await server.expectLinear("\(kind) as tenant", from: Self.large(kind), status: 400...499) { length in
      let message: JSONValue = [
        "providerId": "microsoft.com", "continueUri": "http://localhost/",
        "customParameter": ["tenant": .string(kind.text(bytes: length))],
      ]
      return (
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:createAuthUri?key=key", [Self.json],
        JSONWriter.text(message)
      )
    }
  }

  private static func configure(_ server: MeasuredServer, _ id: String, _ config: JSONValue) async throws {
    let made = try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v2/projects/example/oauthIdpConfigs?oauthIdpConfigId=\(id)",
      headers: [json, ("Authorization", "Bearer owner")], body: JSONWriter.text(config))
    #expect(made.status == 200, "\(made.body)")
  }

  /// Signs in with a provider, from its answer on.
  private static func signIn(
    _ server: MeasuredServer, _ provider: StubOpenIDProvider, _ userInfo: String, tokens: String? = nil,
    _ providerID: String = "oidc.stub"
  ) async throws -> (body: String, time: Double) {
    func call(_ operation: String, _ message: JSONValue) async throws -> String {
      let answer = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/accounts:\(operation)?key=key", headers: [json],
        body: JSONWriter.text(message))
      #expect((200...499).contains(answer.status), "\(answer.body.prefix(utf8Bytes: 300))")
      return answer.body.split(separator: "\r\n\r\n", maxSplits: 1).last.map(String.init) ?? ""
    }
    let begun = try JSONParser().parse(
      try await call(
        "createAuthUri",
        ["providerId": .string(providerID), "continueUri": "http://localhost/", "sessionId": "session"]))
    let flow = AuthUriFlow(
      providerID: providerID, authURI: try #require(begun["authUri"]?.stringValue), sessionID: "session")
    provider.expect(nonce: flow["nonce"] ?? "", userInfo: userInfo, tokens: tokens)
    let callback = "http://localhost/?code=x&state=\(try #require(flow["state"]))"
    let before = server.processorTime
    let body = try await call(
      "signInWithIdp", ["requestUri": .string(callback), "sessionId": "session", "returnSecureToken": true])
    return (body, server.processorTime - before)
  }
}
