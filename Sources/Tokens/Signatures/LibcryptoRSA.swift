/// Makes signatures one by one with OpenSSL's libcrypto.
struct LibcryptoRSA: RSAEngine {
  let width = 1

  func sign(_ requests: [SignatureRequest]) -> [Result<[UInt8], RSAKeyPair.Failure>] {
    requests.map { request in
      Result { () throws(RSAKeyPair.Failure) in try request.key.sign(digest: request.digest) }
    }
  }

  func verify(_ signatures: [[UInt8]], of requests: [SignatureRequest]) -> [Bool] {
    zip(signatures, requests).map { signature, request in
      (try? request.key.isValid(signature: signature, digest: request.digest)) ?? false
    }
  }
}
