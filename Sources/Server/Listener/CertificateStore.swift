import Foundation
import NIOSSL
import Settings
import Synchronization

/// The certificate for new connections. It can be replaced while the server runs. Existing connections keep the
/// previous certificate.
public final class CertificateStore: Sendable {
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The cause, as a part of a sentence.
    public let description: String
  }

  /// The outcome of a reload.
  public enum Reload: Sendable {
    case unchanged
    case replaced(expires: Date)
    case failed(Failure)
  }

  /// Distinguishes two versions of a file.
  private struct Fingerprint: Equatable {
    var files: [[Int]]
  }

  private struct State {
    var context: NIOSSLContext
    var expires: Date
    var fingerprint: Fingerprint
  }

  private let tls: ListenConfiguration.TLS
  private let offersHTTP2: Bool
  private let state: Mutex<State>

  /// - Throws: ``Failure`` if there is no valid certificate.
  public init(_ tls: ListenConfiguration.TLS, offersHTTP2: Bool) throws(Failure) {
    self.tls = tls
    self.offersHTTP2 = offersHTTP2
    let fingerprint = Self.fingerprint(tls)
    let (context, expires) = try Self.load(tls, offersHTTP2: offersHTTP2)
    state = Mutex(State(context: context, expires: expires, fingerprint: fingerprint))
  }

  var context: NIOSSLContext { state.withLock(\.context) }

  /// The expiry of the certificate.
  public var expires: Date { state.withLock(\.expires) }

  /// Loads new files. If they are invalid, the old certificate stays. They may be invalid because only one of the two
  /// files is written yet. The next change of either file causes another try.
  ///
  /// - Parameter always: true to load the files even if they seem unchanged.
  public func reload(always: Bool = false) -> Reload {
    let fingerprint = Self.fingerprint(tls)
    guard always || fingerprint != state.withLock(\.fingerprint) else { return .unchanged }
    do throws(Failure) {
      let (context, expires) = try Self.load(tls, offersHTTP2: offersHTTP2)
      state.withLock { $0 = State(context: context, expires: expires, fingerprint: fingerprint) }
      return .replaced(expires: expires)
    } catch {
      state.withLock { $0.fingerprint = fingerprint }
      return .failed(error)
    }
  }

  /// Reads the files without using them.
  ///
  /// - Returns: the expiry of the certificate.
  public static func check(_ tls: ListenConfiguration.TLS) throws(Failure) -> Date {
    try load(tls, offersHTTP2: true).expires
  }

  /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325 section 4.2). All suites
  /// of TLS 1.3 have both properties and are always offered.
  private static let cipherSuites: [NIOTLSCipher] = [
    .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
    .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
  ]

  private static func load(
    _ tls: ListenConfiguration.TLS, offersHTTP2: Bool
  ) throws(Failure) -> (context: NIOSSLContext, expires: Date) {
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey
    do {
      chain = try NIOSSLCertificate.fromPEMFile(tls.certificateFile)
    } catch {
      throw Failure(description: "\(tls.certificateFile) holds no certificate in PEM form")
    }
    do {
      key = try NIOSSLPrivateKey(file: tls.keyFile, format: .pem)
    } catch {
      throw Failure(description: "\(tls.keyFile) holds no private key in PEM form")
    }
    guard let own = chain.first else {
      throw Failure(description: "\(tls.certificateFile) holds no certificate in PEM form")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = tls.minimumVersion == .v1_3 ? .tlsv13 : .tlsv12
    configuration.cipherSuiteValues = Self.cipherSuites
    configuration.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    do {
      return (
        try NIOSSLContext(configuration: configuration),
        Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
      )
    } catch {
      throw Failure(
        description: "the key in \(tls.keyFile) does not belong to the certificate in \(tls.certificateFile)")
    }
  }

  private static func fingerprint(_ tls: ListenConfiguration.TLS) -> Fingerprint {
    Fingerprint(
      files: [tls.certificateFile, tls.keyFile].map { path in
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        return [
          Int(status.st_ino), Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
        ]
      })
  }
}
