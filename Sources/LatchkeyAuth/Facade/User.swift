import Foundation
import IdentityWire
import Synchronization

/// What a provider, or the project, knows of a user.
public protocol UserInfo: NSObjectProtocol {
  var providerID: String { get }
  var uid: String { get }
  var displayName: String? { get }
  var photoURL: URL? { get }
  var email: String? { get }
  var phoneNumber: String? { get }
}

/// A user of the project, signed in. The object stays the same while the account changes.
///
/// An archive of it holds the session: whoever can read it can be the user.
open class User: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
  let core: AuthCore
  private let data: Mutex<SessionData>

  init(_ session: SessionData, core: AuthCore) {
    self.core = core
    data = Mutex(session)
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  /// Nil for what is no user's archive. The user belongs to the configured app of the same project;
  /// ``Auth/updateCurrentUser(_:)`` makes them the signed-in one.
  public required init?(coder: NSCoder) {
    guard let session = coder.json(SessionData.self, for: "session") else { return nil }
    core = AuthCore.ofSession(session)
    data = Mutex(session)
  }

  open func encode(with coder: NSCoder) { coder.encode(json: session, for: "session") }

  var session: SessionData { data.withLock { $0 } }
  var engine: AuthEngine { core.engine }
  var auth: Auth { core.app.map { Auth.auth(app: $0) } ?? Auth(core: core) }

  @discardableResult func change<Result: Sendable>(_ body: (inout SessionData) -> Result) -> Result {
    data.withLock { body(&$0) }
  }

  // MARK: What is known

  open var providerID: String { "Firebase" }
  open var uid: String { session.profile.uid }
  open var email: String? { session.profile.email }
  open var phoneNumber: String? { session.profile.phoneNumber }
  open var isAnonymous: Bool { session.profile.isAnonymous }
  open func anonymous() -> Bool { isAnonymous }
  open var isEmailVerified: Bool { session.profile.isEmailVerified }
  open func emailVerified() -> Bool { isEmailVerified }
  open var tenantID: String? { session.profile.tenantID }
  open var refreshToken: String? { session.tokens.refreshToken }

  /// Setting it changes this object alone; ``createProfileChangeRequest()`` changes the account.
  open var displayName: String? {
    get { session.profile.displayName }
    set { change { $0.profile.displayName = newValue } }
  }

  /// As ``displayName``.
  open var photoURL: URL? {
    get { session.profile.photoURL.flatMap { URL(string: $0) } }
    set { change { $0.profile.photoURL = newValue?.absoluteString } }
  }

  /// What each linked provider knows.
  open var providerData: [any UserInfo] { session.profile.providers.map(ProviderUserInfo.init) }
  open var metadata: UserMetadata { UserMetadata(session.profile) }
  open var multiFactor: MultiFactor { MultiFactor(self) }

  // MARK: Tokens

  open func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
    try await core.tokens(of: self, forcingRefresh: forceRefresh).idToken
  }

  open func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
    try await getIDToken(forcingRefresh: forceRefresh)
  }

  /// - Throws: ``AuthError`` with `malformedJWT`, too.
  open func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
    let token = try await getIDToken(forcingRefresh: forceRefresh)
    guard let result = AuthTokenResult(reading: token) else { throw AuthError(.malformedJWT) }
    return result
  }

  // MARK: Changing the account

  /// Asks the server what it knows of the user by now.
  open func reload() async throws {
    try await core.withTokens(of: self) { try await self.take(nil, after: $0) }
  }

  /// Takes what an operation changed: new tokens, if it gave any, and the profile as the server has it.
  func take(_ tokens: SessionTokens?, after known: SessionTokens) async throws {
    let current = tokens ?? known
    let profile = try await engine.profile(of: current.idToken)
    let changed = change { session in
      let changed = session.tokens.idToken != current.idToken
      session = core.session(profile, tokens == nil ? session.tokens : current)
      return tokens != nil && changed
    }
    core.keep(self, tokensChanged: changed)
  }

  func update(_ message: [String: JSONValue]) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.take(try await self.engine.update(message, after: tokens), after: tokens)
    }
  }

  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  open func updateEmail(to email: String) async throws { try await update(["email": .string(email)]) }

  /// - Throws: ``AuthError`` with `weakPassword`, `requiresRecentLogin`…
  open func updatePassword(to password: String) async throws {
    guard !password.isEmpty else { throw AuthError(.weakPassword, failureReason: "Missing Password") }
    try await update(["password": .string(password)])
  }

  open func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
    try await core.withTokens(of: self) { tokens in
      let answer = try await self.engine.signIn(credential.proof, .update, idToken: tokens.idToken)
      try await self.take(answer.tokens, after: tokens)
    }
  }

  open func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(self) }

  open func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.sendOobCode(
        "VERIFY_EMAIL", ["idToken": .string(tokens.idToken)], actionCodeSettings)
    }
  }

  /// Mails a link to the new address, which becomes the user's when it is followed.
  open func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.sendOobCode(
        "VERIFY_AND_CHANGE_EMAIL",
        ["idToken": .string(tokens.idToken), "newEmail": .string(newEmail)], actionCodeSettings)
    }
  }

  /// Deletes the account, and signs its user out.
  open func delete() async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.delete(self.uid, idToken: tokens.idToken)
    }
    if core.user === self { try core.become(nil) }
  }

  // MARK: Providers

  /// Links one more way to sign in.
  ///
  /// - Throws: ``AuthError`` with `providerAlreadyLinked`; `credentialAlreadyInUse`, which carries a credential to
  ///   sign in to the other account with.
  @discardableResult open func link(with credential: AuthCredential) async throws -> AuthDataResult {
    let profile = session.profile
    let isLinked =
      credential is EmailCredential
      ? profile.hasPassword : profile.providers.contains { $0.providerID == credential.provider }
    guard !isLinked else { throw AuthError(.providerAlreadyLinked) }
    return try await core.withTokens(of: self) { tokens in
      let answer = try await self.core.answer(to: credential, .link, idToken: tokens.idToken)
      try await self.take(answer.tokens, after: tokens)
      return AuthDataResult(self, answer)
    }
  }

  /// Takes a way to sign in away.
  ///
  /// - Throws: ``AuthError`` with `noSuchProvider`.
  @discardableResult open func unlink(fromProvider provider: String) async throws -> User {
    let profile = session.profile
    let isLinked =
      profile.providers.contains { $0.providerID == provider }
      || (provider == EmailAuthProvider.id && profile.hasPassword)
    guard isLinked else { throw AuthError(.noSuchProvider) }
    try await update(["deleteProvider": [.string(provider)]])
    return self
  }

  /// Signs the same user in anew, as deleting the account or changing its password asks for.
  ///
  /// - Throws: ``AuthError`` with `userMismatch` for somebody else's credential, and nothing has changed.
  @discardableResult open func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult
  {
    do {
      return try await core.askingForSecondFactor({ try await self.become($0) }) {
        try await core.answer(to: credential, .reauthenticate, makesUser: false)
      }
    } catch {
      throw AuthErrorCode(error) == .userNotFound ? AuthError(.userMismatch) : error
    }
  }

  private func become(_ answer: SignInAnswer) async throws -> AuthDataResult {
    let profile = try await engine.profile(of: answer.tokens.idToken)
    guard profile.uid == uid else { throw AuthError(.userMismatch) }
    let session = core.session(profile, answer.tokens)
    change { $0 = session }
    core.keep(self, tokensChanged: true)
    return AuthDataResult(self, answer)
  }

  @discardableResult open func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  )
    async throws -> AuthDataResult
  {
    try await link(with: try await provider.credential(with: uiDelegate))
  }

  @discardableResult open func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  ) async throws -> AuthDataResult {
    try await reauthenticate(with: try await provider.credential(with: uiDelegate))
  }
}
