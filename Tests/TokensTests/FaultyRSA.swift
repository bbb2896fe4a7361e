import Synchronization

@testable import Tokens

/// Signs like libcrypto, several at a time, and wrongly or not at all where it is told to.
final class FaultyRSA: RSAEngine {
  enum Fault: Sendable { case none, wrongBit, missing, otherDigest }

  let width: Int
  private let fault: @Sendable (_ call: Int, _ lane: Int) -> Fault
  private let sizes = Mutex<[Int]>([])
  /// How many signatures each call was asked for.
  var calls: [Int] { sizes.withLock { $0 } }

  init(width: Int, fault: @escaping @Sendable (_ call: Int, _ lane: Int) -> Fault) {
    self.width = width
    self.fault = fault
  }

  func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>] {
    let call = sizes.withLock { sizes in
      sizes.append(requests.count)
      return sizes.count - 1
    }
    return requests.enumerated().map { lane, request in
      Result { () throws(RSAKeyPair.Failure) in
        var signature = try request.key.sign(digest: request.digest)
        switch fault(call, lane) {
        case .none: break
        case .wrongBit: signature[200] ^= 0x10
        case .missing: throw .unsuited
        case .otherDigest: signature = try request.key.sign(digest: request.digest.reversed())
        }
        return signature
      }
    }
  }

  func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool] {
    LibcryptoRSA().verify(signatures, of: requests)
  }
}
