import Crypto
import Synchronization

/// Caches the valid signatures of our own tokens. If a token is presented again, the cache finds its digest,
/// and the signature is not verified again.
///
/// The cache covers only signatures. At every use, the token's times, purpose, project, tenant and account
/// are checked, and its key still has to be published. Each process has its own bounded cache of two
/// generations. When the younger generation is full, the older one is dropped.
final class CheckedSignatures: Sendable {
  /// SHA-256 of a signing input, a dot and the signature. A signing input contains exactly one dot, so two
  /// different pairs never have the same bytes.
  struct Digest: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    init(_ signingInput: [UInt8], _ signature: [UInt8]) {
      var hash = SHA256()
      signingInput.withUnsafeBytes { hash.update(bufferPointer: $0) }
      withUnsafeBytes(of: UInt8(ascii: ".")) { hash.update(bufferPointer: $0) }
      signature.withUnsafeBytes { hash.update(bufferPointer: $0) }
      words = hash.finalize().withUnsafeBytes {
        $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
      }
    }

    static func == (one: Self, other: Self) -> Bool { one.words == other.words }
    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
  }

  private struct Generations {
    var young: Set<Digest> = []
    var old: Set<Digest> = []
  }

  private let generations = Mutex(Generations())
  private let size: Int

  /// - Parameter size: the number of digests in a generation. A digest takes about 90 bytes.
  init(size: Int = 16_384) { self.size = size }

  func contains(_ digest: Digest) -> Bool {
    generations.withLock { generations in
      if generations.young.contains(digest) { return true }
      guard generations.old.contains(digest) else { return false }
      insert(digest, in: &generations)
      return true
    }
  }

  /// - Parameter digest: the digest of a valid signature.
  func insert(_ digest: Digest) { generations.withLock { insert(digest, in: &$0) } }

  /// The number of digests in the cache.
  var count: Int { generations.withLock { $0.young.union($0.old).count } }

  private func insert(_ digest: Digest, in generations: inout Generations) {
    if generations.young.count >= size {
      generations.old = generations.young
      generations.young = []
    }
    generations.young.insert(digest)
  }
}
