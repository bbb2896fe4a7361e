import Foundation
import Identity
import IdentityWire
import SAML
import TestSupport
import Testing

@Suite("Sign-in with SAML", .fewAtOnce)
struct SAMLSignInTests {
  private static let attributes = [
    SAMLAssertion.Attribute(name: "mail", values: ["Ada@Example.com"]),
    .init(name: "cn", values: ["Ada Lovelace"]), .init(name: "groups", values: ["staff", "admins"]),
  ]

  private static func claims(_ response: TestResponse) throws -> [String: JSONValue] {
    try TestSession(response).claims
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a response signs in, and says so as clients expect it") { try await signIn($0) },
    Behaviour("the request is the one that providers take, and its state fits into a RelayState") {
      try await request($0)
    },
    Behaviour("an address of the settings takes the place of the handler's") { try await callbackURI($0) },
    Behaviour("without an address of the settings a response goes to the handler alone") {
      try await handlerAlone($0)
    },
    Behaviour("a pending token signs in once more, links and reauthenticates") { try await pendingToken($0) },
    Behaviour("the settings say which attributes mean what, and which stand in the token") {
      try await mapping($0)
    },
    Behaviour("groups are the session's: the provider that was linked last has the claim") {
      try await groupsOfTwoProviders($0)
    },
    Behaviour("the provider is believed about addresses of its domains alone, where the settings name some") {
      try await emailDomains($0)
    },
    Behaviour("a NameID is an address by its format, not by its looks") { try await formats($0) },
    Behaviour("an account with a second factor is asked for it") { try await secondFactor($0) },
    Behaviour("a provider that is switched off, or unknown, begins and ends nothing") {
      try await disabled($0)
    },
    Behaviour("a tenant's provider lets its users in, and those alone") { try await tenant($0) },
    Behaviour("an address finds the provider of its domain, whether anybody has it or not") {
      try await discovery($0)
    },
  ]

