import Identity
import IdentityWire
import Passwords
import WorkPool

/// Hashes and verifies the passwords of one project. Its own hashes use the project's signer key and do not
/// contain it. Imported hashes contain their keys sealed. Only this type opens them.
struct ProjectPasswords: Sendable {
  private let hasher: PasswordHasher
  private let signerKey: [UInt8]
  private let project: ProjectID
  private let directory: ProjectDirectory
  private let emulatorHashes: EmulatorPasswordHashes?
  /// The hashes that a wrong password is checked against: one for each scheme in the project.
  let exemplars: [PasswordHash]

  /// - Parameters:
  ///   - memoryCost: the cost of new hashes, as in ``PasswordHasher/firebaseScrypt(signerKey:memoryCost:)``.
  ///   - emulatorHashes: set on a development server. Without them, no password matches a hash of the emulator.
  init(
    _ project: Project, _ directory: ProjectDirectory, memoryCost: Int, pool: WorkPool,
    random: any RandomSource, emulatorHashes: EmulatorPasswordHashes?
  ) throws(IdentityError) {
    self.project = project.id
    self.directory = directory
    self.emulatorHashes = emulatorHashes
    let key = try directory.signerKey(of: project)
    signerKey = key
    let hashing = project.passwordHashing
    func algorithm(_ scheme: PasswordHashing.Scheme) -> PasswordHash.Algorithm {
      switch scheme {
      case .firebaseScrypt: PasswordHasher.firebaseScrypt(signerKey: key, memoryCost: memoryCost)
      case .argon2id: PasswordHasher.argon2id
      }
    }
    hasher = PasswordHasher(algorithm: algorithm(hashing.scheme), pool: pool, random: random)
    let former = hashing.former.map { PasswordHasher.exemplar(of: algorithm($0)) }
    exemplars =
      former + PasswordCost.affordable(project.importedPasswords).filter { !former.contains($0) }
  }

  func hash(_ password: String, in place: WorkPool.Place? = nil) async throws(IdentityError) -> PasswordHash {
    var hash = try await hasher.hash(password, in: place)
    hash.algorithm = hash.algorithm.with(key: [])
    return hash
  }

  /// Returns true if `stored` was made from this password, as typed or in the other Unicode normal form. The keyboard
  /// determines the form, and users cannot see the difference. Both checks together count as one guess.
  ///
  /// A wrong password costs the same for every account of the project and for unknown addresses: one check with each
  /// scheme of the project's hashes. Otherwise the time would reveal that an account exists, or that its password was
  /// imported.
  ///
  /// - Parameters:
  ///   - stored: nil if there is no account, or it has no password.
  ///   - place: the place in the pool for all of the computation.
  func verify(
    _ password: String, against stored: PasswordHash?, in place: WorkPool.Place
  ) async throws(IdentityError) -> Bool {
    let forms = PasswordHasher.forms(of: password)
    if let emulatorHashes, let stored, forms.contains(where: { emulatorHashes.matches($0, stored) }) {
      return true
    }
    var remaining = exemplars
    var isCurrent = false
    if let stored, stored.algorithm != .emulator {
      let opened = try opened(stored)
      for form in forms where try await hasher.verify(form, against: opened, in: place) { return true }
      isCurrent = !shouldRehash(stored)
      if !isCurrent, let index = remaining.firstIndex(of: opened.exemplar()) { remaining.remove(at: index) }
    }
    for form in forms {
      if !isCurrent { try await hasher.verifyDummy(form, in: place) }
      for exemplar in remaining { _ = try await hasher.verify(form, against: exemplar, in: place) }
    }
    return false
  }

  /// Returns true if a verified password should be hashed again in the current scheme. The emulator's hashes
  /// stay, because the emulator imports its users again.
  func shouldRehash(_ stored: PasswordHash) -> Bool {
    stored.algorithm != .emulator && stored.algorithm != hasher.algorithm.with(key: [])
  }

  /// - Parameter algorithm: an importer's algorithm with its key in the clear.
  /// - Returns: the algorithm to store: with its key sealed, or without a key if it is the project's own.
  func sealed(_ algorithm: PasswordHash.Algorithm) throws(IdentityError) -> PasswordHash.Algorithm {
    guard let key = algorithm.key else { return algorithm }
    if case .firebaseScrypt = algorithm, key == signerKey { return algorithm.with(key: []) }
    do {
      return algorithm.with(key: try directory.seal(passwordKey: key, for: project))
    } catch {
      throw .unavailable(.internalError, cause: "a password key could not be sealed")
    }
  }

  /// - Parameter stored: a hash as it is stored.
  func exemplar(of stored: PasswordHash) throws(IdentityError) -> PasswordHash {
    try opened(stored).exemplar()
  }

  /// Returns the hash with its key in the clear.
  func opened(_ stored: PasswordHash) throws(IdentityError) -> PasswordHash {
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

/// The owner of a password that is to be hashed.
enum PasswordHolder {
  case address(EmailAddress)
  case account(AccountID)

  var text: String {
    switch self {
    case .address(let email): "address \(email)"
    case .account(let id): "account \(id)"
    }
  }
}

extension IdentityService {
  /// Reserves a place for hashing a password. Call it before anything is counted or written: a request that
  /// is refused because too many passwords wait must change nothing.
  ///
  /// One account gets at most a quarter of all places, one network at most half and one project at most three quarters, so
  /// that flooding the pool leaves places for others. This machine does not count as a network, because a proxy on it that is not declared
  /// sends the requests of many clients.
  ///
  /// - Parameter holder: the account, or the address, which may be unknown.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func passwordPlace(_ caller: Caller, for holder: PasswordHolder) throws(IdentityError) -> WorkPool.Place {
    let project = caller.project.id.rawValue
    guard !caller.isAdministrator else { return try PasswordHasher.place(in: passwordPool, for: project) }
    let key = projects.throttleKey("place/account", of: holder.text, in: caller.scope)
    var shares = [WorkPool.Share("account \(key.scope) \(key.subject)", .quarter)]
    if let network = caller.network, !network.isThisMachine {
      shares.append(WorkPool.Share("network \(network)", .half))
    }
    return try PasswordHasher.place(in: passwordPool, of: shares, for: project)
  }

  func passwords(of project: Project) throws(IdentityError) -> ProjectPasswords {
    try ProjectPasswords(
      project, projects, memoryCost: passwordMemoryCost, pool: passwordPool, random: random,
      emulatorHashes: emulatorHashes)
  }
}
