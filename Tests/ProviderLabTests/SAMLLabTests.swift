import Foundation
import IdentityWire
import SAML
import Testing

@testable import ProviderLab

@Suite("The lab's SAML identity provider")
struct SAMLLabTests {
  static let audience = "https://app.example/saml"
  static let service = "http://127.0.0.1:5000/__/auth/handler"
  static let requestID = "_0123456789abcdef"

  /// The check that a strict service provider refuses a response with each fault by; nil where it has nothing against it.
  static let objections: [(LabFault, SAMLCheck?)] = [
    (.wrongAudience, .audience), (.wrongIssuer, .issuer), (.wrongSignature, .signature),
    (.expired, .confirmation), (.issuedInFuture, .issueInstant), (.emailMissing, nil),
    (.deniedConsent, .status), (.wrongState, nil), (.unsigned, .signaturePresence),
    (.signatureMoved, .structure), (.weakSignature, .algorithm), (.wrongRecipient, .recipient),
    (.wrongRequest, .inResponseTo), (.unsolicited, .inResponseTo), (.failedStatus, .status),
    (.nameComment, .markup), (.noNameID, .subject), (.transientName, nil), (.encrypted, .encryption),
    (.documentType, .documentType), (.huge, .base64), (.replayed, nil),
  ]

  private static func expectations(_ lab: LabHarness, requestID: String? = requestID) throws
    -> SAMLExpectations
  {
    SAMLExpectations(
      identityProvider: try #require(try lab.endpoints("saml").issuer), serviceProvider: audience,
      assertionConsumerService: service, requestID: requestID,
      certificates: try SAMLLab(lab: lab.lab).certificates(), now: lab.clock.now)
  }