  @Test("a SAML assertion signs in where and how it may")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func signIn(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let response = try await server.signInBySAML(peer) { $0.attributes = Self.attributes }
    #expect(response.status == 200, "\(response.text)")
    let json = response.json
    #expect(json["providerId"] == "saml.company" && json["federatedId"] == "ada@example.com")
    #expect(json["email"] == "ada@example.com" && json["emailVerified"] == true)
    #expect(json["isNewUser"] == true && json["pendingToken"]?.stringValue?.isEmpty == false)
    #expect(json["oauthAccessToken"] == nil && json["oauthIdToken"] == nil)
    let raw = try JSONParser().parse(try #require(json["rawUserInfo"]?.stringValue))
    let expected: JSONValue = [
      "mail": "Ada@Example.com", "cn": "Ada Lovelace", "groups": ["staff", "admins"],
    ]
    #expect(raw == expected)
    let session = try TestSession(response)
    let firebase = try #require(session.claims["firebase"])
    #expect(firebase["sign_in_provider"] == "saml.company")
    #expect(firebase["sign_in_attributes"] == expected)
    #expect(firebase["identities"]?["saml.company"] == ["ada@example.com"])
    let refreshed = try await server.refresh(session.refreshToken)
    let claims = try UnverifiedJWT(try #require(refreshed.json["id_token"]?.stringValue)).claims
    #expect(claims["firebase"]?["sign_in_attributes"] == expected, "the session keeps them")
    let again = try await server.signInBySAML(peer)
    #expect(again.json["localId"] == json["localId"] && again.json["isNewUser"] == nil, "\(again.text)")
  }

  private static func request(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let flow = try await server.beginFlow(peer.providerID)
    #expect(flow.authURI.hasPrefix("https://idp.example.com/sso?tenant=one&SAMLRequest="))
    #expect(flow["SigAlg"] == nil)
    let request = try SAMLPeerRequest(flow)
    #expect(request.id.hasPrefix("_") && request.relayState.utf8.count <= 80)
    #expect(request.address == server.origin + "/__/auth/handler")
    #expect(
      try SAMLPeerRequest.attribute("Destination", of: request.xml)
        == "https://idp.example.com/sso?tenant=one")
    #expect(request.xml.contains(">\(peer.audience)</"))
    #expect(try SAMLPeerRequest(try await server.beginFlow(peer.providerID)).id != request.id)
  }

  private static func callbackURI(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    let address = "https://auth.example.com/__/auth/handler"
    try await peer.configure(
      server, ["spConfig": ["spEntityId": .string(peer.audience), "callbackUri": .string(address)]])
    let flow = try await server.beginFlow(peer.providerID)
    #expect(try SAMLPeerRequest(flow).address == address)
    #expect(try await server.finishSAML(flow, try peer.answer(flow, server)).status == 200)
    let other = try await server.beginFlow(peer.providerID)
    let wrong = try peer.answer(other, server) { $0.destination = server.origin + "/__/auth/handler" }
    #expect(try await server.finishSAML(other, wrong).errorMessage == "INVALID_IDP_RESPONSE")
  }

  private static func handlerAlone(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    for path in ["/", "/elsewhere", "/__/auth/handler/x"] {
      let response = try await server.call(
        "accounts:createAuthUri",
        ["providerId": .string(peer.providerID), "continueUri": .string(server.origin + path)])
      #expect(response.errorMessage?.hasPrefix("UNAUTHORIZED_DOMAIN") == true, "\(path): \(response.text)")
    }
    let other = try await server.beginFlow(
      peer.providerID, ["continueUri": "http://localhost:4000/__/auth/handler"])
    #expect(try SAMLPeerRequest(other).address == "http://localhost:4000/__/auth/handler")
  }

  private static func pendingToken(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    func present(_ token: JSONValue?, _ more: [String: JSONValue] = [:]) async throws -> TestResponse {
      var message = more
      message["requestUri"] = "http://localhost"
      message["pendingToken"] = token
      message["returnSecureToken"] = true
      return try await server.call("accounts:signInWithIdp", .object(message))
    }
    let first = try await server.signInBySAML(peer) { $0.attributes = Self.attributes }
    let again = try await present(first.json["pendingToken"], ["autoCreate": false])
    #expect(again.status == 200 && again.json["localId"] == first.json["localId"], "\(again.text)")
    #expect(try Self.claims(again)["firebase"]?["sign_in_attributes"]?["cn"] == "Ada Lovelace")
    #expect(try await present(first.json["pendingToken"]).status == 400, "it is used up")

    let other = try await server.signInBySAML(peer) { $0.nameID = "grace@example.com" }
    let unknown = try await server.signInBySAML(peer, ["autoCreate": false]) {
      $0.nameID = "nobody@example.com"
    }
    #expect(unknown.errorMessage == "USER_NOT_FOUND", "\(unknown.text)")
    let taken = try await server.signInBySAML(
      peer, ["idToken": .string(try TestSession(other).idToken), "returnIdpCredential": true])
    #expect(taken.json["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED", "\(taken.text)")
    #expect(taken.json["pendingToken"] != nil && taken.json["idToken"] == nil)

    let user = try await server.signUp("hopper@example.com")
    let linked = try await server.signInBySAML(peer, ["idToken": .string(user.idToken)]) {
      $0.nameID = "hopper"
      $0.nameIDFormat = SAMLAssertion.Subject.persistent
    }
    #expect(linked.json["localId"] == .string(user.localID), "\(linked.text)")
    #expect(
      try await server.service.store.account(
        providerID: "saml.company", rawID: "hopper", in: Scope(project: TestServer.project)) != nil)
  }

