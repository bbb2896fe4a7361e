import Foundation
import Identity
import IdentityWire
import WorkPool

/// Hashes and checks passwords on the threads of a bounded pool.
public struct PasswordHasher: Sendable {
  /// The maximum length of a password in bytes, the same as Firebase's. Longer passwords are not hashed.
  public static let maximumPasswordBytes = 4096
  /// The length in bytes of a salt made here.
  public static let saltBytes = 16
  /// The length in bytes of a signer key made here.
  public static let signerKeyBytes = 64

  /// The algorithm of new hashes.
  public let algorithm: PasswordHash.Algorithm
  private let pool: WorkPool
  private let random: any RandomSource

  /// - Parameters:
  ///   - pool: the pool that runs the work. Each password takes about 25 ms of CPU time and 16 MiB of
  ///     memory. A password with an imported hash may take as much as ``PasswordBounds`` allow.
  ///   - algorithm: see ``firebaseScrypt(signerKey:)``.
  public init(
    algorithm: PasswordHash.Algorithm, pool: WorkPool, random: any RandomSource = SystemRandom()
  ) {
    self.algorithm = algorithm
    self.pool = pool
    self.random = random
  }

  /// The base-2 logarithm of scrypt's N: Firebase's default.
  public static let memoryCost = 14

  /// Firebase's scheme with Firebase's default cost.
  ///
  /// - Parameters:
  ///   - signerKey: random. It is created once at installation and is the same for every account.
  ///   - memoryCost: less than ``memoryCost`` only in tests.
  public static func firebaseScrypt(signerKey: [UInt8], memoryCost: Int = memoryCost)
    -> PasswordHash.Algorithm
  {
    .firebaseScrypt(signerKey: signerKey, saltSeparator: [0x07], rounds: 8, memoryCost: memoryCost)
  }

  /// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two iterations, one lane. Its
  /// hashes need no server key.
  public static let argon2id = PasswordHash.Algorithm.argon2(
    .init(variant: .id, iterations: 2, memoryCost: 19_456, parallelism: 1, hashLength: 32))

  /// Returns a hash that belongs to no password, for a scheme in which this server makes or has made
  /// hashes.
  public static func exemplar(of algorithm: PasswordHash.Algorithm) -> PasswordHash {
    let length =
      switch algorithm {
      case .argon2(let parameters): parameters.hashLength
      default: algorithm.key?.count ?? 0
      }
    return PasswordHash(
      algorithm: algorithm, salt: [UInt8](repeating: 0, count: saltBytes),
      hash: [UInt8](repeating: 0, count: length)
    ).exemplar()
  }

  /// Returns the texts that a typed password may stand for: the password itself and, if different, its
  /// other Unicode normal form. The number of texts depends only on the typed text.
  public static func forms(of password: String) -> [String] {
    guard isWithinBounds(password), !password.utf8.allSatisfy({ $0 < 0x80 }) else { return [password] }
    let others = [
      password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
    ]
    guard let other = others.first(where: { !$0.hasSameBytes(as: password) }) else { return [password] }
    return [password, other]
  }

  public static func makeSignerKey(_ random: some RandomSource) -> [UInt8] { random.bytes(signerKeyBytes) }

  /// Reserves a place in the pool for a series of passwords. Reserve the place before anything is written.
  ///
  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many passwords wait, in total or of one share.
  public static func place(
    in pool: WorkPool, of shares: [WorkPool.Share] = [], for project: String
  ) throws(IdentityError) -> WorkPool.Place {
    do { return try pool.place(of: shares, in: project) } catch { throw identityError(error) }
  }

  /// - Parameter place: a reserved place in the pool; nil to reserve a new place.
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` if the password has more than
  ///   ``maximumPasswordBytes``; ``IdentityError/busy(retryAfter:)`` if too many passwords wait.
  public func hash(_ password: String, in place: WorkPool.Place? = nil) async throws(IdentityError)
    -> PasswordHash
  {
    guard Self.isWithinBounds(password) else {
      throw .refused(
        .passwordDoesNotMeetRequirements,
        "Password may contain at most \(Self.maximumPasswordBytes) bytes")
    }
    let salt = random.bytes(Self.saltBytes)
    let hash = try await run(in: place) { [algorithm] () throws(PasswordFailure) in
      guard let scheme = try PasswordVerification.scheme(algorithm) as? any DerivingScheme else {
        throw .unsupportedParameters
      }
      return try scheme.hash(Array(password.utf8), salt: salt, length: 0)
    }
    return PasswordHash(algorithm: algorithm, salt: salt, hash: hash)
  }

  /// True if `stored` was made from this password.
  ///
  /// - Parameter place: a reserved place in the pool; nil to reserve a new place.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many passwords wait; `UNAVAILABLE` if the stored
  ///   hash cannot be checked at all. A wrong password throws no error.
  public func verify(
    _ password: String, against stored: PasswordHash, in place: WorkPool.Place? = nil
  ) async throws(IdentityError) -> Bool {
    guard Self.isWithinBounds(password) else { return false }
    return try await run(in: place) { () throws(PasswordFailure) in
      try PasswordVerification.matches(Array(password.utf8), stored)
    }
  }

  /// Costs as much as ``verify(_:against:)`` for a hash made here. Call it for an account that does not
  /// exist or has no password, so that the response time does not reveal this fact.
  public func verifyDummy(_ password: String, in place: WorkPool.Place? = nil) async throws(IdentityError) {
    _ = try await verify(password, against: dummy, in: place)
  }

  /// True if a password that was just verified should be rehashed, because its hash was imported or has older
  /// parameters.
  public func shouldRehash(_ stored: PasswordHash) -> Bool { stored.algorithm != algorithm }

  private var dummy: PasswordHash {
    PasswordHash(algorithm: algorithm, salt: [UInt8](repeating: 0, count: Self.saltBytes), hash: [])
  }

  private static func isWithinBounds(_ password: String) -> Bool {
    password.utf8.count <= maximumPasswordBytes
  }

  private func run<Value: Sendable>(
    in place: WorkPool.Place?, _ work: @escaping @Sendable () throws(PasswordFailure) -> Value
  ) async throws(IdentityError) -> Value {
    do {
      guard let place else { return try await pool.run { try work() } }
      return try await place.run { try work() }
    } catch let failure as WorkPool.Failure {
      throw Self.identityError(failure)
    } catch let failure as PasswordFailure {
      throw failure.identityError
    } catch {
      throw .unavailable(.unavailable, cause: "hashing: \(type(of: error))")
    }
  }

  private static func identityError(_ failure: WorkPool.Failure) -> IdentityError {
    switch failure {
    case .overloaded(let retryAfter): .busy(retryAfter: retryAfter)
    case .closed: .unavailable(.unavailable, cause: "the password pool is closed")
    }
  }
}
