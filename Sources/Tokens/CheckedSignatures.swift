import Crypto
import Synchronization

/// The signatures of our own tokens that were found right, so that a token that comes again is checked by its digest.
///
/// It says nothing but that: times, purpose, project, tenant and account of a token are checked at every use, and its
/// key has to be published still. Per process, and bounded: two generations, of which the older one goes when the
/// younger is full.
final class CheckedSignatures: Sendable {
  /// SHA-256 of a signing input, a dot and the signature. A signing input has one dot, so that no other pair has
  /// these bytes.
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

  /// - Parameter size: digests of a generation. Some 90 bytes each.
  init(size: Int = 16_384) { self.size = size }

  func contains(_ digest: Digest) -> Bool {
    generations.withLock { generations in
      if generations.young.contains(digest) { return true }
      guard generations.old.contains(digest) else { return false }
      insert(digest, in: &generations)
      return true
    }
  }

  /// - Parameter digest: of a signature that is right.
  func insert(_ digest: Digest) { generations.withLock { insert(digest, in: &$0) } }

  /// How many are known.
  var count: Int { generations.withLock { $0.young.union($0.old).count } }

  private func insert(_ digest: Digest, in generations: inout Generations) {
    if generations.young.count >= size {
      generations.old = generations.young
      generations.young = []
    }
    generations.young.insert(digest)
  }
}
