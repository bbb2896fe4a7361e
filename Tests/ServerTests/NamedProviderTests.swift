import Foundation
import Identity
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("Signing in with Microsoft, Yahoo, LinkedIn, LINE and Google Play Games", .fewAtOnce)
struct NamedProviderTests {
  typealias Parameters = [(name: String, value: String)]

  /// One credential of each kind that an app can bring.
  enum Credential: String, CaseIterable, Sendable {
    case line, microsoft, playGames, yahoo

    var providerID: String {
      switch self {
      case .line: "oidc.line"
      case .microsoft: "microsoft.com"
      case .playGames: "playgames.google.com"
      case .yahoo: "yahoo.com"
      }
    }

    func parameters(_ server: TestServer, _ person: String = "ada") async throws -> Parameters {
      let nonce = UUID().uuidString
      var options: [String: JSONValue] = ["person": .string(person)]
      if self != .playGames { options["rawNonce"] = .string(nonce) }
      let credential = try await server.labToken(providerID, .object(options))
      return self == .playGames
        ? [("code", credential), ("providerId", providerID)]
        : [("providerId", providerID), ("id_token", credential), ("nonce", nonce)]
    }
  }

  static let flows = ["linkedin.com", "microsoft.com", "oidc.line", "yahoo.com"]

  private static func signIn(_ server: TestServer) async throws {
    try await eachCase(of: Credential.allCases) { credential in
      let parameters = try await credential.parameters(server)
      let first = try await server.signInWithIdp(parameters, ["returnIdpCredential": true])
      #expect(first.status == 200, "\(first.text)")
      #expect(first.json["providerId"] == .string(credential.providerID))
      #expect(first.json["isNewUser"] == true && first.json["displayName"] == "Ada Lovelace")
      #expect(
        first.json["email"] == (credential == .playGames ? nil : "ada@example.com"), "\(first.text)")
      // Microsoft alone vouches for an address in an organisation's domain.
      #expect(first.json["emailVerified"] == true || credential != .microsoft)
      #expect(first.json["pendingToken"]?.stringValue?.isEmpty == false)
      #expect(first.json["oauthRefreshToken"] == nil && first.json["oauthAuthorizationCode"] == nil)
      let session = try TestSession(first)
      #expect(session.claims["firebase"]?["sign_in_provider"] == .string(credential.providerID))
      let rawID = try #require(try await server.account(session.localID)?.links.first?.rawID)
      #expect(
        session.claims["firebase"]?["identities"]?[credential.providerID]?.arrayValue == [.string(rawID)])
      #expect(first.json["federatedId"] == .string(rawID))
      let again = try await server.signInWithIdp(try await credential.parameters(server))
      #expect(again.json["localId"] == first.json["localId"] && again.json["isNewUser"] != true)
      let other = try await server.signInWithIdp(try await credential.parameters(server, "katherine"))
      #expect(other.status == 200 && other.json["localId"] != first.json["localId"], "\(other.text)")
      // T10: once.
      let replayed = try await server.signInWithIdp(parameters)
      #expect(replayed.status == 400, "\(replayed.text)")
      #expect(try await server.accountCount() == 2)
      for made in [first, other] {
        _ = try await server.administer("accounts:delete", ["localId": made.json["localId"] ?? .null])
      }
    }
  }

  private static func linking(_ server: TestServer) async throws {
    try await eachCase(of: Credential.allCases) { credential in
      let user = try await server.signUp("owner@example.org")
      let linked = try await server.signInWithIdp(
        try await credential.parameters(server, "katherine"), ["idToken": .string(user.idToken)])
      #expect(linked.json["localId"] == .string(user.localID), "\(linked.text)")
      let confirmed = try await server.signInWithIdp(
        try await credential.parameters(server, "katherine"), ["autoCreate": false])
      #expect(confirmed.json["localId"] == .string(user.localID), "\(confirmed.text)")
      let stranger = try await server.signInWithIdp(
        try await credential.parameters(server, "hedy"), ["autoCreate": false])
      #expect(stranger.errorMessage == "USER_NOT_FOUND")

      let other = try await server.signUp("other@example.org")
      let taken = try await server.signInWithIdp(
        try await credential.parameters(server, "katherine"),
        ["idToken": .string(other.idToken), "returnIdpCredential": true])
      #expect(taken.json["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(taken.text)")
      let pending = try #require(taken.json["pendingToken"]?.stringValue)
      let byPending = try await server.signInWithIdp([
        ("providerId", credential.providerID), ("pendingToken", pending),
      ])
      #expect(byPending.json["localId"] == .string(user.localID), "\(byPending.text)")

      let session = try TestSession(confirmed)
      let removed = try await server.call(
        "accounts:update",
        ["idToken": .string(session.idToken), "deleteProvider": [.string(credential.providerID)]])
      #expect(removed.status == 200, "\(removed.text)")
      let fresh = try await server.signInWithIdp(try await credential.parameters(server, "katherine"))
      #expect(fresh.json["isNewUser"] == true && fresh.json["localId"] != .string(user.localID))
      for id in [.string(user.localID), .string(other.localID), fresh.json["localId"] ?? .null] {
        _ = try await server.administer("accounts:delete", ["localId": id])
      }
    }
  }

  private static func browser(_ server: TestServer) async throws {
    try await eachCase(of: Self.flows) { providerID in
      let first = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
      #expect(first.json["isNewUser"] == true && first.json["email"] == "ada@example.com", "\(first.text)")
      #expect(first.json["oauthAccessToken"] != nil && first.json["oauthIdToken"] != nil)
      let again = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
      #expect(again.json["localId"] == first.json["localId"])
      let user = try await server.signUp("owner@example.org")
      let linked = try await WebFlow.appleApp(server, providerID).signIn(
        as: "katherine", ["idToken": .string(user.idToken)])
      #expect(linked.json["localId"] == .string(user.localID), "\(linked.text)")
      let flow = try await server.beginFlow(providerID)
      let callback = try await server.authorize(flow, ["lab_person": "katherine"])
      #expect(try await server.finishFlow(flow, at: callback).json["localId"] == .string(user.localID))
      #expect(try await server.finishFlow(flow, at: callback).status == 400)
      for id in [.string(user.localID), first.json["localId"] ?? .null] {
        _ = try await server.administer("accounts:delete", ["localId": id])
      }
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a provider that fails ends the flow with INVALID_IDP_RESPONSE, and writes nothing") {
      try await failures($0)
    },
    Behaviour("an app's credential signs in, and finds the account again") { try await signIn($0) },
    Behaviour("a credential links, unlinks and reauthenticates") { try await linking($0) },
    Behaviour("the browser's flow signs in, links, and is used once") { try await browser($0) },
    Behaviour("access tokens that apps bring are refused, and no flow begins where there is none") {
      try await refusals($0)
    },
    Behaviour(
      "the app's tenant stands in the addresses, from the first to the token endpoint, and its accounts alone pass"
    ) { try await tenants($0) },
    Behaviour("an app may not widen the operator's tenant, at the start nor by changed settings meanwhile") {
      try await restrictedTenant($0)
    },
    Behaviour("one object id in two tenants is two users") { try await collidingIDs($0) },
    Behaviour("a user imported from Firebase is found again where one tenant signs in, and nowhere else") {
      try await imported($0)
    },
    Behaviour("the tenant is a setting of the REST API") { try await configuration($0) },
  ]

  @Test("providers that are known by name sign in, link and are configured")
  func providers() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func failures(_ server: TestServer) async throws {
    try await eachCase(of: Self.flows) { providerID in
      let faults = ["http-500", "broken-json", "huge-answer"]
      for fault in faults {
        try await server.setFault(fault, at: providerID, endpoint: "token")
        let response = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
        #expect(response.status == 400, "\(fault)")
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
      }
      for fault in ["wrong-issuer", "wrong-audience", "expired", "wrong-signature", "other-user"]
      where fault != "other-user" || providerID != "linkedin.com" {
        let flow = try await server.beginFlow(providerID)
        let callback = try await server.authorize(flow, ["lab_fault": fault])
        let response = try await server.finishFlow(flow, at: callback)
        #expect(
          response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(fault): \(response.text)")
      }
      #expect(try await server.accountCount() == 0)
      let signedIn = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
      #expect(signedIn.status == 200)
      _ = try await server.administer("accounts:delete", ["localId": signedIn.json["localId"] ?? .null])
    }
  }

  @Test("an answer that does not come in time ends the sign-in")
  func silence() async throws {
    var options = TestServer.Options()
    options.providerTimeout = .milliseconds(100)
    try await TestServer.run(options) { server in
      try await eachCase(of: Self.flows) { providerID in
        try await server.setFault("slow-answer", at: providerID, endpoint: "token", seconds: 1)
        let response = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  private static func refusals(_ server: TestServer) async throws {
    for providerID in Self.flows + ["playgames.google.com"] {
      let token = try await server.labToken(providerID, ["kind": "access"])
      let response = try await server.signInWithIdp([("providerId", providerID), ("access_token", token)])
      #expect(
        response.errorMessage?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true,
        "\(providerID): \(response.text)")
    }
    let flow = try await server.call(
      "accounts:createAuthUri",
      ["providerId": "playgames.google.com", "continueUri": .string(server.origin + "/__/auth/handler")])
    #expect(flow.status == 400, "\(flow.text)")
    // T9, T15: a bare code is a game's alone.
    for providerID in ["google.com", "github.com", "microsoft.com", "oidc.lab"] {
      let code = try await server.labToken(providerID, ["kind": "code"])
      let response = try await server.signInWithIdp([("providerId", providerID), ("code", code)])
      #expect(
        response.errorMessage?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true,
        "\(providerID): \(response.text)")
      let asGame = try await server.signInWithIdp([
        ("providerId", "playgames.google.com"), ("code", code),
      ])
      #expect(asGame.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(asGame.text)")
    }
    #expect(try await server.accountCount() == 0)
  }

  // MARK: Microsoft's tenants

  private static let contoso = "11111111-2222-3333-4444-555555555555"

  private static func tenants(_ server: TestServer) async throws {
    try await eachCase(of: ["common", "organizations", "consumers", contoso, "lab.example"]) {
      tenant in
      let flow = try await server.beginFlow(
        "microsoft.com", ["customParameter": ["tenant": .string(tenant)]])
      #expect(flow.authURI.contains("/microsoft.com/\(tenant)/oauth2/v2.0/authorize?"))
      #expect(flow["tenant"] == nil)
      let signedIn = try await server.finishFlow(flow, at: try await server.authorize(flow))
      #expect(signedIn.status == 200, "\(signedIn.text)")
      _ = try await server.administer("accounts:delete", ["localId": signedIn.json["localId"] ?? .null])

      // Somebody goes to another tenant's page than they were sent to.
      let other = try await server.beginFlow(
        "microsoft.com", ["customParameter": ["tenant": .string(Self.contoso)]])
      let elsewhere = AuthUriFlow(
        providerID: other.providerID,
        authURI: other.authURI.replacing("/\(Self.contoso)/", with: "/consumers/"),
        sessionID: other.sessionID
      )
      let refused = try await server.finishFlow(other, at: try await server.authorize(elsewhere))
      #expect(refused.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(refused.text)")
    }
  }

  private static func restrictedTenant(_ server: TestServer) async throws {
    let unrestricted = try await server.beginFlow(
      "microsoft.com", ["customParameter": ["tenant": "consumers"]])
    let callback = try await server.authorize(unrestricted)
    try await server.changeProvider("microsoft.com") { $0.tenant = "organizations" }
    for tenant in ["common", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad", "a/b", ""] {
      let response = try await server.call(
        "accounts:createAuthUri",
        [
          "providerId": "microsoft.com", "continueUri": .string(server.origin + "/__/auth/handler"),
          "customParameter": ["tenant": .string(tenant)],
        ])
      #expect(
        response.errorMessage?.hasPrefix("INVALID_CUSTOM_PARAMETERS") == true, "\(tenant): \(response.text)"
      )
    }
    let late = try await server.finishFlow(unrestricted, at: callback)
    #expect(late.status == 400, "\(late.text)")
    let personal = try await server.labToken("microsoft.com", ["tenant": "consumers"])
    let refused = try await server.signInWithIdp([("providerId", "microsoft.com"), ("id_token", personal)])
    #expect(refused.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(refused.text)")
    #expect(try await server.accountCount() == 0)
    _ = try TestSession(
      try await server.signInWithIdp(try await Credential.microsoft.parameters(server)))
  }

  private static func collidingIDs(_ server: TestServer) async throws {
    let objectID = JSONValue.string("aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee")
    var ids: Set<String> = []
    for tenant in ["lab.example", Self.contoso] {
      let token = try await server.labToken(
        "microsoft.com", ["sub": objectID, "name": "Ada", "tenant": .string(tenant)])
      ids.insert(
        try TestSession(
          await server.signInWithIdp([("providerId", "microsoft.com"), ("id_token", token)])
        ).localID)
    }
    #expect(ids.count == 2)
  }

  private static func imported(_ server: TestServer) async throws {
    let objectID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
    let uploaded = try await server.administer(
      "accounts:batchCreate",
      [
        "users": [
          [
            "localId": "moved",
            "providerUserInfo": [["providerId": "microsoft.com", "rawId": .string(objectID)]],
          ]
        ]
      ])
    #expect(uploaded.status == 200, "\(uploaded.text)")
    func signIn(_ tenant: String) async throws -> TestResponse {
      let token = try await server.labToken(
        "microsoft.com", ["sub": .string(objectID), "name": "Ada", "tenant": .string(tenant)])
      return try await server.signInWithIdp([("providerId", "microsoft.com"), ("id_token", token)])
    }
    let anyTenant = try await signIn(Self.contoso)
    #expect(anyTenant.json["isNewUser"] == true && anyTenant.json["localId"] != "moved")
    try await server.changeProvider("microsoft.com") { $0.tenant = "lab.example" }
    let found = try await signIn("lab.example")
    #expect(found.json["localId"] == "moved" && found.json["isNewUser"] != true, "\(found.text)")
    let link = try #require(try await server.account("moved")?.links.first)
    #expect(link.rawID == "\(objectID).4a1d8d6e-3c5b-4f0e-9b7a-0c2f1e5d6a7b")
    try await server.changeProvider("microsoft.com") { $0.tenant = nil }
    #expect(try await signIn("lab.example").json["localId"] == "moved")
  }

  private static func configuration(_ server: TestServer) async throws {
    let path = "/v2/projects/example/defaultSupportedIdpConfigs/microsoft.com"
    func patch(_ body: JSONValue, _ mask: String) async throws -> TestResponse {
      try await server.send(
        "PATCH", "\(path)?updateMask=\(mask)",
        headers: ["Authorization": "Bearer owner", "Content-Type": "application/json"],
        body: JSONWriter.text(body))
    }
    let set = try await patch(["tenant": "Contoso.example"], "tenant")
    #expect(set.status == 200 && set.json["tenant"] == "contoso.example", "\(set.text)")
    for tenant in ["a/b", "..", "https://x", "contoso"] {
      let refused = try await patch(["tenant": .string(tenant)], "tenant")
      #expect(refused.errorMessage?.hasPrefix("INVALID_CONFIG") == true, "\(tenant): \(refused.text)")
    }
    let renamed = try await patch(["clientId": "other"], "clientId")
    #expect(renamed.json["tenant"] == "contoso.example", "\(renamed.text)")
    #expect(try await patch([:], "tenant").json["tenant"] == nil)
  }
}
