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
  /// Of users whose password was imported, and who have not signed in since.
  public private(set) var withoutHash = 0
  public private(set) var withoutFactor = 0

  private static var pageSize: Int { 1_000 }
  private static let firebaseProviders = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// - Parameter isForFirebase: whether what Firebase's tools refuse is left out.
  public init(service: IdentityService, caller: Caller, format: UserFileFormat, isForFirebase: Bool) {
    self.service = service
    self.caller = caller
    self.isForFirebase = isForFirebase
    encoder = format.encoder()
    request.maxResults = Self.pageSize
  }

  /// The next bytes of the file; nil at its end.
  public mutating func next() async throws(WireError) -> [UInt8]? {
    guard !isOver else { return nil }
    let page = try await service.batchGet(request, caller)
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
