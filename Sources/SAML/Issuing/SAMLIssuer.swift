import Foundation

/// An identity provider that issues signed responses, for tests and the provider lab.
package struct SAMLIssuer: Sendable {
  /// The elements that receive a signature.
  package enum Signed: Sendable, CaseIterable { case nothing, assertion, response, both }

  package var entityID: String
  package var key: SAMLSigningKey
  package var form: XMLSigner.Form

  package init(entityID: String, key: SAMLSigningKey, form: XMLSigner.Form = XMLSigner.Form()) {
    (self.entityID, self.key, self.form) = (entityID, key, form)
  }

  /// Returns the response in XML, or nil if it cannot be signed.
  package func response(_ content: SAMLResponseContent, signing signed: Signed) -> String? {
    sign(content.xml(issuer: entityID), content, signing: signed)
  }

  /// Signs the XML of an existing response, which a test may have changed.
  package func sign(_ xml: String, _ content: SAMLResponseContent, signing signed: Signed) -> String? {
    let signer = XMLSigner(key, form: form)
    switch signed {
    case .nothing: return xml
    case .assertion: return signer.sign(xml, id: content.assertionID)
    case .response: return signer.sign(xml, id: content.responseID)
    case .both:
      return signer.sign(xml, id: content.assertionID).flatMap { signer.sign($0, id: content.responseID) }
    }
  }
}
