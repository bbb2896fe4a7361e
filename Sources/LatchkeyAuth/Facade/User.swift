import Foundation
import IdentityWire
import Synchronization

/// What a provider, or the project, knows of a user.
public protocol UserInfo: NSObjectProtocol {
  /// Who knows this: a provider's id, or `Firebase` for the project.
  var providerID: String { get }
  /// What the user is called there: unique, and for machines.
  var uid: String { get }
  /// The user's name, for people.
  var displayName: String? { get }
  /// Where the user's picture is.
  var photoURL: URL? { get }
  /// The user's e-mail address.
  var email: String? { get }
  /// The user's telephone number, as in +16505551234.
  var phoneNumber: String? { get }
}

/// A user of the project, signed in. The object stays the same while the account changes.
///
/// An archive of it holds the session: whoever can read it can be the user.
open class User: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
  let core: AuthCore
  let renewal = Renewal()
  /// The name of the passkey whose enrolment was begun; the form of Apple's systems carries none.
  let passkeyName = Mutex<String?>(nil)
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
    core = AuthCore.ofSession(session, app: coder.text(for: "app"))
    data = Mutex(session)
  }

  open func encode(with coder: NSCoder) {
    coder.encode(json: session, for: "session")
    coder.encode(text: core.app?.name, for: "app")
  }

  var session: SessionData { data.withLock { $0 } }
  var engine: AuthEngine { core.engine }
  /// The ``Auth`` that the user is of.
  package var auth: Auth { core.auth }

  @discardableResult func change<Result: Sendable>(_ body: (inout SessionData) -> Result) -> Result {
    data.withLock { body(&$0) }
  }

  // MARK: What is known

  /// `Firebase`.
  open var providerID: String { "Firebase" }
  /// The account's id, which never changes: `sub` of its ID tokens.
  open var uid: String { session.profile.uid }
  /// The account's e-mail address. Whether it is the user's says ``isEmailVerified``.
  open var email: String? { session.profile.email }
  /// The telephone number that the user has proved to have.
  open var phoneNumber: String? { session.profile.phoneNumber }
  /// Whether the account has no way to sign in: when its user is signed out, it is lost.
  open var isAnonymous: Bool { session.profile.isAnonymous }
  /// As ``isAnonymous``.
  open func anonymous() -> Bool { isAnonymous }
  /// Whether the user has proved that ``email`` is theirs. ``reload()`` asks anew.
  open var isEmailVerified: Bool { session.profile.isEmailVerified }
  /// As ``isEmailVerified``.
  open func emailVerified() -> Bool { isEmailVerified }
  /// The tenant that the account is of; nil for the project's own.
  open var tenantID: String? { session.profile.tenantID }
  /// What new ID tokens are got with. Whoever has it is the user: it is not for showing.
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
  open var providerData: [any UserInfo] { session.profile.providers.map(UserProviderData.init) }
  /// When the account was made and used.
  open var metadata: UserMetadata { UserMetadata(session.profile) }
  /// The user's second factors.
  open var multiFactor: MultiFactor { MultiFactor(self) }

  // MARK: Tokens

  /// A token that proves to back ends who the user is. It is renewed when it is about to expire; however
  /// many ask at once, one request is made.
  ///
  /// - Parameter forceRefresh: true to renew it in any case, as after a change of its claims.
  open func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
    try await core.tokens(of: self, forcingRefresh: forceRefresh).idToken
  }

  /// As ``getIDToken(forcingRefresh:)``.
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
    let profile = try await engine.profile(of: (tokens ?? known).idToken)
    core.take(profile, tokens, after: known, self)
  }

  func update(_ message: [String: JSONValue]) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.take(try await self.engine.update(message, after: tokens), after: tokens)
    }
  }

  /// Changes the address without asking whether it is the user's.
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  open func updateEmail(to email: String) async throws { try await update(["email": .string(email)]) }

  /// - Throws: ``AuthError`` with `weakPassword`, `requiresRecentLogin`…
  open func updatePassword(to password: String) async throws {
    guard !password.isEmpty else { throw AuthError(.weakPassword, failureReason: "Missing Password") }
    try await update(["password": .string(password)])
  }

  /// Changes the telephone number to one that the user has proved to have.
  open func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
    try await core.withTokens(of: self) { tokens in
      let answer = try await self.engine.signIn(credential.proof, .update, idToken: tokens.idToken)
      try await self.take(answer.tokens, after: tokens)
    }
  }

  /// To change the user's name and picture by.
  open func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(self) }

  /// Mails the user a link that proves their address to be theirs.
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
    try core.forget(self)
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
      try await self.core.askingForSecondFactor({ answer in
        try await self.take(answer.tokens, after: tokens)
        return AuthDataResult(self, answer)
      }) {
        try await self.core.answer(to: credential, .link, idToken: tokens.idToken)
      }
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
    guard profile.uid.hasSameBytes(as: uid) else { throw AuthError(.userMismatch) }
    let session = core.session(profile, answer.tokens)
    core.change(self) {
      $0 = session
      return true
    }
    return AuthDataResult(self, answer)
  }

  /// Links one more way to sign in, by a provider's own pages.
  @discardableResult open func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  )
    async throws -> AuthDataResult
  {
    try await link(with: try await provider.credentialForAuth(uiDelegate))
  }

  /// Signs the same user in anew, by a provider's own pages.
  @discardableResult open func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  ) async throws -> AuthDataResult {
    try await reauthenticate(with: try await provider.credentialForAuth(uiDelegate))
  }
}
