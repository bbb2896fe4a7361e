import AsyncHTTPClient
import NIOCore
import NIOSSL
import SwiftASN1
import X509

extension HTTPClient.Configuration {
  /// Allows requests over a connection only if its certificate is for the host's name.
  ///
  /// SwiftNIO SSL also accepts a certificate for the connection's IP address. For a host name, only
  /// certificates for that name may be accepted (RFC 9525 section 6.1). An attacker who controls DNS for
  /// the name may have a certificate for their own address. For a host that is an IP address, SwiftNIO SSL
  /// accepts only certificates for that address.
  ///
  /// - Parameter host: the only host of this client, which uses only https. An IPv6 address has no
  ///   brackets.
  public mutating func requireCertificate(for host: String) {
    guard (try? SocketAddress(ipAddress: host, port: 0)) == nil else { return }
    let check = { @Sendable (channel: any Channel) in HostCertificate.require(host, on: channel) }
    // These initializers are called "debug", but the client waits for them before a connection's first
    // request.
    http1_1ConnectionDebugInitializer = check
    http2ConnectionDebugInitializer = check
  }
}

/// The peer's certificate, after SwiftNIO SSL has accepted it.
private enum HostCertificate {
  /// Fails and closes the connection if the certificate is not for the name, or if the check itself fails.
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
    // The chain is already verified. The certificate is its own root here, so that only the policy decides.
    var verifier = Verifier(rootCertificates: CertificateStore([certificate])) {
      NamePolicy(host, certificate)
    }
    let result = await verifier.validate(leaf: certificate, intermediates: CertificateStore())
    if case .validCertificate = result { return true }
    return false
  }

  /// Closes a connection below TLS, because TLS would wait until the peer closes it. async-http-client
  /// forgets a connection that fails here, and expects it to be closed already.
  private static func close(_ channel: any Channel) -> EventLoopFuture<Void> {
    if let context = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLHandler.self) {
      context.close(promise: nil)
    } else {
      channel.close(promise: nil)
    }
    return channel.closeFuture
  }
}

/// Checks only the names. The handshake has checked the other critical parts of the certificate.
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
