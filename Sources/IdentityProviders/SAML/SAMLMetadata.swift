import Foundation
import Identity
import IdentityWire

/// What a SAML identity provider says of itself in its metadata (SAML V2.0 Metadata), as far as a provider's settings
/// need it. Nothing in it is proof of anything: an administrator looks at it before it counts, and its own signature
/// is not checked.
public struct SAMLMetadata: Sendable, Equatable {
  /// Bytes.
  public static let maximumLength = 524_288
  static let maximumCertificates = 10

  public var entityID: String
  /// Where a browser is sent to sign in: the address for the redirect binding, or for the post binding where there
  /// is no other.
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
    guard let text = StreamSafeText.decode(bytes), !text.utf8.contains(0), Self.isUTF8(text)
    else {
      throw .notUTF8
    }
    // Before any parser sees it. Whatever else such letters may mean in a document, it is none of the kind that
    // providers publish.
    guard text.range(of: "<!DOCTYPE", options: .caseInsensitive) == nil,
      text.range(of: "<!ENTITY", options: .caseInsensitive) == nil
    else { throw .documentType }
    guard let descriptors = SAMLMetadataReader.descriptors(in: Data(bytes)) else { throw .malformed }
    guard let found = descriptors.first else { throw .noIdentityProvider }
    guard descriptors.count == 1 else { throw .severalIdentityProviders }
    guard !found.entityID.isEmpty, found.entityID.utf8.count <= 1_024 else { throw .noIdentityProvider }
    guard let address = found.redirectAddress ?? found.postAddress else { throw .noSignOnAddress }
    guard !found.certificates.isEmpty else { throw .noCertificate }
    var certificates: [SAMLCertificate] = []
    for text in found.certificates.prefix(Self.maximumCertificates) {
      guard let certificate = SAMLCertificate(base64: text) else { throw .malformedCertificate }
      if !certificates.contains(certificate) { certificates.append(certificate) }
    }
    entityID = found.entityID
    ssoURL = address
    self.certificates = certificates
  }

  /// Whether the XML declaration, if there is one, names no other encoding: a parser that goes by it would read
  /// another document than was looked at.
  private static func isUTF8(_ text: String) -> Bool {
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    guard text.hasPrefix("<?xml") else { return true }
    guard let end = text.range(of: "?>") else { return false }
    let declaration = text[..<end.lowerBound].lowercased()
    guard let encoding = declaration.range(of: "encoding") else { return true }
    let value = declaration[encoding.upperBound...].filter {
      !$0.isWhitespace && $0 != "=" && $0 != "\"" && $0 != "'"
    }
    return value.hasPrefix("utf-8") || value.hasPrefix("us-ascii")
  }
}

extension ProviderRegistry {
  /// Fetches metadata under the rules for every fetch from a provider: https, no private address, no redirect.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` with its diagnosis when it cannot be had, `INVALID_CONFIG` when it is none.
  public func samlMetadata(at url: String) async throws(IdentityError) -> SAMLMetadata {
    var request = OutgoingHTTP.Request(.get, url, allowPrivateAddresses: false)
    request.headers = [("Accept", "application/samlmetadata+xml, application/xml, text/xml")]
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try await services.api.http.send(request)
    } catch {
      throw .issuerUnreachable(cause: "metadata \(safeToLog(url)): \(error)")
        .diagnosed(Diagnosis.unreachable(address: safeToLog(url), reason: error.words))
    }
    guard response.status == 200 else {
      throw .issuerUnreachable(cause: "metadata \(safeToLog(url)): HTTP \(response.status)")
        .diagnosed(Diagnosis.status(address: safeToLog(url), status: response.status))
    }
    return try Self.samlMetadata(response.body)
  }

  /// - Throws: `INVALID_CONFIG`.
  public static func samlMetadata(_ xml: [UInt8]) throws(IdentityError) -> SAMLMetadata {
    do throws(SAMLMetadata.Failure) {
      return try SAMLMetadata(xml: xml)
    } catch {
      throw .refused(.invalidConfig, error.words)
    }
  }
}
