import Foundation
import Testing

@testable import SAML

/// An identity provider, a service provider and a flow between them.
enum Stage {
  static let identityProvider = "https://idp.example.com/metadata"
  static let serviceProvider = "https://sp.example.com"
  static let assertionConsumerService = "https://sp.example.com/__/auth/handler"
  static let requestID = "_0f1e2d3c4b5a69788796a5b4c3d2e1f0"
  static let now = Date(timeIntervalSince1970: 1_795_700_000)

  static let key = generatedKey("idp.example.com")
  /// A key that nobody trusts.
  static let strangersKey = generatedKey("stranger.example.com")

  private static func generatedKey(_ name: String) -> SAMLSigningKey {
    guard let key = SAMLSigningKey.generate(commonName: name) else { preconditionFailure("no key") }
    return key
  }

  static var expectations: SAMLExpectations {
    SAMLExpectations(
      identityProvider: identityProvider, serviceProvider: serviceProvider,
      assertionConsumerService: assertionConsumerService, requestID: requestID,
      certificates: [key.certificate], now: now)
  }

  static var content: SAMLResponseContent {
    var content = SAMLResponseContent(
      responseID: "_response", assertionID: "_assertion", issueInstant: now.addingTimeInterval(-2),
      destination: assertionConsumerService, inResponseTo: requestID, audience: serviceProvider,
      nameID: "sam@corp.example")
    content.attributes = [
      SAMLAssertion.Attribute(name: "mail", values: ["sam@corp.example"]),
      SAMLAssertion.Attribute(name: "groups", values: ["staff", "admins"]),
    ]
    return content
  }

  static var unsigned: String { content.xml(issuer: identityProvider) }

  /// A response of the provider. A change is made before it is signed: the provider's own doing.
  static func response(
    _ signed: SAMLIssuer.Signed = .assertion, form: XMLSigner.Form = XMLSigner.Form(),
    key: SAMLSigningKey = key, changing change: (String) -> String = { $0 }
  ) throws -> String {
    let issuer = SAMLIssuer(entityID: identityProvider, key: key, form: form)
    return try #require(issuer.sign(change(unsigned), content, signing: signed))
  }

  /// The check that refuses a response; nil if it is accepted.
  static func refusal(of xml: String, _ expectations: SAMLExpectations = expectations) -> SAMLRefusal? {
    refusal(of: Array(xml.utf8), expectations)
  }

  static func refusal(of xml: [UInt8], _ expectations: SAMLExpectations = expectations) -> SAMLRefusal? {
    do throws(SAMLRefusal) {
      _ = try SAMLResponse.verified(xml: xml, expectations)
      return nil
    } catch {
      return error
    }
  }

  static func assertion(
    of xml: String, _ expectations: SAMLExpectations = expectations
  ) throws -> SAMLAssertion { try SAMLResponse.verified(xml: Array(xml.utf8), expectations) }
}

/// Parts of a response as text.
extension String {
  /// The first element of that name with everything in it.
  func element(_ name: String) throws -> String {
    let start = try #require(range(of: "<\(name)[ >/]", options: .regularExpression))
    let end = try #require(self[start.lowerBound...].range(of: "</\(name)>"))
    return String(self[start.lowerBound..<end.upperBound])
  }

  func without(_ part: String) -> String { replacing(part, with: "", maxReplacements: 1) }

  func inserting(_ part: String, before place: String) -> String {
    replacing(place, with: part + place, maxReplacements: 1)
  }

  func inserting(_ part: String, after place: String) -> String {
    replacing(place, with: place + part, maxReplacements: 1)
  }
}
