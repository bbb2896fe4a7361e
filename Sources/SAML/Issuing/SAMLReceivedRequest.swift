/// The values of a request that a test identity provider needs for its response (SAML V2.0 Core, section
/// 3.4.1). The request's signature is not checked.
package struct SAMLReceivedRequest: Sendable, Equatable {
  /// The maximum size in bytes.
  package static let maximumSize = 65_536

  package var id: String
  /// The service provider's entity ID.
  package var issuer: String
  package var assertionConsumerService: String?
  package var forcesAuthentication: Bool

  /// Nil if the XML is not an `AuthnRequest`.
  package init?(xml: [UInt8]) {
    guard let root = try? XMLTree.parse(xml, .request),
      root.isNamed("AuthnRequest", in: XMLNames.samlProtocol),
      let id = root["ID"]
    else { return nil }
    self.id = id
    issuer = root.children("Issuer", in: XMLNames.assertion).first?.text ?? ""
    assertionConsumerService = root["AssertionConsumerServiceURL"]
    forcesAuthentication = ["true", "1"].contains(root["ForceAuthn"])
  }
}
