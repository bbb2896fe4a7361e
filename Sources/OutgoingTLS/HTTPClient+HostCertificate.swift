import AsyncHTTPClient
import NIOCore
import NIOSSL
import SwiftASN1
import X509

extension HTTPClient.Configuration {
  /// Sends no request over a connection unless its certificate is for the host's name.
  ///
  /// SwiftNIO SSL also accepts a certificate for the address that it is connected to. Where a name was asked for, its
  /// own identifiers alone count (RFC 9525 section 6.1): who answers for the name in DNS may have a certificate for
  /// their address. Of a host that is an address, SwiftNIO SSL accepts the certificates for that address alone.
  ///
  /// - Parameter host: the only one that the client is for, which is asked by https alone. IPv6 without brackets.
  public mutating func requireCertificate(for host: String) {
    guard (try? SocketAddress(ipAddress: host, port: 0)) == nil else { return }
    let check = { @Sendable (channel: any Channel) in HostCertificate.require(host, on: channel) }
    // They are called "debug", and waited for before a connection is given its first request.
    http1_1ConnectionDebugInitializer = check
    http2ConnectionDebugInitializer = check
  }
}

/// The certificate that a connection's other end has shown, after SwiftNIO SSL has accepted it.
private enum HostCertificate {
  /// Fails, with the connection closed, unless the certificate is for a name. Any other failure fails it too.
  static func require(_ host: String, on channel: any Channel) -> EventLoopFuture<Void> {
    channel.nioSSL_peerCertificate().flatMapThrowing { shown in
      guard let shown else { throw NIOSSLError.noCertificateToValidate }
      do {
        return try Certificate(derEncoded: try shown.toDERBytes())
      } catch {
        throw NIOSSLError.unableToValidateCertificate
      }
    }.flatMap { certificate in
      channel.eventLoop.makeFutureWithTask {
        guard await isFor(host, certificate) else { throw NIOSSLExtraError.failedToValidateHostname }
      }
    }.flatMapError { error in close(channel).flatMapThrowing { throw error } }
  }

  private static func isFor(_ host: String, _ certificate: Certificate) async -> Bool {
    // Its chain was verified. Here it is its own root, so that nothing but the policy is asked.
    var verifier = Verifier(rootCertificates: CertificateStore([certificate])) {
      NamePolicy(host, certificate)
    }
    let result = await verifier.validate(leaf: certificate, intermediates: CertificateStore())
    if case .validCertificate = result { return true }
    return false
  }

  /// Closes a connection past TLS, whose farewell would wait for the other end's. async-http-client forgets a
  /// connection that fails here, and counts on its having been closed before.
  private static func close(_ channel: any Channel) -> EventLoopFuture<Void> {
    if let context = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLHandler.self) {
      context.close(promise: nil)
    } else {
      channel.close(promise: nil)
    }
    return channel.closeFuture
  }
}

/// Looks at the names alone: what else is critical in the certificate was looked at in the handshake.
private struct NamePolicy: VerifierPolicy {
  private var identity: ServerIdentityPolicy
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier]

  init(_ host: String, _ certificate: Certificate) {
    identity = ServerIdentityPolicy(serverHostname: host, serverIP: nil)
    verifyingCriticalExtensions = certificate.extensions.map(\.oid)
  }

  mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async
    -> PolicyEvaluationResult
  {
    identity.chainMeetsPolicyRequirements(chain: chain)
  }
}
