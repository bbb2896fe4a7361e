import Foundation
import Identity
import IdentityWire
import SAML
import TestSupport
import Testing

@Suite("The handler and SAML", .fewAtOnce)
struct SAMLHandlerTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  private static func post(
    _ server: TestServer, _ response: String, state: String?, to path: String = "/__/auth/handler"
  ) async throws -> TestResponse {
    var fields = FormURLEncoded([("SAMLResponse", response)])
    if let state { fields.append("RelayState", state) }
    return try await server.send("POST", path, headers: form, body: fields.text)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a page gets the response as it was posted, and signs in with it") { try await page($0) },
    Behaviour("the web SDK's reauthentication asks the provider for a new proof, and its sign-in does not") {
      try await reauthentication($0)
    },
    Behaviour("an app outside of the browser gets the response in its link") { try await app($0) },
    Behaviour("a response without a flow, or with one that is over, ends on an error page") {
      try await withoutFlow($0)
    },
    Behaviour("the metadata tells a provider where to post, in a project and in a tenant") {
      try await metadata($0)
    },
  ]

  @Test("a SAML answer goes on to the page or the app that began its flow")
  func answers() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func page(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let begun = try await WebFlow.page(server, peer.providerID).start()
    let authURI = try #require(begun.pageData["authUri"]?.stringValue)
    let sessionID = try #require(begun.pageData["sessionId"]?.stringValue)
    let flow = AuthUriFlow(providerID: peer.providerID, authURI: authURI, sessionID: sessionID)
    let response = try peer.answer(flow, server)
    let last = try await Self.post(server, response, state: flow["RelayState"])
    #expect(last.status == 200 && last.pageData["step"] == "finish", "\(last.text)")
    #expect(last.pageData["urlResponse"] == .string(server.origin + "/__/auth/handler"))
    #expect(last.pageData["allowedRedirectOrigins"] == ["http://localhost:5000"])
    let body = try #require(last.pageData["postBody"]?.stringValue)
    #expect(FormURLEncoded(parsing: body)["providerId"] == nil)
    let signedIn = try await server.finishSAML(flow, "", ["postBody": .string(body)])
    #expect(signedIn.status == 200 && signedIn.json["providerId"] == "saml.company", "\(signedIn.text)")
  }

  // Fails when the handler does not tell a reauthentication from a sign-in.
  private static func reauthentication(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    for (authType, isForced) in [
      ("signInViaPopup", false), ("linkViaRedirect", false), ("reauthViaPopup", true),
      ("reauthViaRedirect", true),
    ] {
      let begun = try await WebFlow.page(server, peer.providerID, authType: authType).start()
      let flow = AuthUriFlow(
        providerID: peer.providerID, authURI: try #require(begun.pageData["authUri"]?.stringValue),
        sessionID: try #require(begun.pageData["sessionId"]?.stringValue))
      #expect(
        try SAMLPeerRequest(flow).xml.contains(" ForceAuthn=\"true\"") == isForced, "\(authType)")
      let old = try peer.answer(flow, server) { $0.issueInstant = $0.issueInstant.addingTimeInterval(-61) }
      #expect(try await server.finishSAML(flow, old).status == (isForced ? 400 : 200), "\(authType)")
    }
  }

  private static func app(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let flow = try await WebFlow.appleApp(server, peer.providerID)
    let authURI = try await flow.authorizationURL()
    let begun = AuthUriFlow(providerID: peer.providerID, authURI: authURI, sessionID: "QWERTYUIOP")
    let last = try await Self.post(server, try peer.answer(begun, server), state: begun["RelayState"])
    // An address of this length is too much for a header.
    #expect(last.status == 200 && last.location == nil)
    let link = try #require(
      last.pageData["returnURL"]?.stringValue.flatMap { URLComponents(string: $0) }?.queryItems?.first {
        $0.name == "deep_link_id"
      }?.value)
    let inner = try #require(
      URLComponents(string: link)?.queryItems?.first { $0.name == "link" }?.value)
    let response = try await server.call(
      "accounts:signInWithIdp",
      ["requestUri": .string(inner), "sessionId": "QWERTYUIOP", "returnSecureToken": true])
    #expect(response.status == 200 && response.json["providerId"] == "saml.company", "\(response.text)")
  }

  private static func withoutFlow(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    let flow = try await server.beginFlow(peer.providerID)
    let response = try peer.answer(flow, server)
    for state in [nil, "", "saml.company", String(repeating: "A", count: 43)] as [String?] {
      let answer = try await Self.post(server, response, state: state)
      #expect(answer.status == 400 && answer.text.contains("auth/missing-initial-state"))
    }
    #expect(try await server.finishSAML(flow, response).status == 200)
    let over = try await Self.post(server, response, state: flow["RelayState"])
    #expect(over.status == 400 && over.text.contains("auth/missing-initial-state"))
  }

  @Test("a SAML response may be larger than another provider's answer, up to 256 KiB")
  func sizes() async throws {
    try await TestServer.run(.live) { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let flow = try await server.beginFlow(peer.providerID)
      let cases: [(name: String, count: Int, isTaken: Bool)] = [
        ("SAMLResponse", 200_000, true), ("SAMLResponse", 262_144, false), ("id_token", 70_000, false),
      ]
      for (name, count, isTaken) in cases {
        let body = FormURLEncoded([
          (name, String(repeating: "A", count: count)), ("RelayState", flow["RelayState"] ?? ""),
        ]).text
        let answer = try await server.send("POST", "/__/auth/handler", headers: Self.form, body: body)
        #expect(answer.status == (isTaken ? 200 : 400), "\(name) \(count): \(answer.status)")
        #expect(answer.text.contains("too large") != isTaken)
      }
    }
  }

  private static func metadata(_ server: TestServer) async throws {
    let tenant = try await server.makeTenant()
    let peer = try SAMLPeer()
    try await peer.configure(server)
    try await peer.configure(
      server,
      [
        "idpConfig": .object(
          (peer.config["idpConfig"]?.objectValue ?? [:]).merging(["signRequest": true]) { $1 })
      ], tenant: tenant)
    let path = "/__/auth/saml/saml.company/metadata"
    let plain = try await server.send("GET", path)
    #expect(
      plain.status == 200 && plain.headers.first(name: "content-type") == "application/samlmetadata+xml")
    #expect(plain.text.contains("entityID=\"\(peer.audience)\""))
    #expect(plain.text.contains("Location=\"\(server.origin)/__/auth/handler\""))
    #expect(!plain.text.contains("X509Certificate"), "nothing is signed")
    let named = try await server.send("GET", path + "?project=example")
    #expect(named.text == plain.text)
    let ofTenant = try await server.send("GET", path + "?project=example&tenant=\(tenant)")
    #expect(ofTenant.text.contains("X509Certificate"))
    for wrong in ["?project=other", "?project=%00", "?project=", "?tenant=other"] {
      #expect((400..<500).contains(try await server.send("GET", path + wrong).status), "\(wrong)")
    }
    let unknown = try await server.send("GET", "/__/auth/saml/saml.other/metadata")
    #expect(unknown.status == 404, "\(unknown.text)")
  }

  @Test("a sign-in that begins at the provider goes to the page of the settings, once")
  func unsolicited() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server, ["idpInitiatedContinueUri": "http://localhost:5000/start?x=1"])
      let path = "/__/auth/saml/saml.company/acs?project=example"
      let metadata = try await server.send("GET", "/__/auth/saml/saml.company/metadata")
      #expect(metadata.text.contains("Location=\"\(server.origin)\(path)\""), "\(metadata.text)")
      let content = peer.content(
        answering: nil, at: server.origin + path, now: server.clock.now().date)
      let response = try peer.response(content)
      let answer = try await Self.post(server, response, state: "https://evil.example/", to: path)
      #expect(answer.status == 303, "\(answer.text)")
      let location = try #require(answer.location)
      let parts = location.split(separator: "#", maxSplits: 1)
      #expect(parts.first == "http://localhost:5000/start?x=1")
      let fragment = FormURLEncoded(parsing: String(try #require(parts.last)))
      #expect(fragment["providerId"] == "saml.company")
      let signedIn = try await server.call(
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost", "returnSecureToken": true,
          "pendingToken": .string(try #require(fragment["pendingToken"])),
        ])
      #expect(signedIn.json["email"] == "ada@example.com", "\(signedIn.text)")
      let again = try await Self.post(server, response, state: nil, to: path)
      #expect(again.status == 400 && again.text.contains("Duplicate credential received"), "\(again.text)")

      let flow = try await server.beginFlow(peer.providerID)
      #expect(try SAMLPeerRequest(flow).address == server.origin + path, "the provider knows one address")
      let last = try await Self.post(
        server, try peer.answer(flow, server), state: flow["RelayState"], to: path)
      #expect(last.pageData["step"] == "caller" && last.pageData["postBody"] != nil, "\(last.text)")
    }
  }
}
