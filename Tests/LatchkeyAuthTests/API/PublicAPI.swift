import Testing

/// A list of the public API. A closure for each member uses it as an app would, so that the list compiles only where
/// the member exists, has its type, and can be used. None of them runs.
struct PublicAPI {
  private(set) var names: [String] = []

  mutating func member<each Given>(_ name: String, _ use: (repeat each Given) async throws -> Void) {
    names.append(name)
  }

  mutating func member<Given>(_ name: String, _ use: (inout Given) async throws -> Void) {
    names.append(name)
  }

  init(_ parts: [(inout PublicAPI) -> Void]) { for part in parts { part(&self) } }

  var repeated: [String] { Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted() }
}

@Suite("The public API")
struct PublicAPITests {
  @Test("every member of FirebaseAuth that is not of Apple's systems alone is there")
  func members() {
    let deprecated: any DeprecatedMembers.Type = DeprecatedAPI.self
    let api = PublicAPI([
      PublicAPI.actionCodeInfo, PublicAPI.actionCodeSettings, PublicAPI.actionCodeURL,
      PublicAPI.authSequences, PublicAPI.auth, PublicAPI.authDataResult, PublicAPI.authSettings,
      PublicAPI.authTokenResult, PublicAPI.authCredential, PublicAPI.authProviderID,
      PublicAPI.emailAuthProvider, PublicAPI.facebookAuthProvider, PublicAPI.federatedAuthProvider,
      PublicAPI.gameCenterAuthProvider, PublicAPI.gitHubAuthProvider, PublicAPI.googleAuthProvider,
      PublicAPI.oAuthCredential, PublicAPI.oAuthProvider, PublicAPI.phoneAuthProvider,
      PublicAPI.twitterAuthProvider, PublicAPI.multiFactor, PublicAPI.multiFactorAssertion,
      PublicAPI.multiFactorInfo, PublicAPI.multiFactorResolver, PublicAPI.phoneMultiFactorGenerator,
      PublicAPI.phoneMultiFactorInfo, PublicAPI.totpMultiFactorGenerator, PublicAPI.totpSecret,
      PublicAPI.additionalUserInfo, PublicAPI.user, PublicAPI.userInfo, PublicAPI.userMetadata,
      PublicAPI.userProfileChangeRequest, PublicAPI.authErrors, PublicAPI.authUIDelegate, deprecated.list,
    ])
    print("FirebaseAuth: \(api.names.count) members of 253 that can exist without Apple's frameworks")
    #expect(api.names.count == 253)
    #expect(api.repeated.isEmpty)
  }

  @Test("what FirebaseAuth has besides members is there: types, archives, earlier spellings, constants")
  func others() {
    let types = PublicAPI([PublicAPI.types])
    let archives = PublicAPI([PublicAPI.archives])
    let earlier = PublicAPI([PublicAPI.earlierSpellings])
    let constants = PublicAPI([PublicAPI.constants])
    print(
      "FirebaseAuth: \(types.names.count) types, \(archives.names.count) archivable types, "
        + "\(earlier.names.count) earlier spellings, \(constants.names.count) constants")
    #expect(types.names.count == 44 && types.repeated.isEmpty)
    #expect(archives.names.count == 10 && archives.repeated.isEmpty)
    #expect(earlier.names.count == 9 && earlier.repeated.isEmpty)
    #expect(constants.names.count == 25 && constants.repeated.isEmpty)
  }
}
