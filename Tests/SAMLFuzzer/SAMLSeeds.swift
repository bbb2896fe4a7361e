import Foundation
import SAML

/// The responses that inputs begin with: of two accounts of one provider, signed in each way.
enum SAMLSeeds {
  static let now = Date(timeIntervalSince1970: 1_795_700_000)

  static let key: SAMLSigningKey = {
    guard let key = EllipticKeys.p256 else { preconditionFailure("There is no key") }
    return key
  }()

  static let expectations = SAMLExpectations(
    identityProvider: "https://idp.example.com", serviceProvider: "https://sp.example.com",
    assertionConsumerService: "https://sp.example.com/acs", requestID: "_request",
    certificates: [key.certificate], now: now)

  static let responses: [String] = {
    var form = XMLSigner.Form()
    form.method = SignatureAlgorithm.ecdsaSHA256.rawValue
    let issuer = SAMLIssuer(entityID: expectations.identityProvider, key: key, form: form)
    return [content("sam@corp.example", 1), content("attacker@corp.example", 2)].flatMap { content in
      [SAMLIssuer.Signed.assertion, .response, .both].compactMap { issuer.response(content, signing: $0) }
    }
  }()

  /// The only assertions that may be believed.
  static let signed: [SAMLAssertion] = responses.map { response in
    guard let assertion = try? SAMLResponse.verified(xml: Array(response.utf8), expectations) else {
      preconditionFailure("A good response was refused")
    }
    return assertion
  }

  static var all: [[UInt8]] {
    let metadata = SAMLServiceProviderMetadata(
      entityID: "https://sp.example.com", assertionConsumerService: "https://sp.example.com/acs",
      certificates: [key.certificate], signsRequests: true)
    let provider = metadata.xml.replacing("SPSSODescriptor", with: "IDPSSODescriptor")
      .replacing("AssertionConsumerService", with: "SingleSignOnService").replacing("POST", with: "Redirect")
    let unsigned = content("sam@corp.example", 1).xml(issuer: expectations.identityProvider)
    return responses.map { [SAMLFuzzTarget.response.rawValue] + $0.utf8 }
      + responses.map { [SAMLFuzzTarget.canonicalForm.rawValue] + $0.utf8 }
      + [
        [SAMLFuzzTarget.metadata.rawValue] + provider.utf8,
        [SAMLFuzzTarget.signedContent.rawValue] + unsigned.utf8,
      ]
  }

  private static func content(_ name: String, _ number: Int) -> SAMLResponseContent {
    var content = SAMLResponseContent(
      responseID: number == 1 ? "_response" : "_response\(number)",
      assertionID: number == 1 ? "_assertion" : "_assertion\(number)", issueInstant: now,
      destination: expectations.assertionConsumerService, inResponseTo: expectations.requestID,
      audience: expectations.serviceProvider, nameID: name)
    content.attributes = [SAMLAssertion.Attribute(name: "mail", values: [name, "b"])]
    return content
  }
}
