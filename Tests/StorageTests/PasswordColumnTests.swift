import Identity
import Testing

@testable import Storage

@Suite("Password hashes as text")
struct PasswordColumnTests {
  @Test("Our own scheme has a short form, whatever its bytes")
  func shortForm() throws {
    for bytes: [UInt8] in [[], [0], Array(0...255)] {
      let password = PasswordHash(
        algorithm: .firebaseScrypt(signerKey: bytes, saltSeparator: bytes, rounds: 8, memoryCost: 14),
        salt: bytes, hash: bytes)
      let text = try PasswordColumn.encode(password)
      #expect(text.hasPrefix("firebase-scrypt$8$14$"))
      #expect(try PasswordColumn.decode(text) == password)
    }
  }

  @Test("A damaged text is refused", arguments: ["", "firebase-scrypt", "firebase-scrypt$8$14$a$b$c", "{}"])
  func damaged(text: String) {
    #expect(throws: SQLFailure.self) { try PasswordColumn.decode(text) }
  }
}
