import IdentityWire
import Operations

/// Takes the users of a scope out, page by page.
struct UserExport {
  let service: IdentityService
  let caller: Caller
  /// Whether what Firebase's tools refuse is left out.
  let isForFirebase: Bool

  private(set) var exported = 0
  private(set) var withoutHash = 0
  private(set) var withoutFactor = 0

  init(service: IdentityService, caller: Caller, isForFirebase: Bool) {
    self.service = service
    self.caller = caller
    self.isForFirebase = isForFirebase
  }

  mutating func write(_ encoder: some UserFileEncoder, to output: OutputFile) async throws {
    var encoder = encoder
    try output.write(encoder.begin())
    var request = BatchGetRequest()
    request.maxResults = 1_000
    repeat {
      let page = try await service.batchGet(request, caller)
      var text: [UInt8] = []
      for user in page.users ?? [] { text += encoder.encode(counted(user)) }
      try output.write(text)
      request.nextPageToken = page.nextPageToken
      if page.nextPageToken != nil { Terminal.progress("\(exported) users exported") }
    } while request.nextPageToken != nil
    try output.write(encoder.end())
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

  private static let firebaseProviders = ["google.com", "facebook.com", "twitter.com", "github.com"]
}
