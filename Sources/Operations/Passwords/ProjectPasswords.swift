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
  private let emulatorHashes: EmulatorPasswordHashes?
  /// What a wrong password is computed for: each scheme that the project's hashes are in, whoever is asked for.
  let exemplars: [PasswordHash]

  /// - Parameters:
  ///   - memoryCost: of new hashes, as ``PasswordHasher/firebaseScrypt(signerKey:memoryCost:)`` has it.
  ///   - emulatorHashes: of a development server. Without them no password is right for such a hash.
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

  /// Whether this is the password that `stored` was made from, as it is typed or in the other normal form: a keyboard
  /// decides on which of the two is typed, and no user can tell. Both are one guess.
  ///
  /// A wrong one costs the same for every account of the project, and for an address that nobody has: one check of
  /// every scheme that the project's hashes are in. Else its time would tell that there is an account, or that
  /// its password was imported.
  ///
  /// - Parameters:
  ///   - stored: nil where there is no account, or none with a password.
  ///   - place: where all of it is computed.
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

  /// Whether a password that was just verified should be hashed anew, because its hash is not of our making. The
  /// emulator's stay: it takes its users back.
  func shouldRehash(_ stored: PasswordHash) -> Bool {
    stored.algorithm != .emulator && stored.algorithm != hasher.algorithm.with(key: [])
  }

  /// - Parameter algorithm: with its key in the clear, as an importer gives it.
  /// - Returns: the same as it is stored: with its key sealed, or without where the key is the project's own.
  func sealed(_ algorithm: PasswordHash.Algorithm) throws(IdentityError) -> PasswordHash.Algorithm {
    guard let key = algorithm.key else { return algorithm }
    if case .firebaseScrypt = algorithm, key == signerKey { return algorithm.with(key: []) }
    do {
      return algorithm.with(key: try directory.seal(passwordKey: key, for: project))
    } catch {
      throw .unavailable(.internalError, cause: "a password key could not be sealed")
    }
  }

  /// - Parameter stored: as it is stored.
  func exemplar(of stored: PasswordHash) throws(IdentityError) -> PasswordHash {
    try opened(stored).exemplar()
  }

  /// The hash with its key in the clear.
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

/// Whose password is to be hashed.
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
  /// Room for a password, to be taken before anything is counted or written for it: what is refused because too
  /// many passwords wait changes nothing.
  ///
  /// One account has a quarter of all places at most, and one network a half, so that whoever floods the pool leaves
  /// the others some. This machine is no network: a proxy that is not told of stands for many.
  ///
  /// - Parameter holder: the account or the address, whether anybody has it or not.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func passwordPlace(_ caller: Caller, for holder: PasswordHolder) throws(IdentityError) -> WorkPool.Place {
    guard !caller.isAdministrator else { return try PasswordHasher.place(in: passwordPool) }
    let key = projects.throttleKey("place/account", of: holder.text, in: caller.scope)
    var shares = [WorkPool.Share("account \(key.scope) \(key.subject)", .quarter)]
    if let network = caller.network, !network.isThisMachine {
      shares.append(WorkPool.Share("network \(network)", .half))
    }
    return try PasswordHasher.place(in: passwordPool, of: shares)
  }

  func passwords(of project: Project) throws(IdentityError) -> ProjectPasswords {
    try ProjectPasswords(
      project, projects, memoryCost: passwordMemoryCost, pool: passwordPool, random: random,
      emulatorHashes: emulatorHashes)
  }
}
