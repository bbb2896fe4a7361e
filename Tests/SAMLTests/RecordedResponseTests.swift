import Foundation
import Testing

@testable import SAML

@Suite struct RecordedResponseTests {
  private var expectations: SAMLExpectations {
    get throws {
      SAMLExpectations(
        identityProvider: RecordedResponse.identityProvider,
        serviceProvider: RecordedResponse.serviceProvider,
        assertionConsumerService: RecordedResponse.assertionConsumerService,
        requestID: RecordedResponse.requestID, certificates: [RecordedResponse.certificate],
        now: try #require(XMLInstant.date("2026-11-23T01:40:00Z")))
    }
  }

  @Test func `Verifies under its own settings and clock`() throws {
    let assertion = try SAMLResponse.verified(xml: RecordedResponse.xml, expectations)
    #expect(assertion.id == "_d2d41ce42f6b990a6c2fd119935a400a20a354dd70")
    #expect(assertion.issuer == RecordedResponse.identityProvider)
    #expect(assertion.subject.nameID == "sam@corp.example")
    #expect(assertion.subject.format == SAMLAssertion.Subject.emailAddress)
    #expect(assertion.subject.serviceProviderNameQualifier == "latchkey-sp")
    #expect(
      assertion.attributes.map(\.name) == ["uid", "email", "mail", "displayName", "eduPersonAffiliation"])
    #expect(assertion.values(of: "eduPersonAffiliation") == ["member", "student"])
    #expect(assertion.values(of: "displayName") == ["Sam L"])
    #expect(assertion.sessionIndex == "_d157be01a79eb782c163bb50a36454a2376808d3ad")
    #expect(assertion.authenticationContext == "urn:oasis:names:tc:SAML:2.0:ac:classes:Password")
    #expect(assertion.authenticatedAt == XMLInstant.date("2026-11-23T01:39:48Z"))
    #expect(assertion.sessionNotOnOrAfter == XMLInstant.date("2026-11-23T09:39:48Z"))
    #expect(assertion.usableUntil == XMLInstant.date("2026-11-23T01:45:48Z"))
  }
}
