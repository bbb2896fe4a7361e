import Crypto
import Foundation
import IdentityWire
import WorkPool

/// Signs with OpenSSL's libcrypto, one signature at a time on each thread of a bounded pool.
public final class LibcryptoSigner: TokenSigner {
  private let pool: WorkPool

  /// - Parameters:
  ///   - threads: how many signatures are made at once; a core makes some thousands a second.
  ///   - maximumQueued: how many may wait. At some 250 µs each, a thousand are a quarter of a second of one
  ///     thread.
  public init(
    threads: Int = ProcessInfo.processInfo.activeProcessorCount, maximumQueued: Int = 1024
  ) {
    pool = WorkPool(name: "sign", threads: threads, maximumQueued: maximumQueued)
  }

  public func sign(_ signingInput: [UInt8], with key: SigningKey) async throws(WireError) -> [UInt8] {
    do {
      return try await pool.run { try Self.signature(of: signingInput, with: key) }
    } catch WorkPool.Failure.overloaded(let retryAfter) {
      throw .tooManyAttempts(retryAfter: retryAfter)
    } catch WorkPool.Failure.closed {
      throw .unavailable("UNAVAILABLE", cause: "the signer is closed")
    } catch let SigningKey.Failure.libcrypto(text) {
      throw .unavailable("UNAVAILABLE", cause: "signing: \(text)")
    } catch {
      throw .unavailable("UNAVAILABLE", cause: "signing: \(type(of: error))")
    }
  }

  /// Signs on the calling thread, which it keeps busy for a quarter of a millisecond: not for an event loop.
  public static func signature(
    of signingInput: [UInt8], with key: SigningKey
  ) throws(SigningKey.Failure) -> [UInt8] {
    do {
      return try key.keyPair.sign(digest: Array(SHA256.hash(data: signingInput)))
    } catch {
      throw SigningKey.Failure(error)
    }
  }

  /// What waits is still signed; nothing new is accepted.
  public func close() { pool.close() }
}
