import Foundation
import Identity
import IdentityWire
import WorkPool

/// Hashes and checks passwords on threads of their own, as many as its pool allows and no more.
public struct PasswordHasher: Sendable {
  /// Bytes. Firebase's own bound; nothing is computed for more.
  public static let maximumPasswordBytes = 4096
  /// Bytes of a salt that we make.
  public static let saltBytes = 16
  /// Bytes of a signer key that we make.
  public static let signerKeyBytes = 64

  /// What new hashes are made with.
  public let algorithm: PasswordHash.Algorithm
  private let pool: WorkPool
  private let random: any RandomSource

  /// - Parameters:
  ///   - pool: some 25 ms of a core and 16 MiB for each password that is under way, and for one whose hash was
  ///     imported what ``PasswordBounds`` allow.
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
  ///   - signerKey: random, made once at installation, the same for every account.
  ///   - memoryCost: less than ``memoryCost`` for tests alone.
  public static func firebaseScrypt(signerKey: [UInt8], memoryCost: Int = memoryCost)
    -> PasswordHash.Algorithm
  {
    .firebaseScrypt(signerKey: signerKey, saltSeparator: [0x07], rounds: 8, memoryCost: memoryCost)
  }

  /// Argon2id as OWASP's Password Storage Cheat Sheet asks for it: 19 MiB, two iterations, one lane. Its hashes need no
  /// key of ours.
  public static let argon2id = PasswordHash.Algorithm.argon2(
    .init(variant: .id, iterations: 2, memoryCost: 19_456, parallelism: 1, hashLength: 32))

  /// A hash of no password in a scheme in which hashes are, or were, made here.
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

  /// The texts that a typed password may stand for: itself and, of a text that has two, its other normal form. How many
  /// they are depends on what is typed alone.
  public static func forms(of password: String) -> [String] {
    guard isWithinBounds(password), !password.utf8.allSatisfy({ $0 < 0x80 }) else { return [password] }
    let others = [
      password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping,
    ]
    guard let other = others.first(where: { !$0.hasSameBytes(as: password) }) else { return [password] }
    return [password, other]
  }

  public static func makeSignerKey(_ random: some RandomSource) -> [UInt8] { random.bytes(signerKeyBytes) }

  /// Room for one password after the other, to be taken before anything is written for it.
  ///
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too many passwords wait, or too many of one share.
  public static func place(in pool: WorkPool, of shares: [WorkPool.Share] = []) throws(IdentityError)
    -> WorkPool.Place
  {
    do { return try pool.place(of: shares) } catch { throw identityError(error) }
  }

  /// - Parameter place: where it is computed; nil takes a place for it.
  /// - Throws: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS` for more than ``maximumPasswordBytes``;
  ///   ``IdentityError/busy(retryAfter:)`` when too many passwords wait.
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

  /// Whether this is the password that `stored` was made from.
  ///
  /// - Parameter place: where it is computed; nil takes a place for it.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too many passwords wait; `UNAVAILABLE` when
  ///   the stored hash cannot be computed at all, which is not the same as a wrong password.
  public func verify(
    _ password: String, against stored: PasswordHash, in place: WorkPool.Place? = nil
  ) async throws(IdentityError) -> Bool {
    guard Self.isWithinBounds(password) else { return false }
    return try await run(in: place) { () throws(PasswordFailure) in
      try PasswordVerification.matches(Array(password.utf8), stored)
    }
  }

  /// Costs what ``verify(_:against:)`` costs for a hash that we made: for an account that does not exist or
  /// has no password, so that the time of the answer does not tell.
  public func verifyDummy(_ password: String, in place: WorkPool.Place? = nil) async throws(IdentityError) {
    _ = try await verify(password, against: dummy, in: place)
  }

  /// Whether a password that was just verified should be hashed anew: its hash was imported, or made with
  /// older parameters.
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
