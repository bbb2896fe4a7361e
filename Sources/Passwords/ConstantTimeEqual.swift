import Crypto

/// Takes the same time wherever the difference is: the digests' own comparison does.
func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  SHA256.hash(data: one) == SHA256.hash(data: other)
}
