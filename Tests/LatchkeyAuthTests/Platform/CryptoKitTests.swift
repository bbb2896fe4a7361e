import CryptoKit
import Testing

// This file imports CryptoKit and nothing else that knows these names.

@Suite("A file that imports CryptoKit alone")
struct CryptoKitTests {
  @Test("draws a nonce from Security, and hashes it")
  func nonce() throws {
    func randomBytes(_ count: Int) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let status: OSStatus = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
      try #require(status == errSecSuccess)
      return bytes
    }
    let nonces = try (0..<16).map { _ in try randomBytes(32) }
    #expect(Set(nonces).count == 16)
    // FIPS 180-4's example of SHA-256 with one block.
    let digest = SHA256.hash(data: Data("abc".utf8)).map { String(format: "%02x", $0) }.joined()
    #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
