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
  /// Where a browser is sent to sign in: the address for the redirect binding, or for the post binding where there
  /// is no other.
  public var ssoURL: String
  /// Those that the provider may sign with.
  public var certificates: [SAMLCertificate]
  /// The moment from which on it says nothing any more, if it names one.
  public var validUntil: Instant?

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
    case noCertificate
    case malformedCertificate

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
      case .noCertificate: "The metadata holds no certificate to check signatures by."
      case .malformedCertificate: "A certificate in the metadata cannot be read."
      }
    }
  }

  public init(xml bytes: [UInt8]) throws(Failure) {
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
    guard let address = found.redirectURL ?? found.postURL else { throw .noSignOnAddress }
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
    validUntil = found.validUntil.map { Instant(seconds: Int64($0.timeIntervalSince1970)) }
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
