import Identity
import IdentityWire
import Passwords
import WorkPool

/// The passwords of one project: hashed under its signer key, which stored hashes do not hold.
struct ProjectPasswords: Sendable {
  private let hasher: PasswordHasher
  private let signerKey: [UInt8]

  init(signerKey: [UInt8], pool: WorkPool, random: any RandomSource) {
    self.signerKey = signerKey
    hasher = PasswordHasher(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: signerKey), pool: pool, random: random)
  }

  func hash(_ password: String) async throws(WireError) -> PasswordHash {
    with(signerKey: [], try await hasher.hash(password))
  }

  func verify(_ password: String, against stored: PasswordHash) async throws(WireError) -> Bool {
    guard case .firebaseScrypt(let key, _, _, _) = stored.algorithm, key.isEmpty else {
      return try await hasher.verify(password, against: stored)
    }
    return try await hasher.verify(password, against: with(signerKey: signerKey, stored))
  }

  func verifyDummy(_ password: String) async throws(WireError) { try await hasher.verifyDummy(password) }

  private func with(signerKey key: [UInt8], _ hash: PasswordHash) -> PasswordHash {
    guard case .firebaseScrypt(_, let separator, let rounds, let memoryCost) = hash.algorithm else {
      return hash
    }
    var copy = hash
    copy.algorithm = .firebaseScrypt(
      signerKey: key, saltSeparator: separator, rounds: rounds, memoryCost: memoryCost)
    return copy
  }
}

extension IdentityService {
  func passwords(of project: Project) throws(WireError) -> ProjectPasswords {
    ProjectPasswords(
      signerKey: try projects.signerKey(of: project), pool: passwordPool, random: random)
  }
}