  /// What a strict service provider makes of a response.
  private static func verified(
    _ response: String?, _ lab: LabHarness, requestID: String? = requestID
  ) throws -> SAMLAssertion {
    try SAMLResponse.verified(
      base64: try #require(response), try expectations(lab, requestID: requestID))
  }

  private static func objection(_ response: String?, _ lab: LabHarness) throws -> SAMLCheck? {
    do {
      _ = try verified(response, lab)
      return nil
    } catch let refusal as SAMLRefusal {
      return refusal.check
    }
  }

  /// The address of a request as a service provider makes it, with more in its query.
  private static func request(_ lab: LabHarness, _ more: [(String, String)] = []) throws -> String {
    let request = SAMLAuthnRequest(
      id: requestID, issueInstant: lab.clock.now, destination: try lab.endpoints("saml").authorization,
      assertionConsumerService: service, issuer: audience)
    let form = FormURLEncoded(more.map { (name: $0.0, value: $0.1) }).text
    return try #require(request.redirect(relayState: "r-1")).url + (form.isEmpty ? "" : "&" + form)
  }

  @Test("Every fault of the page is in the list of objections")
  func complete() {
    #expect(Self.objections.map(\.0) == SAMLLab.faults)
    #expect(Set(LabFault.allCases.filter { $0.place == .samlResponse }).isSubset(of: SAMLLab.faults))
  }

  @Test(
    "A request shows the page, and a person on it sends the browser back with a response that is in order")
  func signIn() async throws {
    try await LabHarness.run { lab in
      let page = try await lab.get(try Self.request(lab))
      #expect(page.status == 200)
      #expect(page.body.contains("id=\"client-id\">\(Self.audience)<"))
      for fault in SAMLLab.faults { #expect(page.body.contains("id=\"fault-\(fault.rawValue)\"")) }
      let action = String(try #require(page.body.firstMatch(of: /action="([^"]+)" id="people"/)?.1))
        .replacing("&amp;", with: "&")
      let answer = try await lab.post(action, [("person", "ada")])
      #expect(answer.body.contains("action=\"\(Self.service)\""))
      #expect(answer.fields["RelayState"] == "r-1")
      let assertion = try Self.verified(answer.fields["SAMLResponse"], lab)
      #expect(assertion.subject.nameID == "ada@example.com")
      #expect(assertion.subject.format == SAMLAssertion.Subject.emailAddress)
      #expect(assertion.values(of: "displayName") == ["Ada Lovelace"])
      #expect(assertion.values(of: "groups") == ["analysts", "engineers"])
      #expect(assertion.sessionIndex != nil)
    }
  }

  @Test(
    "A name that has to be escaped arrives as it is, and a person without an address has a lasting NameID")
  func people() async throws {
    try await LabHarness.run { lab in
      let siobhan = try await lab.get(try Self.request(lab, [("lab_person", "siobhan")]))
      let named = try Self.verified(siobhan.fields["SAMLResponse"], lab)
      #expect(named.values(of: "displayName") == ["Siobhán O'Brien-Łukasiewicz"])
      let markup = try await lab.get(
        try Self.request(
          lab,
          [("lab_person", "custom"), ("lab_name", "<b> & \"c\" ]]> Doe"), ("lab_email", "a&b@example.com")]))
      let escaped = try Self.verified(markup.fields["SAMLResponse"], lab)
      #expect(escaped.values(of: "displayName") == ["<b> & \"c\" ]]> Doe"])
      #expect(escaped.subject.nameID == "a&b@example.com")
      var names: Set<String> = []
      for _ in 0..<2 {
        let katherine = try await lab.get(try Self.request(lab, [("lab_person", "katherine")]))
        let assertion = try Self.verified(katherine.fields["SAMLResponse"], lab)
        #expect(assertion.subject.format == SAMLAssertion.Subject.persistent)
        #expect(assertion.values(of: "email").isEmpty)
        names.insert(assertion.subject.nameID)
      }
      #expect(names.count == 1)
    }
  }

  @Test("Each fault shows, and shows alone", arguments: objections)
  func fault(expected: (LabFault, SAMLCheck?)) async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.get(
        try Self.request(lab, [("lab_person", "ada"), ("lab_fault", expected.0.rawValue)]))
      #expect(answer.status == 200)
      #expect(try Self.objection(answer.fields["SAMLResponse"], lab) == expected.1)
      #expect(answer.fields["RelayState"] == (expected.0 == .wrongState ? "not-r-1" : "r-1"))
    }
  }

  @Test("A response with SHA-1 is in order for a service provider that accepts it")
  func sha1() async throws {
    try await LabHarness.run { lab in
      let response = try lab.lab.mintSAMLResponse(
        .init(
          audience: Self.audience, recipient: Self.service, inResponseTo: Self.requestID,
          fault: .weakSignature))
      var expectations = try Self.expectations(lab)
      expectations.allowsSHA1 = true
      #expect(try SAMLResponse.verified(base64: response, expectations).subject.nameID == "ada@example.com")
    }
  }

  @Test("A transient NameID is another one each time, and a replayed assertion has the ID of the one before")
  func repeated() async throws {
    try await LabHarness.run { lab in
      func assertion(_ fault: LabFault?) throws -> SAMLAssertion {
        try Self.verified(
          try lab.lab.mintSAMLResponse(
            .init(
              audience: Self.audience, recipient: Self.service, inResponseTo: Self.requestID, fault: fault)),
          lab)
      }
      let transient = try assertion(.transientName)
      #expect(transient.subject.format == SAMLAssertion.Subject.transient)
      #expect(try assertion(.transientName).subject.nameID != transient.subject.nameID)
      let first = try assertion(nil)
      #expect(try assertion(.replayed).id == first.id)
      #expect(try assertion(nil).id != first.id)
    }
  }

  @Test(
    "A fault of the control API befalls the next response, and no response shows one of a redirect or a token"
  )
  func controlled() async throws {
    try await LabHarness.run { lab in
      let options: JSONValue = [
        "audience": .string(Self.audience), "recipient": .string(Self.service),
        "inResponseTo": .string(Self.requestID),
      ]
      _ = try await lab.control(.put, "faults/saml.lab", ["fault": "unsigned"])
      var objections: [SAMLCheck?] = []
      for _ in 0..<2 {
        let answer = try await lab.control(.post, "token/saml.lab", options)
        objections.append(try Self.objection(try answer.json["response"]?.stringValue, lab))
      }
      #expect(objections == [.signaturePresence, nil])
      for fault in ["wrong-state", "alg-none", "http-500"] {
        var options = options.objectValue ?? [:]
        options["fault"] = .string(fault)
        #expect(try await lab.control(.post, "token/saml.lab", .object(options)).status == 400)
      }
      #expect(try await lab.control(.post, "token/google.com", ["fault": "unsigned"]).status == 400)
      #expect(try await lab.control(.post, "token/google.com", ["kind": "response"]).status == 400)
      #expect(try await lab.control(.post, "token/saml.lab", ["kind": "id"]).status == 400)
      #expect(try await lab.control(.post, "token/saml.lab").status == 400)
    }
  }

  @Test("A sign-in that begins at the identity provider answers no request")
  func unsolicited() async throws {
    try await LabHarness.run { lab in
      let query = [("audience", Self.audience), ("acs", Self.service), ("RelayState", "/home")]
      #expect(try await lab.get("/lab/saml/start", query).body.contains("id=\"person-ada\""))
      let answer = try await lab.get("/lab/saml/start", query + [("lab_person", "grace")])
      #expect(answer.fields["RelayState"] == "/home")
      let assertion = try Self.verified(answer.fields["SAMLResponse"], lab, requestID: nil)
      #expect(assertion.subject.nameID == "grace.hopper.lab@gmail.com")
    }
  }

  @Test(
    "The metadata describes the provider with the certificates of its keys, which stay the same until it rotates"
  )
  func metadata() async throws {
    try await LabHarness.run { lab in
      func described() async throws -> SAMLIdentityProviderDescription {
        let document = try await lab.get(try #require(try lab.endpoints("saml").metadata))
        #expect(document.headers[.contentType] == "application/samlmetadata+xml")
        let all = try SAMLIdentityProviderDescription.all(inMetadata: Array(document.body.utf8))
        return try #require(all.first)
      }
      let before = try await described()
      #expect(before.entityID == (try lab.endpoints("saml").issuer))
      #expect(before.redirectURL == (try lab.endpoints("saml").authorization))
      #expect(before.certificates.count == 2)
      lab.clock.advance(by: 86_400)
      #expect(try await described() == before)
      #expect(try lab.lab.samlCertificates().count == 2)
      _ = try await lab.control(.post, "keys/rotate/saml", ["retireOthers": true])
      #expect(try await described().certificates.count == 1)
      #expect(try await described().certificates.first != before.certificates.first)
    }
  }

  @Test(
    "What is no request is told to the person, and no browser is sent anywhere",
    arguments: [
      [], [("SAMLRequest", "%%%")], [("SAMLRequest", "AAAA")], [("audience", "a")],
      [("audience", "a"), ("acs", "http://elsewhere.example/")],
      [("audience", "a"), ("acs", "javascript:alert(1)")],
    ])
  func malformed(query: [(String, String)]) async throws {
    try await LabHarness.run { lab in
      let answer = try await lab.get("/lab/saml/sso", query + [("lab_person", "ada")])
      #expect(answer.status == 400)
      #expect(answer.body.contains("data-page=\"error\""))
      #expect(answer.fields.isEmpty)
    }
  }

  @Test("A request that inflates to more than a request has is refused")
  func bomb() {
    // The DEFLATE stream of 100,000 bytes of one letter.
    let head: [UInt8] = [
      0xED, 0xC1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xAC, 0xEB, 0x5F, 0xC2, 0x1A, 0x1E, 0x40, 0x01,
    ]
    let bomb = head + [UInt8](repeating: 0, count: 96) + [0xAF, 0x06]
    #expect(Inflate.bytes(of: bomb, maximum: 65_536) == nil)
    #expect(Inflate.bytes(of: bomb, maximum: 100_000)?.count == 100_000)
    let stream: [UInt8] = [0x4B, 0x04, 0x00]
    #expect(Inflate.bytes(of: stream, maximum: 1) == Array("a".utf8))
    #expect(Inflate.bytes(of: stream, maximum: 0) == nil)
  }
}
