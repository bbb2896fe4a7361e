/// A check of a SAML message. The checks are made in this order, except `text`, which applies to every value.
public enum SAMLCheck: String, Sendable, CaseIterable {
  /// Base64 in the standard alphabet, at most ``SAMLResponse/maximumBase64Length`` characters.
  case base64
  /// XML in UTF-8, at most ``SAMLResponse/maximumSize`` bytes; not compressed.
  case encoding
  /// No DOCTYPE, and so no entity declarations.
  case documentType = "document-type"
  /// No processing instruction, comment or CDATA section.
  case markup
  /// Bounds on depth, elements, attributes and text.
  case limits
  case wellFormedness = "well-formedness"
  /// Each element of a response is at its only allowed place.
  case structure
  /// Every ID is an NCName and unique in the document.
  case identifiers
  /// The assertion is not encrypted: this server has no key to decrypt it.
  case encryption
  /// The identity provider reports success.
  case status
  /// The response or its assertion is signed.
  case signaturePresence = "signature-presence"
  /// One reference to the signed element itself, two transforms, exclusive canonicalisation.
  case signatureProfile = "signature-profile"
  case algorithm
  /// The canonical form of the signed element exists and is stable.
  case canonicalForm = "canonical-form"
  case digest
  /// The provider's settings have a certificate with a strong enough key.
  case certificates
  case signature
  case version
  case issuer
  /// The response's `Destination` is the assertion consumer service.
  case destination
  /// The response answers the request that was sent. If no request was sent, the response answers no
  /// request.
  case inResponseTo = "in-response-to"
  case issueInstant = "issue-instant"
  case subject
  /// The subject has a bearer confirmation that is valid now.
  case confirmation
  /// The confirmation's `Recipient` is the assertion consumer service.
  case recipient
  case conditions
  /// `NotBefore` and `NotOnOrAfter` of the conditions.
  case validity
  case audience
  /// A statement says how and when the subject signed in.
  case authentication
  case attributes
  /// One stream-safe text without markup, within its maximum length.
  case text

  var words: String {
    switch self {
    case .base64: "response's base64"
    case .encoding: "document's encoding"
    case .documentType: "document's type declaration"
    case .markup: "document's markup"
    case .limits: "document's size"
    case .wellFormedness: "document's XML"
    case .structure: "message's structure"
    case .identifiers: "message's IDs"
    case .encryption: "assertion's encryption"
    case .status: "response's status"
    case .signaturePresence: "signature"
    case .signatureProfile: "signature's form"
    case .algorithm: "signature's algorithm"
    case .canonicalForm: "canonical form"
    case .digest: "signature's digest"
    case .certificates: "provider's certificates"
    case .signature: "signature's value"
    case .version: "message's version"
    case .issuer: "issuer"
    case .destination: "response's destination"
    case .inResponseTo: "InResponseTo"
    case .issueInstant: "assertion's issue instant"
    case .subject: "assertion's subject"
    case .confirmation: "subject's confirmation"
    case .recipient: "confirmation's recipient"
    case .conditions: "assertion's conditions"
    case .validity: "assertion's validity"
    case .audience: "assertion's audience"
    case .authentication: "assertion's authentication statement"
    case .attributes: "assertion's attributes"
    case .text: "text of a value"
    }
  }
}
