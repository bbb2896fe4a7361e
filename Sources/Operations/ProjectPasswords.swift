import Identity
import IdentityWire
import Passwords
import WorkPool

/// The passwords of one project: hashed under its signer key, which stored hashes do not hold. The keys of
/// imported hashes are sealed in them, and opened here and nowhere else.
struct ProjectPasswords: Sendable {
  private let hasher: PasswordHasher
  private let signerKey: [UInt8]
  private let project: ProjectID
  private let directory: ProjectDirectory

  init(_ project: Project, _ directory: ProjectDirectory, pool: WorkPool, random: any RandomSource)
    throws(WireError)
  {
    self.project = project.id
    self.directory = directory
    signerKey = try directory.signerKey(of: project)
    hasher = PasswordHasher(
      algorithm: PasswordHasher.firebaseScrypt(signerKey: signerKey), pool: pool, random: random)
  }

  func hash(_ password: String) async throws(WireError) -> PasswordHash {
    var hash = try await hasher.hash(password)
    hash.algorithm = hash.algorithm.with(key: [])
    return hash
  }

  func verify(_ password: String, against stored: PasswordHash) async throws(WireError) -> Bool {
    if try await hasher.verify(password, against: opened(stored)) { return true }
    // Most imported hashes cost less than ours, which would tell that there is an account.
    if shouldRehash(stored) { try await hasher.verifyDummy(password) }
    return false
  }

  func verifyDummy(_ password: String) async throws(WireError) { try await hasher.verifyDummy(password) }

  /// Whether a password that was just verified should be hashed anew, because its hash is not of our making.
  func shouldRehash(_ stored: PasswordHash) -> Bool { stored.algorithm != hasher.algorithm.with(key: []) }

  /// - Parameter algorithm: with its key in the clear, as an importer gives it.
  /// - Returns: the same as it is stored: with its key sealed, or without where the key is the project's own.
  func sealed(_ algorithm: PasswordHash.Algorithm) throws(WireError) -> PasswordHash.Algorithm {
    guard let key = algorithm.key else { return algorithm }
    if case .firebaseScrypt = algorithm, key == signerKey { return algorithm.with(key: []) }
    do {
      return algorithm.with(key: try directory.seal(passwordKey: key, for: project))
    } catch {
      throw .unavailable("INTERNAL_ERROR", cause: "a password key could not be sealed")
    }
  }

  private func opened(_ stored: PasswordHash) throws(WireError) -> PasswordHash {
    guard let key = stored.algorithm.key else { return stored }
    var copy = stored
    if case .firebaseScrypt = stored.algorithm, key.isEmpty {
      copy.algorithm = stored.algorithm.with(key: signerKey)
    } else {
      copy.algorithm = stored.algorithm.with(key: try directory.passwordKey(key, of: project))
    }
    return copy
  }
}

extension IdentityService {
  func passwords(of project: Project) throws(WireError) -> ProjectPasswords {
    try ProjectPasswords(project, projects, pool: passwordPool, random: random)
  }
}
