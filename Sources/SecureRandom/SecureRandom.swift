#if !canImport(Darwin)
  // What code written for Apple's systems takes from Security to make a nonce. It comes with `CryptoKit` and
  // with `FirebaseAuth`.

  /// The result of a function of Apple's Security: ``errSecSuccess``, or the number of an error.
  public typealias OSStatus = Int32

  /// Everything went well.
  public let errSecSuccess: OSStatus = 0
  /// A parameter was no good.
  public let errSecParam: OSStatus = -50

  /// A source of random bytes. There is one, the system's.
  public final class SecRandom: Sendable {
    private init() {}
  }

  /// A source of random bytes, as functions take it.
  public typealias SecRandomRef = SecRandom

  /// The system's source.
  public let kSecRandomDefault: SecRandomRef? = nil

  /// Fills memory with random bytes that nobody can foretell, from the generator of the operating system.
  ///
  /// - Parameters:
  ///   - rnd: ``kSecRandomDefault``.
  ///   - count: how many bytes to write.
  ///   - bytes: where, with room for all of them.
  /// - Returns: ``errSecSuccess``; ``errSecParam`` for a negative count, and then nothing was written.
  public func SecRandomCopyBytes(
    _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
  ) -> Int32 {
    guard count >= 0 else { return errSecParam }
    var generator = SystemRandomNumberGenerator()
    let memory = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    var index = 0
    while index < count {
      withUnsafeBytes(of: generator.next()) { word in
        let length = min(word.count, count - index)
        memory[index..<index + length].copyBytes(from: word[..<length])
        index += length
      }
    }
    return errSecSuccess
  }
#endif
