import Synchronization

/// A source of randomness. Production uses the system's generator; a test may use a fixed sequence.
public protocol RandomSource: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}

public struct SystemRandom: RandomSource {
  public init() {}

  public func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0.prefix(count - bytes.count)) }
    }
    return bytes
  }
}

/// A repeatable sequence for tests. Never use it for stored data.
public final class SeededRandom: RandomSource {
  private let state: Mutex<UInt64>

  public init(seed: UInt64) { state = Mutex(seed) }

  public func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      (0..<count).map { _ in
        // SplitMix64 is random enough for tests.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
      }
    }
  }
}

extension RandomSource {
  /// Returns random letters and digits, each with the same probability.
  public func alphanumeric(_ count: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    while text.count < count {
      for byte in bytes(count) where byte < 248 && text.count < count {
        text.append(alphanumerics[Int(byte) % alphanumerics.count])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

private let alphanumerics = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
