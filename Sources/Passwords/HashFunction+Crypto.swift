import Crypto
import Identity

extension PasswordHash.HashFunction {
  /// The length of the function's output.
  var byteCount: Int {
    switch self {
    case .md5: Insecure.MD5.byteCount
    case .sha1: Insecure.SHA1.byteCount
    case .sha256: SHA256.byteCount
    case .sha512: SHA512.byteCount
    }
  }

  func digest(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .md5: Array(Insecure.MD5.hash(data: bytes))
    case .sha1: Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    }
  }
}

extension PasswordHash.InputOrder {
  func join(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    switch self {
    case .saltAndPassword: salt + password
    case .passwordAndSalt: password + salt
    }
  }
}
