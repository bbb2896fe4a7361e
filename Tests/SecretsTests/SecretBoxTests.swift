import Foundation
import Secrets
import Testing

@Suite("The secret box")
struct SecretBoxTests {
  let plain = Data("client secret".utf8)

  @Test("opens a secret in its own context under its own master key, and nowhere else")
  func contexts() throws {
    let box = try SecretBox(masterKey: [UInt8](repeating: 1, count: 32))
    let other = try SecretBox(masterKey: [UInt8](repeating: 2, count: 32))
    let sealed = try box.seal(plain, context: "provider/a/github.com")
    #expect(try box.open(sealed, context: "provider/a/github.com") == plain)
    for context in ["provider/b/github.com", "provider/a/github.co", "", "signing-key/a"] {
      #expect(throws: SecretBox.Failure.self) { try box.open(sealed, context: context) }
    }
    #expect(throws: SecretBox.Failure.self) { try other.open(sealed, context: "provider/a/github.com") }
  }

  @Test("refuses sealed text that was cut or changed anywhere")
  func tampering() throws {
    let box = try SecretBox(masterKey: [UInt8](repeating: 1, count: 32))
    let sealed = try box.seal(plain, context: "c")
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: SecretBox.Failure.self) { try box.open(changed, context: "c") }
      #expect(throws: SecretBox.Failure.self) { try box.open(sealed.prefix(upTo: index), context: "c") }
    }
  }

  @Test("seals the same secret differently each time")
  func freshness() throws {
    let box = try SecretBox(masterKey: [UInt8](repeating: 1, count: 32))
    #expect(try box.seal(plain, context: "c") != box.seal(plain, context: "c"))
  }

  @Test("takes a master key of 32 bytes only", arguments: [0, 16, 31, 33, 64])
  func keySize(count: Int) {
    #expect(throws: SecretBox.Failure.self) { try SecretBox(masterKey: [UInt8](repeating: 1, count: count)) }
  }
}

@Suite("A secret")
struct SecretTests {
  @Test("shows itself in no printed form")
  func printing() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump(secret, to: &dumped)
    let holder: [String: Any] = ["secret": secret, "optional": Optional(secret) as Any]
    for text in ["\(secret)", String(describing: secret), String(reflecting: secret), "\(holder)", dumped] {
      #expect(!text.contains("hunter2"))
    }
    #expect(secret.reveal() == "hunter2")
  }

  @Test("equals its own text and no other")
  func equality() {
    #expect(Secret("hunter2").equals("hunter2"))
    for other in ["", "hunter", "hunter22", "Hunter2"] { #expect(!Secret("hunter2").equals(other)) }
  }
}
