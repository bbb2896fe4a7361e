import Foundation
import Identity
import IdentityWire
import SAML

/// What a SAML identity provider says of itself in its metadata (SAML V2.0 Metadata), as far as a provider's settings
/// need it. Nothing in it is proof of anything: an administrator looks at it before it counts, and its own signature
/// is not checked.
public struct SAMLMetadata: Sendable, Equatable {
  /// Bytes.
  public static let maximumLength = 524_288

  public var entityID: String
  /// The address that a browser is sent to with a request, by the HTTP-Redirect binding.
  public var ssoURL: String
  /// Those that the provider may sign with.
  public var certificates: [SAMLCertificate]

  public enum Failure: String, Error, Sendable, CaseIterable {
    case tooLarge
    case notUTF8
    /// A document type declaration, which could define entities: none is needed, and none is read.
    case documentType
    case malformed
    /// It describes no identity provider that speaks SAML 2.0.
    case noIdentityProvider
    case severalIdentityProviders
    case noSignOnAddress
    /// It takes requests by the HTTP-POST binding alone. They are sent by HTTP-Redirect.
    case noRedirectBinding
    case noCertificate
    case malformedCertificate
    /// Its `validUntil` is over (SAML V2.0 Metadata, section 2.3.1).
    case expired

    /// For people.
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
        "The metadata names no address to sign in at by HTTP-Redirect, the binding that requests are sent by. "
          + "Switch that binding on at the provider."
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
