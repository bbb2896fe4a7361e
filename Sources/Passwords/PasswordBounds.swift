/// The bounds of scheme parameters. Without them, an imported hash could occupy a core or the memory for
/// long. A check within the bounds takes at most one or two seconds of CPU time and 64 MiB of memory.
///
/// If Firebase documents a bound, this type uses it (firebase.google.com/docs/cli/auth, and
/// `Argon2Parameters` of the Identity Toolkit API).
public enum PasswordBounds {
  /// In bytes.
  public static let maximumSaltBytes = 256
  /// In bytes. No scheme has longer hashes.
  public static let maximumHashBytes = 1_024
  /// The minimum length in bytes of a hash whose length the importer chooses. A wrong password could match
  /// a shorter hash by chance.
  public static let minimumHashBytes = 4

  public static let scryptRounds = 1...8
  public static let scryptMemoryCost = 1...14
  /// The length in bytes of the signer key of Firebase's scrypt. Its hashes have the same length.
  public static let signerKeyBytes = 16...256

  public static let standardScryptMemory = 64 << 20
  /// `N · r · p` of standard scrypt, in bytes of memory written.
  public static let standardScryptWork = 256 << 20

  public static let hmacKeyBytes = 1...1_024
  public static let md5Rounds = 0...8_192
  public static let shaRounds = 1...8_192

  public static let pbkdf2Rounds = 1...120_000
  /// Rounds times output blocks of the hash function. The bound allows 64 bytes of SHA-1 with the most
  /// rounds.
  public static let pbkdf2Work = 4 * 120_000

  /// Firebase documents no bound. Cost 14 takes about 0.8 seconds of CPU time.
  public static let bcryptCost = 4...14

  public static let argon2Iterations = 1...16
  public static let argon2Parallelism = 1...16
  public static let argon2HashBytes = 4...1_024
  /// In KiB. RFC 9106 requires at least 8 KiB for each lane.
  public static let argon2MaximumMemory = 32_768
  public static let argon2MinimumSaltBytes = 8
  public static let argon2MaximumAssociatedDataBytes = 1_024
}
