import Crypto

/// Compares in constant time: the comparison of digests does.
func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  SHA256.hash(data: one) == SHA256.hash(data: other)
}
