import Foundation

/// The values of a response that a test identity provider issues.
package struct SAMLResponseContent: Sendable {
  package var responseID: String
  package var assertionID: String
  package var issueInstant: Date
  /// The assertion consumer service.
  package var destination: String
  package var inResponseTo: String?
  package var audience: String
  package var nameID: String
  package var nameIDFormat: String? = SAMLAssertion.Subject.emailAddress
  package var attributes: [SAMLAssertion.Attribute] = []
  package var sessionIndex: String? = "_session"
  package var notBefore: Date
  package var notOnOrAfter: Date
  package var sessionNotOnOrAfter: Date?
  /// The nested status codes, the outermost first.
  package var statusCodes = ["urn:oasis:names:tc:SAML:2.0:status:Success"]
  package var statusMessage: String?
  /// False for the answer of a provider that could not sign the user in.
  package var hasAssertion = true

  package init(
    responseID: String, assertionID: String, issueInstant: Date, destination: String, inResponseTo: String?,
    audience: String, nameID: String
  ) {
    self.responseID = responseID
    self.assertionID = assertionID
    self.issueInstant = issueInstant
    self.destination = destination
    self.inResponseTo = inResponseTo
    self.audience = audience
    self.nameID = nameID
    notBefore = issueInstant.addingTimeInterval(-30)
    notOnOrAfter = issueInstant.addingTimeInterval(300)
  }

  /// The response without signatures.
  package func xml(issuer: String) -> String {
    let issuer = "<saml:Issuer>\(XMLText.escaped(issuer))</saml:Issuer>"
    let instant = Self.attribute("IssueInstant", XMLInstant.text(issueInstant))
    let answered = inResponseTo.map { Self.attribute("InResponseTo", $0) } ?? ""
    return """
      <samlp:Response xmlns:samlp="\(XMLNames.samlProtocol)" xmlns:saml="\(XMLNames.assertion)"\
      \(Self.attribute("ID", responseID)) Version="2.0"\(instant)\(Self.attribute("Destination", destination))\
      \(answered)>\(issuer)\(status)\(hasAssertion ? assertion(issuer, instant, answered) : "")</samlp:Response>
      """
  }

  private var status: String {
    let codes = statusCodes.reversed().reduce("") { inner, code in
      "<samlp:StatusCode\(Self.attribute("Value", code))>\(inner)</samlp:StatusCode>"
    }
    let message =
      statusMessage.map { "<samlp:StatusMessage>\(XMLText.escaped($0))</samlp:StatusMessage>" } ?? ""
    return "<samlp:Status>\(codes)\(message)</samlp:Status>"
  }

  private func assertion(_ issuer: String, _ instant: String, _ answered: String) -> String {
    let end = Self.attribute("NotOnOrAfter", XMLInstant.text(notOnOrAfter))
    let format = nameIDFormat.map { Self.attribute("Format", $0) } ?? ""
    let session = sessionIndex.map { Self.attribute("SessionIndex", $0) } ?? ""
    let sessionEnd =
      sessionNotOnOrAfter.map { Self.attribute("SessionNotOnOrAfter", XMLInstant.text($0)) } ?? ""
    return """
      <saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\(Self.attribute("ID", assertionID)) \
      Version="2.0"\(instant)>\(issuer)<saml:Subject><saml:NameID\(format)>\(XMLText.escaped(nameID))</saml:NameID>\
      <saml:SubjectConfirmation Method="\(AssertionReader.bearer)"><saml:SubjectConfirmationData\(end)\
      \(Self.attribute("Recipient", destination))\(answered)/></saml:SubjectConfirmation></saml:Subject>\
      <saml:Conditions\(Self.attribute("NotBefore", XMLInstant.text(notBefore)))\(end)><saml:AudienceRestriction>\
      <saml:Audience>\(XMLText.escaped(audience))</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
      <saml:AuthnStatement\(Self.attribute("AuthnInstant", XMLInstant.text(issueInstant)))\(session)\(sessionEnd)>\
      <saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password\
      </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>\(attributeStatement)</saml:Assertion>
      """
  }

  private var attributeStatement: String {
    guard !attributes.isEmpty else { return "" }
    let elements = attributes.map { attribute in
      let values = attribute.values.map {
        "<saml:AttributeValue xsi:type=\"xs:string\">\(XMLText.escaped($0))</saml:AttributeValue>"
      }
      return "<saml:Attribute\(Self.attribute("Name", attribute.name))>\(values.joined())</saml:Attribute>"
    }
    return "<saml:AttributeStatement>\(elements.joined())</saml:AttributeStatement>"
  }

  private static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(XMLText.escaped(value))\""
  }
}
