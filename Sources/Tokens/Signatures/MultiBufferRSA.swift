import CMultiBufferRSA

/// Makes up to eight signatures at once in the lanes of AVX-512 IFMA, with crypto_mb. A call takes the same
/// time for any number of used lanes.
struct MultiBufferRSA: RSAEngine {
  /// The minimum number of signatures for which one call is faster than libcrypto.
  static let breakEven = 3

  let width = MULTI_BUFFER_LANES
  let library: MultiBufferLibrary

  func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>] {
    let size = MULTI_BUFFER_SIGNATURE
    var signatures = [UInt8](repeating: 0, count: requests.count * size)
    let made = withLanes(requests) { keys, digests in
      multi_buffer_sign(library.handle, keys, digests, &signatures, Int32(requests.count))
    }
    return requests.indices.map { index in
      made >> UInt32(index) & 1 == 1
        ? .success(Array(signatures[index * size..<(index + 1) * size])) : .failure(.unsuited)
    }
  }

  func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool] {
    let size = MULTI_BUFFER_SIGNATURE
    guard signatures.count == requests.count, signatures.allSatisfy({ $0.count == size }) else {
      return requests.map { _ in false }
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(requests.count * size)
    for signature in signatures { joined += signature }
    let valid = withLanes(requests) { keys, digests in
      multi_buffer_verify(library.handle, keys, digests, joined, Int32(requests.count))
    }
    return requests.indices.map { valid >> UInt32($0) & 1 == 1 }
  }

  private func withLanes(
    _ requests: [SignatureRequest], _ body: ([OpaquePointer?], [UInt8]) -> UInt32
  ) -> UInt32 {
    guard requests.count <= width,
      requests.allSatisfy({ $0.digest.count == RSAKeyPair.digestLength })
    else { return 0 }
    var digests: [UInt8] = []
    digests.reserveCapacity(requests.count * RSAKeyPair.digestLength)
    for request in requests { digests += request.digest }
    // The requests keep the keys alive.
    return withExtendedLifetime(requests) {
      body(requests.map { $0.key.multiBufferKey?.pointer }, digests)
    }
  }
}

/// Owns a key's numbers in crypto_mb's format. They never change.
final class MultiBufferKey: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Nil if crypto_mb does not support the key because the key does not have 2048 bits.
  init?(_ key: OpaquePointer) {
    guard let pointer = multi_buffer_key_new(UnsafeRawPointer(key)) else { return nil }
    self.pointer = pointer
  }

  deinit { multi_buffer_key_free(pointer) }
}
