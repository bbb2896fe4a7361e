import Foundation

/// The implementation of RS256 signatures, chosen at start-up by the machine's capabilities. Both
/// implementations make the same signatures.
public enum SigningMethod: Sendable {
  /// Up to eight signatures at a time.
  case multiBuffer(MultiBufferLibrary)
  /// One signature at a time.
  case libcrypto(MultiBufferLibrary.Absence)

  public static func chosen() -> SigningMethod {
    do {
      return .multiBuffer(try MultiBufferLibrary.load())
    } catch {
      return .libcrypto(error)
    }
  }

  /// For logs and metrics.
  public var name: String {
    switch self {
    case .multiBuffer: "crypto_mb"
    case .libcrypto: "libcrypto"
    }
  }

  /// A sentence about the choice.
  public var explanation: String {
    switch self {
    case .multiBuffer(let library): "RS256 signatures are made up to eight at a time, by \(library.path)."
    case .libcrypto(let absence):
      "RS256 signatures are made one at a time, by libcrypto: \(absence.explanation)."
    }
  }

  /// - Parameters:
  ///   - observeFault: called for each signature that was wrong and was made again.
  ///   - observeBatch: called with the size of each batch, if the method makes batches.
  public func signer(
    threads: Int = ProcessInfo.processInfo.activeProcessorCount, maximumQueued: Int = 1024,
    observeFault: @escaping @Sendable () -> Void = {},
    observeBatch: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> any ThreadedSigner {
    switch self {
    case .multiBuffer(let library):
      BatchSigner(
        library, threads: threads, maximumQueued: maximumQueued, observeFault: observeFault,
        observeBatch: observeBatch)
    case .libcrypto:
      LibcryptoSigner(threads: threads, maximumQueued: maximumQueued, observeFault: observeFault)
    }
  }
}
