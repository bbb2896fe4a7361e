import Foundation
import Identity
import IdentityWire
import SAML

/// The parts of a SAML identity provider's metadata (SAML V2.0 Metadata) that a provider's settings need.
/// The signature of the metadata is not checked, so an administrator has to confirm the metadata.
public struct SAMLMetadata: Sendable, Equatable {
  /// The maximum size in bytes.
  public static let maximumLength = 524_288

  public var entityID: String
  /// The URL to which the browser is redirected with a request (HTTP-Redirect binding).
  public var ssoURL: String
  /// The certificates that the provider may sign with.
  public var certificates: [SAMLCertificate]

  public enum Failure: String, Error, Sendable, CaseIterable {
    case tooLarge
    case notUTF8
    /// A document type declaration. It could define entities, so it is refused.
    case documentType
    case malformed
    /// The document describes no identity provider that supports SAML 2.0.
    case noIdentityProvider
    case severalIdentityProviders
    case noSignOnAddress
    /// The provider accepts requests by the HTTP-POST binding only. This server sends them by HTTP-Redirect.
    case noRedirectBinding
    case noCertificate
    case malformedCertificate
    /// The `validUntil` of the metadata has passed (SAML V2.0 Metadata, section 2.3.1).
    case expired

    /// The failure in words, for people.
    public var words: String {
      switch self {
      case .tooLarge: "The metadata is larger than \(SAMLMetadata.maximumLength / 1024) KiB."
      case .notUTF8: "The metadata is no text in UTF-8."
      case .documentType: "The metadata has a document type declaration (DOCTYPE), which is not accepted."
      case .malformed: "The metadata is no well-formed XML."
      case .noIdentityProvider: "The metadata describes no identity provider that speaks SAML 2.0."
      case .severalIdentityProviders: "The metadata describes more than one identity provider."
      case .noSignOnAddress: "The metadata names no address to sign in at."
      case .noRedirectBinding:
        "The metadata names no address to sign in at by HTTP-Redirect. Requests are sent by this binding. Switch it "
          + "on at the provider."
      case .noCertificate: "The metadata holds no certificate to check signatures by."
      case .malformedCertificate: "A certificate in the metadata cannot be read."
      case .expired: "The metadata has expired by its validUntil."
      }
    }
  }

  public init(xml bytes: [UInt8], now: Instant) throws(Failure) {
    guard bytes.count <= Self.maximumLength else { throw .tooLarge }
    guard let text = StreamSafeText.decode(bytes), !text.utf8.contains(0) else { throw .notUTF8 }
    let descriptions: [SAMLIdentityProviderDescription]
    do throws(SAMLRefusal) {
      descriptions = try SAMLIdentityProviderDescription.all(inMetadata: bytes)
    } catch {
      throw Failure(error, isMarkup: text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<")
    }
    guard let found = descriptions.first else { throw .noIdentityProvider }
    guard descriptions.count == 1 else { throw .severalIdentityProviders }
    guard !found.entityID.isEmpty else { throw .noIdentityProvider }
    if let end = found.validUntil, end <= now.date { throw .expired }
    guard let address = found.redirectURL else {
      throw found.postURL == nil ? .noSignOnAddress : .noRedirectBinding
    }
    guard !found.certificates.isEmpty else { throw .noCertificate }
    var certificates: [SAMLCertificate] = []
    for der in found.certificates {
      guard let certificate = SAMLCertificate(base64: Data(der).base64EncodedString()) else {
        throw .malformedCertificate
      }
      certificates.append(certificate)
    }
    entityID = found.entityID
    ssoURL = address
    self.certificates = certificates
  }
}

extension SAMLMetadata.Failure {
  fileprivate init(_ refusal: SAMLRefusal, isMarkup: Bool) {
    switch refusal.check {
    case .encoding where isMarkup: self = .notUTF8
    case .documentType: self = .documentType
    case .certificates: self = .malformedCertificate
    default: self = .malformed
    }
  }
}
