import Identity
import IdentityWire

/// Takes the users of a scope out, page by page: there is never more of them in the memory. Used by one task alone.
public struct UserExporter: Sendable {
  private let service: IdentityService
  private let caller: Caller
  private let isForFirebase: Bool
  private var encoder: any UserFileEncoder
  private var request = BatchGetRequest()
  private var isBegun = false
  /// Whether the file has ended.
  public private(set) var isOver = false

  public private(set) var exported = 0
  /// What the hashes in the file were made with.
  public let scheme: PasswordHashing.Scheme
  /// Of users whose hash is in another scheme: it was imported, or made before the project's scheme was changed, and they
  /// have not signed in since. For Firebase, also of those whose hash is in a scheme that Firebase does not import.
  public private(set) var withoutHash = 0
  public private(set) var withoutFactor = 0

  /// True if the project hashes new passwords with argon2id.
  public var isHashedWithArgon2id: Bool { caller.project.passwordHashing.scheme == .argon2id }

  private static var pageSize: Int { 1_000 }
  private static let firebaseProviders = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// - Parameter isForFirebase: whether what Firebase's tools refuse is left out.
  public init(service: IdentityService, caller: Caller, format: UserFileFormat, isForFirebase: Bool) {
    self.service = service
    self.caller = caller
    self.isForFirebase = isForFirebase
    encoder = format.encoder(isForFirebase: isForFirebase)
    scheme = isForFirebase ? .firebaseScrypt : caller.project.passwordHashing.scheme
    request.maxResults = Self.pageSize
  }

  /// The next bytes of the file; nil at its end.
  public mutating func next() async throws(WireError) -> [UInt8]? {
    guard !isOver else { return nil }
    let page = try await service.batchGet(request, showing: scheme, caller)
    var bytes = isBegun ? [] : encoder.begin()
    isBegun = true
    for user in page.users ?? [] { bytes += encoder.encode(counted(user)) }
    request.nextPageToken = page.nextPageToken
    if page.nextPageToken == nil {
      isOver = true
      bytes += encoder.end()
    }
    return bytes
  }

  private mutating func counted(_ user: UserInfo) -> UserInfo {
    var user = user
    exported += 1
    if let version = user.version, version != 0 { withoutHash += 1 }
    if isForFirebase {
      user.providerUserInfo?.removeAll { !Self.firebaseProviders.contains($0.providerId) }
      if user.mfaInfo?.isEmpty == false { withoutFactor += 1 }
      user.mfaInfo = nil
    } else if user.mfaInfo?.contains(where: { $0.phoneInfo == nil }) == true {
      withoutFactor += 1
    }
    return user
  }
}
