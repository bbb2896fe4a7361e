import Foundation
import Identity
import WorkPool

/// Signs with OpenSSL's libcrypto, one signature at a time on each thread of a bounded pool.
public final class LibcryptoSigner: ThreadedSigner {
  private let pool: WorkPool
  private let way: VerifiedRSA

  /// - Parameters:
  ///   - threads: the number of concurrent signatures. A core makes some thousand signatures a second.
  ///   - maximumQueued: the maximum number of waiting requests. One thread needs about 250 µs for a
  ///     request, so a quarter of a second for a thousand requests.
  ///   - observeFault: called for each signature that was wrong and was made again.
  public convenience init(
    threads: Int = ProcessInfo.processInfo.activeProcessorCount, maximumQueued: Int = 1024,
    observeFault: @escaping @Sendable () -> Void = {}
  ) {
    self.init(
      engine: LibcryptoRSA(), threads: threads, maximumQueued: maximumQueued, observeFault: observeFault)
  }

  init(
    engine: any RSAEngine, threads: Int, maximumQueued: Int, observeFault: @escaping @Sendable () -> Void
  ) {
    pool = WorkPool(name: "sign", threads: threads, maximumQueued: maximumQueued, niceness: .some)
    way = VerifiedRSA(engine: engine, other: LibcryptoRSA(), observeFault: observeFault)
  }

  public var queued: Int { pool.queued }

  public func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(IdentityError) -> [UInt8] {
    guard let pair = key.rsa else { return try key.material.briefSignature(of: signingInput) }
    do {
      return try await pool.run { [way] in try Self.signature(of: signingInput, with: pair, by: way) }
    } catch WorkPool.Failure.overloaded(let retryAfter) {
      throw .busy(retryAfter: retryAfter)
    } catch WorkPool.Failure.closed {
      throw .unavailable(.unavailable, cause: "the signer is closed")
    } catch let failure as RSAKeyPair.Failure {
      throw IdentityError(failure)
    } catch {
      throw .unavailable(.unavailable, cause: "signing: \(type(of: error))")
    }
  }

  /// Signs on the calling thread. A call takes a quarter of a millisecond, so do not call this method on an
  /// event loop.
  public static func signature(
    of signingInput: [UInt8], with key: SigningKey
  ) throws(SigningKey.Failure) -> [UInt8] {
    guard let pair = key.rsa else { throw .unsupportedAlgorithm(key.algorithm.rawValue) }
    do {
      return try signature(
        of: signingInput, with: pair,
        by: VerifiedRSA(engine: LibcryptoRSA(), other: LibcryptoRSA(), observeFault: {}))
    } catch {
      throw SigningKey.Failure(error)
    }
  }

  private static func signature(
    of signingInput: [UInt8], with key: RSAKeyPair, by way: VerifiedRSA
  ) throws(RSAKeyPair.Failure) -> [UInt8] {
    let request = SignatureRequest(signing: signingInput, with: key)
    return try way.signatures(for: [request])[0].get()
  }

  public func close() { pool.close() }
}
