/// A password as it is stored: which function made it, with which parameters, and what came out.
public struct PasswordHash: Sendable, Equatable, Codable {
  /// Each case names its parameters; import formats join here.
  public enum Algorithm: Sendable, Equatable, Codable {
    /// Firebase's own scheme: the scrypt output keys AES-256-CTR over the signer key. As it is stored, an empty
    /// signer key stands for the project's own, so that stolen accounts do not bring the key along.
    case firebaseScrypt(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int)
  }

  public var algorithm: Algorithm
  public var salt: [UInt8]
  public var hash: [UInt8]

  public init(algorithm: Algorithm, salt: [UInt8], hash: [UInt8]) {
    self.algorithm = algorithm
    self.salt = salt
    self.hash = hash
  }
}
