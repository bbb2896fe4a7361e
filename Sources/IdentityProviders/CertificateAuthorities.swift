import Foundation
import NIOSSL

/// Certificates of authorities that providers' certificates may be of, beside the system's.
public struct CertificateAuthorities: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Nil unless the text is certificates in PEM, one at least.
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