  private static func mapping(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    let mapping: JSONValue = [
      "email": "mail", "displayName": "cn", "photoUrl": "photo", "groups": "groups", "groupsClaim": "roles",
    ]
    try await peer.configure(server, ["attributeMapping": mapping])
    let response = try await server.signInBySAML(peer) { content in
      content.nameID = "00u1"
      content.nameIDFormat = SAMLAssertion.Subject.persistent
      content.attributes = Self.attributes + [.init(name: "photo", values: ["javascript:alert(1)"])]
    }
    #expect(response.json["email"] == "ada@example.com" && response.json["displayName"] == "Ada Lovelace")
    #expect(response.json["photoUrl"] == nil, "no address of a picture")
    let claims = try Self.claims(response)
    #expect(claims["roles"] == ["staff", "admins"])
    #expect(claims["firebase"]?["sign_in_attributes"]?["groups"] == nil, "once is enough")
    #expect(claims["firebase"]?["sign_in_attributes"]?["mail"] == "Ada@Example.com")
    let refreshed = try await server.refresh(try TestSession(response).refreshToken)
    let later = try UnverifiedJWT(try #require(refreshed.json["id_token"]?.stringValue)).claims
    #expect(later["roles"] == ["staff", "admins"])

    _ = try await server.configure(
      "PATCH", "inboundSamlConfigs/saml.company?updateMask=attributeMapping.signInAttributes",
      ["attributeMapping": ["signInAttributes": ["cn"]]])
    let fewer = try await server.signInBySAML(peer) { content in
      content.nameID = "00u1"
      content.nameIDFormat = SAMLAssertion.Subject.persistent
      content.attributes = Self.attributes
    }
    #expect(try Self.claims(fewer)["firebase"]?["sign_in_attributes"] == ["cn": "Ada Lovelace"])
  }

  // Fails when linking merges two providers' lists, when a refresh forgets one, or when a custom claim wins (each alone).
  private static func groupsOfTwoProviders(_ server: TestServer) async throws {
    let (first, second) = (try SAMLPeer(), try SAMLPeer("saml.other", number: 1))
    for peer in [first, second] {
      try await peer.configure(server, ["attributeMapping": ["groups": "groups"]])
    }
    func signIn(_ peer: SAMLPeer, _ group: String, _ more: [String: JSONValue] = [:]) async throws
      -> TestSession
    {
      try TestSession(
        try await server.signInBySAML(peer, more) {
          $0.attributes = [.init(name: "groups", values: [group])]
        })
    }
    let session = try await signIn(first, "staff")
    _ = try await server.administer(
      "accounts:update",
      ["localId": .string(session.localID), "customAttributes": #"{"groups":["admins"]}"#])
    let linked = try await signIn(second, "guests", ["idToken": .string(session.idToken)])
    #expect(linked.localID == session.localID && linked.claims["groups"] == ["guests"])
    let refreshed = try await server.refresh(linked.refreshToken)
    let later = try UnverifiedJWT(try #require(refreshed.json["id_token"]?.stringValue)).claims
    #expect(later["groups"] == ["guests"])
    #expect(try await signIn(first, "staff").claims["groups"] == ["staff"])
  }

  @Test("attributes that no token could hold are refused, and the explanation says what to do")
  func tooManyAttributes() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let many = [
        SAMLAssertion.Attribute(name: "groups", values: (0..<400).map { "CN=Group-Number-\($0),DC=x" })
      ]
      let refused = try await server.signInBySAML(peer) { $0.attributes = many }
      #expect(refused.errorMessage == "INVALID_IDP_RESPONSE", "\(refused.text)")
      #expect(try await server.explanationText().contains("attributeMapping.signInAttributes"))
      _ = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=attributeMapping.signInAttributes",
        ["attributeMapping": ["signInAttributes": ["cn"]]])
      #expect(try await server.signInBySAML(peer) { $0.attributes = many }.status == 200)
    }
  }

  private static func emailDomains(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server, ["trustedEmailDomains": ["example.com"]])
    let inside = try await server.signInBySAML(peer) { $0.nameID = "ada@example.com" }
    #expect(try Self.claims(inside)["email_verified"] == true)
    let victim = try await server.signUp("victim@other.example")
    let outside = try await server.signInBySAML(peer) { $0.nameID = "victim@other.example" }
    #expect(outside.json["needConfirmation"] == true && outside.json["idToken"] == nil, "\(outside.text)")
    #expect(outside.json["localId"] == nil || outside.json["localId"] == .string(victim.localID))
  }

