import FirebaseAuth
import Testing

@Suite("Random bytes")
struct SecureRandomTests {
  @Test("a nonce is made as code for Apple's systems makes it")
  func nonce() {
    func randomNonceString(length: Int = 32) -> String {
      precondition(length > 0)
      var randomBytes = [UInt8](repeating: 0, count: length)
      let errorCode = SecRandomCopyBytes(kSecRandomDefault, randomBytes.count, &randomBytes)
      if errorCode != errSecSuccess {
        fatalError("Unable to generate nonce. SecRandomCopyBytes failed with OSStatus \(errorCode)")
      }
      let charset: [Character] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._")
      return String(randomBytes.map { charset[Int($0) % charset.count] })
    }
    #expect(randomNonceString().count == 32)
    #expect(Set((0..<100).map { _ in randomNonceString() }).count == 100)
  }

  @Test("bytes are drawn one at a time, too")
  func single() {
    let randoms: [UInt8] = (0..<4_096).map { _ in
      var random: UInt8 = 0
      let errorCode = SecRandomCopyBytes(kSecRandomDefault, 1, &random)
      if errorCode != errSecSuccess { Issue.record("OSStatus \(errorCode)") }
      return random
    }
    #expect(Set(randoms).count > 200)
  }

  @Test("as many bytes are written as were asked for", arguments: 0...33)
  func bounds(count: Int) {
    // That a byte stays as it was in all of these rounds has a chance of 2⁻¹²⁸.
    var changed = [Bool](repeating: false, count: 40)
    for _ in 0..<16 {
      var bytes = [UInt8](repeating: 0xA5, count: 40)
      #expect(SecRandomCopyBytes(kSecRandomDefault, count, &bytes) == errSecSuccess)
      for (index, byte) in bytes.enumerated() where byte != 0xA5 { changed[index] = true }
    }
    #expect(changed == (0..<40).map { $0 < count })
  }

  #if !canImport(Darwin)
    @Test("a negative count is refused")
    func negative() {
      var byte: UInt8 = 7
      #expect(SecRandomCopyBytes(kSecRandomDefault, -1, &byte) == errSecParam)
      #expect(byte == 7)
    }
  #endif
}
