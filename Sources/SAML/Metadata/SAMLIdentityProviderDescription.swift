import Foundation

/// An identity provider as its metadata describes it (SAML V2.0 Metadata, section 2.4.3). The values are
/// not verified.
public struct SAMLIdentityProviderDescription: Sendable, Equatable {
  /// The maximum size of a document in bytes.
  public static let maximumDocumentSize = 524_288

  public var entityID: String
  /// The address of the HTTP-Redirect binding.
  public var redirectURL: String?
  /// The address of the HTTP-POST binding.
  public var postURL: String?
  /// The signing certificates in DER, in the order of the document, without repetitions.
  public var certificates: [[UInt8]]
  public var validUntil: Date?
  public var wantsSignedRequests: Bool

  static let maximumCertificates = 10

  /// Returns the document's identity providers that support SAML 2.0.
  ///
  /// The document's own signature is not checked. The root element describes one entity, or is a list of
  /// entities, which may contain further lists.
  ///
  /// - Parameter maximum: the maximum number of results; further providers are omitted.
  /// - Throws: ``SAMLRefusal`` of `encoding`, `documentType`, `markup`, `limits`, `wellFormedness`,
  ///   `certificates` or `text`.
  public static func all(
    inMetadata xml: [UInt8], maximum: Int = 2
  ) throws(SAMLRefusal) -> [SAMLIdentityProviderDescription] {
    var found: [SAMLIdentityProviderDescription] = []
    try MetadataReader.collect(try XMLTree.parse(xml, .metadata), validUntil: nil, maximum, into: &found)
    return found
  }
}
