import Identity
import IdentityWire
import Passwords

/// Exports the users of a scope page by page, so that only one page is in memory. Used by one task only.
public struct UserExporter: Sendable {
  /// A file of users with the same hash settings: tools accept only one set of settings for each file.
  public struct Part: Sendable {
    /// The hash settings, with the key in the clear. Nil if ``UploadHashing`` cannot express them.
    public let hashing: UploadHashing?
    public fileprivate(set) var exported = 0
    fileprivate let algorithm: PasswordHash.Algorithm?
    fileprivate var encoder: any UserFileEncoder
    fileprivate var isBegun = false
  }

  private let service: IdentityService
  private let caller: Caller
  private let isForFirebase: Bool
  private let splitsByHash: Bool
  private let format: UserFileFormat
  private var request = BatchGetRequest()
  /// The keys of imported hashes by their sealed form. Two uploads with the same key have different sealed forms, so
  /// keys are compared after they are decrypted.
  private var keys: [[UInt8]: [UInt8]] = [:]
  /// True if the file has ended.
  public private(set) var isOver = false

  /// The files. The first also contains the users without a hash.
  public private(set) var parts: [Part] = []
  public private(set) var exported = 0
  /// The scheme of the hashes in the first file.
  public let scheme: PasswordHashing.Scheme
  /// The number of users whose hash is left out, because it is not in the project's scheme. The hash was imported, or
  /// made before a change of the scheme, and the user has not signed in since. For Firebase, the number includes
  /// hashes in schemes that Firebase does not import.
  public private(set) var withoutHash = 0
  public private(set) var withoutFactor = 0

  /// True if the project hashes new passwords with argon2id.
  public var isHashedWithArgon2id: Bool { caller.project.passwordHashing.scheme == .argon2id }

  private static var pageSize: Int { 1_000 }
  /// Each part is an open file.
  private static var maximumParts: Int { 64 }
  private static let firebaseProviders = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// - Parameters:
  ///   - isForFirebase: true to leave out everything that Firebase's tools refuse.
  ///   - splitsByHash: true to make a part for each setting of imported hashes. Otherwise these hashes are
  ///     left out.
  public init(
    service: IdentityService, caller: Caller, format: UserFileFormat, isForFirebase: Bool,
    splitsByHash: Bool = false
  ) {
    self.service = service
    self.caller = caller
    self.isForFirebase = isForFirebase
    self.splitsByHash = splitsByHash
    self.format = format
    scheme = isForFirebase ? .firebaseScrypt : caller.project.passwordHashing.scheme
    request.maxResults = Self.pageSize
  }

  /// Returns the next bytes of the file; nil at its end.
  public mutating func next() async throws(IdentityError) -> [UInt8]? { try await nextPieces()?.first }

  /// Returns the next bytes of each part, in the order of ``parts``; nil at their end.
  public mutating func nextPieces() async throws(IdentityError) -> [[UInt8]]? {
    guard !isOver else { return nil }
    let passwords = try service.passwords(of: caller.project)
    if parts.isEmpty { parts = [part(of: try ownAlgorithm(passwords))] }
    let page = try await service.accountPage(request, caller)
    var pieces = parts.map { _ in [UInt8]() }
    for account in page.accounts {
      var user = AccountInfo(exporting: account, showing: scheme)
      let index = try partIndex(of: account.password, passwords)
      if index > 0, let password = account.password { user.show(password) }
      if index == pieces.count { pieces.append([]) }
      user = counted(user)
      parts[index].exported += 1
      if !parts[index].isBegun { pieces[index] += begin(index) }
      pieces[index] += parts[index].encoder.encode(user)
    }
    if !parts[0].isBegun { pieces[0] += begin(0) }
    request.nextPageToken = page.next
    if page.next == nil {
      isOver = true
      for index in parts.indices { pieces[index] += parts[index].encoder.end() }
    }
    return pieces
  }

  private mutating func begin(_ index: Int) -> [UInt8] {
    parts[index].isBegun = true
    return parts[index].encoder.begin()
  }

  private func part(of algorithm: PasswordHash.Algorithm?) -> Part {
    Part(
      hashing: algorithm.flatMap { UploadHashing($0) }, algorithm: algorithm,
      encoder: format.encoder(isForFirebase: isForFirebase))
  }

  /// Returns the algorithm of new hashes in the file's scheme.
  private func ownAlgorithm(_ passwords: ProjectPasswords) throws(IdentityError) -> PasswordHash.Algorithm {
    guard scheme == .firebaseScrypt else { return PasswordHasher.argon2id }
    return PasswordHasher.firebaseScrypt(
      signerKey: try service.projects.signerKey(of: caller.project), memoryCost: service.passwordMemoryCost)
  }

  /// Returns the part for a hash. If there is none, returns the first part, which leaves the hash out.
  private mutating func partIndex(of password: PasswordHash?, _ passwords: ProjectPasswords)
    throws(IdentityError)
    -> Int
  {
    guard splitsByHash, let password else { return 0 }
    let algorithm = try opened(password, passwords)
    if let index = parts.firstIndex(where: { $0.algorithm == algorithm }) { return index }
    guard UploadHashing(algorithm) != nil, parts.count < Self.maximumParts else { return 0 }
    parts.append(part(of: algorithm))
    return parts.count - 1
  }

  private mutating func opened(
    _ password: PasswordHash, _ passwords: ProjectPasswords
  ) throws(IdentityError) -> PasswordHash.Algorithm {
    guard let sealed = password.algorithm.key else { return password.algorithm }
    if let key = keys[sealed] { return password.algorithm.with(key: key) }
    let algorithm = try passwords.opened(password).algorithm
    keys[sealed] = algorithm.key
    return algorithm
  }

  private mutating func counted(_ user: AccountInfo) -> AccountInfo {
    var user = user
    exported += 1
    if let version = user.version, version != 0 { withoutHash += 1 }
    if isForFirebase {
      user.providerUserInfo?.removeAll { !Self.firebaseProviders.contains($0.providerId) }
      if user.mfaInfo?.isEmpty == false { withoutFactor += 1 }
      user.mfaInfo = nil
      user.passkeyInfo = nil
    } else if user.mfaInfo?.contains(where: { $0.phoneInfo == nil }) == true {
      withoutFactor += 1
    }
    return user
  }
}
