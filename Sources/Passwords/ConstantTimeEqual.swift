import Crypto

/// Compares the SHA-256 digests of both values, so that the time does not reveal where the values differ.
func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  SHA256.hash(data: one) == SHA256.hash(data: other)
}