  private static func formats(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let opaque = try await server.signInBySAML(peer) {
      $0.nameID = "victim@example.com"
      $0.nameIDFormat = SAMLAssertion.Subject.persistent
    }
    #expect(opaque.status == 200 && opaque.json["email"] == nil, "\(opaque.text)")
    let unspecified = try await server.signInBySAML(peer) {
      $0.nameID = "grace@example.com"
      $0.nameIDFormat = SAMLAssertion.Subject.unspecified
    }
    #expect(unspecified.json["email"] == "grace@example.com", "\(unspecified.text)")
  }

  private static func secondFactor(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let session = try TestSession(try await server.signInBySAML(peer) { $0.attributes = Self.attributes })
    _ = try await server.enrollPhone(session, "+15555550100")
    let challenged = try await server.signInBySAML(peer)
    #expect(challenged.json["mfaPendingCredential"] != nil && challenged.json["idToken"] == nil)
  }

  @Test(
    "a NameID that changes every time, a status that is no success and another issuer are refused without a word"
  )
  func refusals() async throws {
    let changes: [(check: String, change: @Sendable (inout SAMLResponseContent) -> Void)] = [
      ("saml-subject", { $0.nameIDFormat = SAMLAssertion.Subject.transient }),
      ("saml-status", { $0.statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Responder"] }),
      ("saml-audience", { $0.audience = "https://other.example.com" }),
      ("saml-in-response-to", { $0.inResponseTo = "_other" }),
    ]
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      for (check, change) in changes {
        let response = try await server.signInBySAML(peer, [:], change)
        #expect(response.errorMessage == "INVALID_IDP_RESPONSE", "\(check): \(response.text)")
        let id = try #require(response.headers.first(name: "x-latchkey-diagnostic"))
        let explanation = try #require(try await server.backend.explanation(of: id))
        #expect(explanation.report.check == check && explanation.provider == "saml.company")
      }
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func disabled(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    let unknown = try await server.call(
      "accounts:createAuthUri", ["providerId": "saml.company", "continueUri": "http://localhost/"])
    #expect(unknown.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
    try await peer.configure(server)
    let flow = try await server.beginFlow(peer.providerID)
    let first = try await server.signInBySAML(peer)
    _ = try await server.configure(
      "PATCH", "inboundSamlConfigs/saml.company?updateMask=enabled", ["enabled": false])
    let late = try await server.finishSAML(flow, try peer.answer(flow, server))
    #expect(late.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(late.text)")
    let pending = try await server.call(
      "accounts:signInWithIdp",
      ["requestUri": "http://localhost", "pendingToken": first.json["pendingToken"] ?? .null])
    #expect(pending.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(pending.text)")
  }

  private static func tenant(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    let peer = try SAMLPeer()
    try await peer.configure(server, tenant: tenant)
    let response = try await server.signInBySAML(peer, ["tenantId": .string(tenant)])
    #expect(response.json["tenantId"] == .string(tenant), "\(response.text)")
    #expect(try Self.claims(response)["firebase"]?["tenant"] == .string(tenant))
    let project = try await server.call(
      "accounts:createAuthUri", ["providerId": "saml.company", "continueUri": "http://localhost/"])
    #expect(project.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
  }

  private static func discovery(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server, ["discoveryEmailDomains": ["Example.com"]])
    func methods(_ address: String) async throws -> JSONValue {
      try await server.call(
        "accounts:createAuthUri",
        ["identifier": .string(address), "continueUri": "http://localhost/"]
      ).json
    }
    #expect(try await methods("nobody@example.com")["signinMethods"] == ["saml.company"])
    #expect(try await methods("nobody@other.example")["signinMethods"] == nil)
    _ = try await server.signUp("ada@example.com")
    #expect(try await methods("ada@example.com")["signinMethods"] == ["password", "saml.company"])
    _ = try await server.configure(
      "PATCH", "config?updateMask=emailPrivacyConfig",
      ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
    let protected = try await methods("ada@example.com")
    #expect(protected["signinMethods"] == ["saml.company"] && protected["registered"] == nil)
  }
}
