import Foundation
import NIOSSL

/// Certificate authorities that are trusted for providers, in addition to the system's.
public struct CertificateAuthorities: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Nil unless the text is one or more certificates in PEM.
  public init?(pem: [UInt8]) {
    guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
      return nil
    }
    self.certificates = certificates
  }

  var tls: TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.additionalTrustRoots = [.certificates(certificates)]
    return configuration
  }
}
