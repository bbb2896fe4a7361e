import CArgon2
import Identity

/// Argon2 (RFC 9106). All lanes are computed on the calling thread.
struct Argon2: DerivingScheme {
  private let parameters: PasswordHash.Argon2Parameters

  init(_ parameters: PasswordHash.Argon2Parameters) throws(PasswordFailure) {
    guard PasswordBounds.argon2Iterations.contains(parameters.iterations),
      PasswordBounds.argon2Parallelism.contains(parameters.parallelism),
      PasswordBounds.argon2HashBytes.contains(parameters.hashLength),
      (8 * parameters.parallelism...PasswordBounds.argon2MaximumMemory).contains(parameters.memoryCost),
      parameters.associatedData.count <= PasswordBounds.argon2MaximumAssociatedDataBytes
    else { throw .unsupportedParameters }
    self.parameters = parameters
  }

  func admits(salt: [UInt8], hash: [UInt8]) -> Bool {
    Self.saltBytes.contains(salt.count) && hash.count == parameters.hashLength
  }

  func hash(_ password: [UInt8], salt: [UInt8], length: Int) throws(PasswordFailure) -> [UInt8] {
    guard Self.saltBytes.contains(salt.count) else { throw .unsupportedParameters }
    var output = [UInt8](repeating: 0, count: parameters.hashLength)
    var password = password
    var salt = salt
    var associatedData = parameters.associatedData
    let status = output.withUnsafeMutableBufferPointer { output in
      password.withUnsafeMutableBufferPointer { password in
        salt.withUnsafeMutableBufferPointer { salt in
          associatedData.withUnsafeMutableBufferPointer { associatedData in
            var context = argon2_context()
            context.out = output.baseAddress
            context.outlen = UInt32(output.count)
            // libargon2 refuses an address with a zero length, and a length without an address.
            context.pwd = password.isEmpty ? nil : password.baseAddress
            context.pwdlen = UInt32(password.count)
            context.salt = salt.baseAddress
            context.saltlen = UInt32(salt.count)
            context.ad = associatedData.isEmpty ? nil : associatedData.baseAddress
            context.adlen = UInt32(associatedData.count)
            context.t_cost = UInt32(parameters.iterations)
            context.m_cost = UInt32(parameters.memoryCost)
            context.lanes = UInt32(parameters.parallelism)
            context.threads = 1
            context.version = UInt32(parameters.version.rawValue)
            return argon2_ctx(&context, variant)
          }
        }
      }
    }
    guard status == ARGON2_OK.rawValue else { throw .computation("argon2 \(status)") }
    return output
  }

  private static let saltBytes = PasswordBounds.argon2MinimumSaltBytes...PasswordBounds.maximumSaltBytes

  private var variant: argon2_type {
    switch parameters.variant {
    case .d: Argon2_d
    case .i: Argon2_i
    case .id: Argon2_id
    }
  }
}
