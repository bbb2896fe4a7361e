import Crypto
import Foundation
import NIOSSL
import Settings
import SwiftASN1
import TestSupport
import X509

/// A certificate that signed itself, in files.
struct TestCertificate {
  let certificatePEM: String
  let keyPEM: String

  /// - Parameters:
  ///   - host: the name that it is for; nil for 127.0.0.1.
  ///   - alsoOfAddress: whether it is for 127.0.0.1 beside the name.
  init(validFor seconds: TimeInterval = 3_600, of host: String? = nil, alsoOfAddress: Bool = false) throws {
    let names = host.map { [GeneralName.dnsName($0)] } ?? []
    let address = GeneralName.ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1]))
    let key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("latchkey test \(UUID().uuidString)") }
    let certificate = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: Date(timeIntervalSinceNow: -7_200), notValidAfter: Date(timeIntervalSinceNow: seconds),
      issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try .init {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames(names + (names.isEmpty || alsoOfAddress ? [address] : []))
      }, issuerPrivateKey: .init(key))
    certificatePEM = try certificate.serializeAsPEM().pemString
    keyPEM = key.pemRepresentation
  }

  /// Writes both files, the certificate first.
  func write(to directory: String) throws -> ListenConfiguration.TLS {
    let tls = Self.files(in: directory)
    try Data(certificatePEM.utf8).write(to: URL(fileURLWithPath: tls.certificateFile))
    try Data(keyPEM.utf8).write(to: URL(fileURLWithPath: tls.keyFile))
    return tls
  }

  static func files(in directory: String) -> ListenConfiguration.TLS {
    .init(
      certificateFile: directory + "/cert.pem", keyFile: directory + "/key.pem", minimumVersion: .v1_2,
      reloadInterval: .seconds(3_600))
  }

  /// Trusts this certificate alone, and speaks one protocol.
  func clientContext(protocolName: String) throws -> NIOSSLContext {
    var configuration = try clientConfiguration()
    configuration.applicationProtocols = [protocolName]
    return try NIOSSLContext(configuration: configuration)
  }

  /// Trusts this certificate alone.
  func clientConfiguration() throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8)))
    return configuration
  }
}
