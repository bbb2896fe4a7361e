import Crypto
import CryptoExtras
import Foundation
import Identity
import IdentityWire

/// Keys of a provider that exists in tests only.
enum TestKeys {
  static let rsa = RSAKey(id: "rsa-1")
  static let other = RSAKey(id: "rsa-2")
  static let p256 = P256.Signing.PrivateKey()

  struct RSAKey: Sendable {
    let id: String
    let key: _RSA.Signing.PrivateKey

    init(id: String) {
      self.id = id
      // A test without keys could not test anything.
      guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { preconditionFailure() }
      self.key = key
    }

    var jwk: [String: JSONValue] {
      guard let numbers = try? key.publicKey.getKeyPrimitives() else { return [:] }
      return [
        "kty": "RSA", "kid": .string(id), "alg": "RS256", "use": "sig",
        "n": .string(Base64URL.encode(numbers.modulus)),
        "e": .string(Base64URL.encode(numbers.publicExponent)),
      ]
    }

    func sign(_ message: [UInt8]) -> [UInt8] {
      let signature = try? key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
      return signature.map { Array($0.rawRepresentation) } ?? []
    }
  }

  static var p256JWK: [String: JSONValue] {
    let raw = [UInt8](p256.publicKey.rawRepresentation)
    return [
      "kty": "EC", "crv": "P-256", "kid": "ec-1", "x": .string(Base64URL.encode(raw[..<32])),
      "y": .string(Base64URL.encode(raw[32...])),
    ]
  }

  static func signES256(_ message: [UInt8]) -> [UInt8] {
    (try? p256.signature(for: SHA256.hash(data: message))).map { Array($0.rawRepresentation) } ?? []
  }

  static func keySet(_ keys: [[String: JSONValue]]) -> JSONValue {
    ["keys": .array(keys.map(JSONValue.object))]
  }
}

/// Makes tokens, good ones and others.
struct TestToken {
  static let now = Instant(seconds: 1_800_000_000)

  var header: [String: JSONValue] = ["alg": "RS256", "kid": "rsa-1", "typ": "JWT"]
  var claims: [String: JSONValue]
  var sign: ([UInt8]) -> [UInt8] = TestKeys.rsa.sign

  init(_ claims: [String: JSONValue]) { self.claims = claims }

  /// As `oidc.test` at an issuer would make it.
  static func standard(issuer: String, audience: String = "app-1") -> TestToken {
    TestToken([
      "iss": .string(issuer), "aud": .string(audience), "sub": "user-1",
      "iat": .integer(now.seconds - 10), "exp": .integer(now.seconds + 3600),
      "email": "ada@example.com", "email_verified": true, "name": "Ada Lovelace",
    ])
  }

  func with(_ name: String, _ value: JSONValue?) -> TestToken {
    var copy = self
    copy.claims[name] = value
    return copy
  }

  func withHeader(_ name: String, _ value: JSONValue?) -> TestToken {
    var copy = self
    copy.header[name] = value
    return copy
  }

  func signed(_ sign: @escaping ([UInt8]) -> [UInt8]) -> TestToken {
    var copy = self
    copy.sign = sign
    return copy
  }

  var text: String {
    let input = [header, claims].map { Base64URL.encode(JSONWriter.text(.object($0)).utf8) }
      .joined(separator: ".")
    return "\(input).\(Base64URL.encode(sign(Array(input.utf8))))"
  }
}
