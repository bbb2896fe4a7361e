import Foundation
import Testing

@testable import SAML

/// Responses that a trusted provider signed and that are refused for a value, each for one.
@Suite("SAML response values") struct ResponseValueTests {
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let check: SAMLCheck
    let part: String
    let replacement: String

    init(_ name: String, _ check: SAMLCheck, _ part: String, _ replacement: String) {
      (self.name, self.check, self.part, self.replacement) = (name, check, part, replacement)
    }

    var testDescription: String { name }
  }

  private static let assertionIssuer = "<saml:Issuer>\(Stage.identityProvider)</saml:Issuer><saml:Subject>"
  private static let audience = "<saml:Audience>\(Stage.serviceProvider)</saml:Audience>"
  private static let restriction = "<saml:AudienceRestriction>\(audience)</saml:AudienceRestriction>"
  private static let nameID = "sam@corp.example</saml:NameID>"
  private static let recipient = "Recipient=\"\(Stage.assertionConsumerService)\""
  private static let confirmation = "<saml:SubjectConfirmationData "
  private static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

  static let changes: [Change] = [
    Change(
      "another issuer", .issuer, assertionIssuer,
      "<saml:Issuer>https://other.example</saml:Issuer><saml:Subject>"),
    Change("no issuer", .issuer, assertionIssuer, "<saml:Subject>"),
    Change("an empty issuer", .text, assertionIssuer, "<saml:Issuer></saml:Issuer><saml:Subject>"),
    Change(
      "an issuer that begins alike", .issuer, assertionIssuer,
      "<saml:Issuer>\(Stage.identityProvider)/</saml:Issuer><saml:Subject>"),
    Change(
      "an issuer of another format", .issuer, assertionIssuer,
      "<saml:Issuer Format=\"urn:x\">\(Stage.identityProvider)</saml:Issuer><saml:Subject>"),
    Change(
      "an issuer with an element in it", .text, assertionIssuer,
      "<saml:Issuer><a xmlns=\"urn:a\"/>\(Stage.identityProvider)</saml:Issuer><saml:Subject>"),
    Change("two issuers", .structure, assertionIssuer, "<saml:Issuer>a</saml:Issuer>" + assertionIssuer),
    Change("another audience", .audience, audience, "<saml:Audience>https://other.example</saml:Audience>"),
    Change(
      "an audience that begins alike", .audience, audience,
      "<saml:Audience>\(Stage.serviceProvider).evil.example</saml:Audience>"),
    Change(
      "an audience in other letters", .audience, audience,
      "<saml:Audience>HTTPS://SP.EXAMPLE.COM</saml:Audience>"),
    Change("no audience", .audience, audience, ""),
    Change("no audience restriction", .audience, restriction, ""),
    Change(
      "a second restriction that leaves us out", .audience, restriction,
      restriction
        + "<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>"
    ),
    Change("no conditions", .conditions, "", ""),
    Change(
      "an unknown condition", .conditions, restriction,
      restriction + "<saml:Condition xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"/>"),
    Change("a foreign condition", .conditions, restriction, restriction + "<a xmlns=\"urn:a\"/>"),
    Change(
      "two conditions elements", .structure, "<saml:AuthnStatement ",
      "<saml:Conditions/><saml:AuthnStatement "),
    Change("another recipient", .recipient, recipient, "Recipient=\"https://other.example/acs\""),
    Change(
      "a recipient with more at its end", .recipient, recipient,
      "Recipient=\"\(Stage.assertionConsumerService)/\""),
    Change("an empty recipient", .recipient, recipient, "Recipient=\"\""),
    Change("no recipient", .recipient, recipient, ""),
    Change(
      "a bearer that must wait", .confirmation, recipient, recipient + " NotBefore=\"2020-01-01T00:00:00Z\""),
    Change("a holder of a key instead of a bearer", .confirmation, "cm:bearer", "cm:holder-of-key"),
    Change("no confirmation data", .confirmation, "", ""),
    Change("no confirmation", .confirmation, "", ""),
    Change("no NameID", .subject, "", ""),
    Change("an empty NameID", .text, nameID, "</saml:NameID>"),
    Change("blanks around a NameID", .text, nameID, " sam </saml:NameID>"),
    Change("a line break in a NameID", .text, nameID, "sam&#10;admin</saml:NameID>"),
    Change(
      "a NameID with an element in it", .text, nameID, "sam<b xmlns=\"urn:b\"/>@corp.example</saml:NameID>"),
    Change("a long NameID", .text, nameID, String(repeating: "a", count: 1_025) + "</saml:NameID>"),
    Change(
      "a NameID of combining marks", .text, nameID,
      String(repeating: "\u{301}", count: 100) + "</saml:NameID>"),
    Change("two NameIDs", .structure, nameID, nameID + "<saml:NameID>admin</saml:NameID>"),
    Change("a BaseID", .subject, nameID, nameID + "<saml:BaseID/>"),
    Change("an encrypted ID", .encryption, nameID, nameID + "<saml:EncryptedID/>"),
    Change("no subject", .subject, "", ""),
    Change("no authentication statement", .authentication, "", ""),
    Change("no time of authentication", .authentication, "AuthnInstant=", "AuthenticatedAt="),
    Change(
      "an assertion of another version", .version, "ID=\"_assertion\" Version=\"2.0\"",
      "ID=\"_assertion\" Version=\"1.1\""),
    Change(
      "a response of another version", .version, "ID=\"_response\" Version=\"2.0\"", "ID=\"_response\""),
    Change(
      "a long session index", .text, "SessionIndex=\"_session\"",
      "SessionIndex=\"\(String(repeating: "a", count: 1_025))\""),
    Change(
      "an attribute's name of combining marks", .text, " Name=\"mail\"",
      " Name=\"\(String(repeating: "\u{301}", count: 100))\""),
    Change(
      "an unknown statement", .structure, "<saml:AuthnStatement ", "<saml:Statement/><saml:AuthnStatement "),
    Change(
      "a foreign statement", .structure, "<saml:AuthnStatement ", "<a xmlns=\"urn:a\"/><saml:AuthnStatement "),
    Change("text between statements", .structure, "<saml:AuthnStatement ", "text<saml:AuthnStatement "),
    Change(
      "an encrypted attribute", .encryption, "</saml:AttributeStatement>",
      "<saml:EncryptedAttribute/></saml:AttributeStatement>"),
    Change("an attribute without a name", .attributes, " Name=\"mail\"", ""),
    Change("an attribute with an empty name", .text, " Name=\"mail\"", " Name=\"\""),
    Change(
      "an element among the values", .attributes, "<saml:AttributeValue", "<saml:Value/><saml:AttributeValue"),
    Change("a value with an element in it", .text, ">staff<", "><b xmlns=\"urn:b\"/>staff<"),
    Change(
      "another destination", .destination, "Destination=\"\(Stage.assertionConsumerService)\"",
      "Destination=\"https://other.example/acs\""),
    Change(
      "an empty destination", .destination, "Destination=\"\(Stage.assertionConsumerService)\"",
      "Destination=\"\""),
    Change("no status", .status, "", ""),
    Change(
      "a status of the sender's fault", .status, success, "urn:oasis:names:tc:SAML:2.0:status:Requester"),
    Change("a status that begins alike", .status, success, success + "/"),
    Change("another root", .structure, "samlp:Response", "samlp:ArtifactResponse"),
    Change("an unknown part of the response", .structure, "<samlp:Status>", "<samlp:Other/><samlp:Status>"),
    Change(
      "another namespace", .structure, "urn:oasis:names:tc:SAML:2.0:protocol",
      "urn:oasis:names:tc:SAML:1.0:protocol"),
  ]

  /// Elements that a change with an empty part takes out.
  private static let removed = [
    "no conditions": "saml:Conditions", "no confirmation": "saml:SubjectConfirmation",
    "no NameID": "saml:NameID",
    "no subject": "saml:Subject", "no authentication statement": "saml:AuthnStatement",
    "no status": "samlp:Status",
  ]

  // Fails when the value that a change is about is not compared, or not whole.
  @Test("refuses", arguments: changes)
  func refuses(change: Change) throws {
    let changed = try Self.changed(Stage.unsigned, by: change)
    #expect(changed != Stage.unsigned, "the change changed nothing")
    let issuer = SAMLIssuer(entityID: Stage.identityProvider, key: Stage.key)
    for signed in [SAMLIssuer.Signed.assertion, .response, .both] {
      let response = try #require(issuer.sign(changed, Stage.content, signing: signed))
      #expect(Stage.refusal(of: response)?.check == change.check, "signed: \(signed)")
    }
  }

  private static func changed(_ xml: String, by change: Change) throws -> String {
    guard change.part.isEmpty else { return xml.replacing(change.part, with: change.replacement) }
    if let name = removed[change.name] { return xml.without(try xml.element(name)) }
    let data = try #require(
      xml.range(of: "<saml:SubjectConfirmationData [^>]*/>", options: .regularExpression))
    return xml.replacingCharacters(in: data, with: "")
  }

  // Fails when InResponseTo is not compared, on the confirmation and on the response (each alone).
  @Test("a response to another request, or to none, is refused, and so is an answer that nobody asked for")
  func inResponseTo() throws {
    let answered = " InResponseTo=\"\(Stage.requestID)\""
    let here = "\(Self.recipient)\(answered)"
    for (part, replacement) in [
      (answered, " InResponseTo=\"_other\""), (here, Self.recipient),
      (here, "\(Self.recipient) InResponseTo=\"\""),
    ] {
      let response = try Stage.response { $0.replacing(part, with: replacement) }
      #expect(Stage.refusal(of: response)?.check == .inResponseTo)
    }
    var unsolicited = Stage.expectations
    unsolicited.requestID = nil
    #expect(Stage.refusal(of: try Stage.response(), unsolicited)?.check == .inResponseTo)
    #expect(Stage.refusal(of: try Stage.response { $0.replacing(answered, with: "") }, unsolicited) == nil)
    // The response's own says it too.
    let outside = try Stage.response {
      $0.replacing(answered, with: " InResponseTo=\"_other\"", maxReplacements: 1)
    }
    #expect(Stage.refusal(of: outside)?.check == .inResponseTo)
  }

  // Fails when a signed response may come without its destination.
  @Test("a signed response names its destination")
  func destination() throws {
    let part = " Destination=\"\(Stage.assertionConsumerService)\""
    for (signed, check) in [
      (SAMLIssuer.Signed.assertion, nil), (.response, SAMLCheck.destination), (.both, .destination),
    ] {
      let response = try Stage.response(signed) { $0.replacing(part, with: "") }
      #expect(Stage.refusal(of: response)?.check == check)
    }
  }

  // Fails when a response is passed over because it is not signed itself.
  @Test("a response around a signed assertion can refuse, though nobody signed it")
  func hints() throws {
    let response = try Stage.response()
    #expect(
      Stage.refusal(of: response.replacing("status:Success", with: "status:Responder"))?.check == .status)
    let issuer = response.replacing(
      "<saml:Issuer>\(Stage.identityProvider)", with: "<saml:Issuer>https://other.example", maxReplacements: 1
    )
    #expect(Stage.refusal(of: issuer)?.check == .issuer)
  }

  @Test("a provider's error is told with its codes and its message")
  func status() throws {
    var content = Stage.content
    content.statusCodes = [
      "urn:oasis:names:tc:SAML:2.0:status:Responder", "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed",
    ]
    content.statusMessage = "No such user"
    content.hasAssertion = false
    let refusal = try #require(Stage.refusal(of: content.xml(issuer: Stage.identityProvider)))
    #expect(refusal.check == .status)
    #expect(refusal.seen == "\(content.statusCodes.joined(separator: ", ")), No such user")
    #expect(refusal.isDenial)
    for (code, isDenial) in [("RequestDenied", true), ("NoPassive", false), ("UnknownPrincipal", false)] {
      content.statusCodes[1] = "urn:oasis:names:tc:SAML:2.0:status:\(code)"
      let other = try #require(Stage.refusal(of: content.xml(issuer: Stage.identityProvider)))
      #expect(other.check == .status && other.isDenial == isDenial, "\(code)")
    }
    content.statusCodes = [Self.success]
    #expect(Stage.refusal(of: content.xml(issuer: Stage.identityProvider))?.check == .structure)
  }

  // Fails when an encrypted assertion is passed over.
  @Test("an encrypted assertion is refused, alone or beside another")
  func encrypted() throws {
    let encrypted = "<saml:EncryptedAssertion><a xmlns=\"urn:a\"/></saml:EncryptedAssertion>"
    let response = try Stage.response()
    #expect(
      Stage.refusal(of: response.inserting(encrypted, before: "</samlp:Response>"))?.check == .encryption)
    #expect(
      Stage.refusal(of: response.replacing(try response.element("saml:Assertion"), with: encrypted))?.check
        == .encryption)
  }

  // Fails when issuer, key or audience are not those of the flow's provider (each alone).
  @Test("a response of one provider is none of another's, though both are trusted")
  func otherProvider() throws {
    var expectations = Stage.expectations
    expectations.identityProvider = "https://other-idp.example"
    expectations.certificates.append(Stage.strangersKey.certificate)
    #expect(Stage.refusal(of: try Stage.response(), expectations)?.check == .issuer)
    expectations = Stage.expectations
    expectations.certificates = [Stage.strangersKey.certificate]
    #expect(Stage.refusal(of: try Stage.response(), expectations)?.check == .signature)
    expectations = Stage.expectations
    expectations.serviceProvider = "https://other-sp.example"
    #expect(Stage.refusal(of: try Stage.response(), expectations)?.check == .audience)
  }

  // Fails when texts are compared by canonical equivalence.
  @Test("an equivalent spelling in other bytes is another name")
  func spelling() throws {
    var expectations = Stage.expectations
    // The Kelvin sign is canonically equivalent to K.
    expectations.serviceProvider = "https://K.example"
    let response = try Stage.response {
      $0.replacing(Self.audience, with: "<saml:Audience>https://\u{212A}.example</saml:Audience>")
    }
    #expect(Stage.refusal(of: response, expectations)?.check == .audience)
  }
}
