import Crypto
import Foundation
import Identity
import X509

/// A certificate that verifies a SAML provider's signatures, with the data that an administrator compares.
public struct SAMLCertificate: Sendable, Equatable {
  /// The certificate in PEM (RFC 7468).
  public let pem: String
  public let subject: String
  public let notBefore: Instant
  public let notAfter: Instant
  /// The SHA-256 of the DER in upper-case hexadecimal with colons, the form that tools print.
  public let fingerprint: String

  /// - Parameter base64: the DER as in metadata. White space is ignored.
  public init?(base64: String) {
    let bare = base64.filter { !$0.isWhitespace }
    guard bare.utf8.count <= 16_384, let der = Data(base64Encoded: bare) else { return nil }
    self.init(der: der)
  }

  /// - Parameter pem: the PEM text as pasted by an administrator.
  public init?(pem: String) {
    guard let der = Self.der(pem: pem) else { return nil }
    self.init(der: der)
  }

  /// Returns the DER of a certificate in PEM, without parsing it.
  public static func der(pem: String) -> Data? {
    let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    guard lines.count > 2, pem.utf8.count <= 32_768, lines.first == "-----BEGIN CERTIFICATE-----",
      lines.last == "-----END CERTIFICATE-----"
    else { return nil }
    return Data(base64Encoded: lines.dropFirst().dropLast().joined())
  }

  public init?(der: Data) {
    guard let certificate = try? Certificate(derEncoded: Array(der)) else { return nil }
    let body = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    pem = "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n"
    subject = displayable(certificate.subject.description, limit: 256)
    notBefore = Instant(seconds: Int64(certificate.notValidBefore.timeIntervalSince1970))
    notAfter = Instant(seconds: Int64(certificate.notValidAfter.timeIntervalSince1970))
    let digest = Array(hexadecimal(SHA256.hash(data: der)).uppercased())
    fingerprint = stride(from: 0, to: digest.count, by: 2).map { String(digest[$0..<($0 + 2)]) }
      .joined(separator: ":")
  }
}
