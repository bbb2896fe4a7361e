import Foundation

/// A request to sign a user in (SAML V2.0 Core, section 3.4.1).
public struct SAMLAuthnRequest: Sendable, Equatable {
  public var id: String
  public var issueInstant: Date
  /// The identity provider's URL for the HTTP-Redirect binding. It may have a query.
  public var destination: String
  public var assertionConsumerService: String
  /// The service provider's entity ID.
  public var issuer: String
  /// True if the user has to authenticate again.
  public var forcesAuthentication: Bool

  public init(
    id: String, issueInstant: Date, destination: String, assertionConsumerService: String, issuer: String,
    forcesAuthentication: Bool = false
  ) {
    self.id = id
    self.issueInstant = issueInstant
    self.destination = destination
    self.assertionConsumerService = assertionConsumerService
    self.issuer = issuer
    self.forcesAuthentication = forcesAuthentication
  }

  /// An ID that begins with an underscore, because an `xs:ID` must not begin with a digit.
  ///
  /// - Parameter random: 16 random bytes or more.
  public static func id(random: some Sequence<UInt8>) -> String {
    "_" + random.map { XMLText.hexadecimal($0) }.joined()
  }

  /// The request as XML. It has no `NameIDPolicy`, because some providers refuse every requested format.
  public var xml: String {
    func attribute(_ name: String, _ value: String) -> String { " \(name)=\"\(XMLText.escaped(value))\"" }
    return """
      <samlp:AuthnRequest xmlns:samlp="\(XMLNames.samlProtocol)" xmlns:saml="\(XMLNames.assertion)"\
      \(attribute("ID", id)) Version="2.0"\(attribute("IssueInstant", XMLInstant.text(issueInstant)))\
      \(attribute("Destination", destination))\
      \(attribute("AssertionConsumerServiceURL", assertionConsumerService)) \
      ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"\
      \(forcesAuthentication ? " ForceAuthn=\"true\"" : "")>\
      <saml:Issuer>\(XMLText.escaped(issuer))</saml:Issuer></samlp:AuthnRequest>
      """
  }

  /// Returns the URL that sends the request to the identity provider through the browser. Nil if the
  /// request cannot be compressed.
  ///
  /// - Parameter relayState: at most 80 bytes (SAML V2.0 Bindings, section 3.4.3).
  public func redirect(relayState: String) -> SAMLRedirect? {
    Deflate.compressed(Array(xml.utf8)).map {
      SAMLRedirect(address: destination, message: Data($0).base64EncodedString(), relayState: relayState)
    }
  }
}
