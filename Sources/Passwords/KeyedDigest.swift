import Crypto
import Foundation
import Identity

/// HMAC (RFC 2104) over password and salt, with one key for all accounts.
struct KeyedDigest: DerivingScheme {
  private let function: PasswordHash.HashFunction
  private let key: [UInt8]
  private let order: PasswordHash.InputOrder

  init(
    function: PasswordHash.HashFunction, key: [UInt8], order: PasswordHash.InputOrder
  ) throws(PasswordFailure) {
    guard PasswordBounds.hmacKeyBytes.contains(key.count) else { throw .unsupportedParameters }
    self.function = function
    self.key = key
    self.order = order
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    salt.count <= PasswordBounds.maximumSaltBytes && hash.count == function.byteCount
  }

  func hash(_ password: [UInt8], salt: [UInt8], length: Int) -> [UInt8] {
    let input = order.join(password, salt)
    let key = SymmetricKey(data: key)
    return switch function {
    case .md5: Array(HMAC<Insecure.MD5>.authenticationCode(for: input, using: key))
    case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: input, using: key))
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: input, using: key))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: input, using: key))
    }
  }
}
