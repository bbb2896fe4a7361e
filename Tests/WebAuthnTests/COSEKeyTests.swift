import Crypto
import CryptoExtras
import Testing

@testable import WebAuthn

@Suite("Keys of credentials")
struct COSEKeyTests {
  private static func p256(_ x: [UInt8], _ y: [UInt8], algorithm: UInt8 = 0x26, curve: UInt8 = 1) -> [UInt8] {
    [0xA5, 1, 2, 3, algorithm, 0x20, curve, 0x21, 0x58, UInt8(x.count)] + x + [0x22, 0x58, UInt8(y.count)] + y
  }

  private static let point = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
  private static var x: [UInt8] { Array(point[..<32]) }
  private static var y: [UInt8] { Array(point[32...]) }

  @Test("A point of the curve is a key, and none beside it")
  func points() {
    #expect(COSEKey(encoded: Self.p256(Self.x, Self.y))?.algorithm == .es256)
    var moved = Self.y
    moved[31] ^= 1
    #expect(COSEKey(encoded: Self.p256(Self.x, moved)) == nil)
    #expect(
      COSEKey(encoded: Self.p256([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))) == nil)
    #expect(COSEKey(encoded: Self.p256(Self.x + [0], Self.y)) == nil)
    #expect(COSEKey(encoded: Self.p256(Self.x, Self.y, curve: 2)) == nil)
    // ES256 with the number of EdDSA, and one that nobody offered (ES384).
    #expect(COSEKey(encoded: Self.p256(Self.x, Self.y, algorithm: 0x27)) == nil)
    #expect(COSEKey(encoded: [0xA5, 1, 2, 3, 0x38, 34] + Self.p256(Self.x, Self.y)[5...]) == nil)
  }

  @Test("A key has the members of its kind and no others")
  func members() {
    let key = Self.p256(Self.x, Self.y)
    #expect(COSEKey(encoded: [0xA6, 1, 2, 2, 0x41, 1] + key[3...]) == nil)
    #expect(COSEKey(encoded: key + [0]) == nil)
    #expect(COSEKey(encoded: []) == nil)
  }

  private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
    [0xA4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x59, UInt8(modulus.count >> 8), UInt8(modulus.count & 255)] + modulus
      + [0x21, 0x40 | UInt8(exponent.count)] + exponent
  }

  @Test(
    "RSA of 2048 to 4096 bits",
    arguments: [(1024, false), (2047, false), (2048, true), (3482, true), (4096, true), (4097, false)])
  func rsaSizes(bits: Int, isTaken: Bool) {
    var modulus = [UInt8](repeating: 255, count: (bits + 7) / 8)
    modulus[0] >>= modulus.count * 8 - bits
    #expect((COSEKey(encoded: Self.rsa(modulus, [1, 0, 1])) != nil) == isTaken)
    #expect(COSEKey(encoded: Self.rsa([0] + modulus, [1, 0, 1])) == nil)
    for exponent: [UInt8] in [[], [1], [2], [0, 1], [0, 1, 0, 1], [1, 0, 0, 0, 1]] {
      #expect(COSEKey(encoded: Self.rsa(modulus, exponent)) == nil)
    }
  }

  @Test("RS256 is RSASSA-PKCS1-v1_5 with SHA-256")
  func rsaSignatures() throws {
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let primitives = try key.publicKey.getKeyPrimitives()
    let read = try #require(
      COSEKey(encoded: Self.rsa(Array(primitives.modulus), Array(primitives.publicExponent))))
    let message: [UInt8] = [1, 2, 3]
    let signature = try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
      .rawRepresentation
    #expect(read.isValid(signature: Array(signature), over: message))
    #expect(!read.isValid(signature: Array(signature), over: [1, 2, 4]))
    let pss = try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation
    #expect(!read.isValid(signature: Array(pss), over: message))
  }
}
