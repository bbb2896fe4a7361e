import Foundation
import IdentityWire
import Synchronization

/// The data that a provider, or the project, has about a user.
public protocol UserInfo: NSObjectProtocol {
  /// The source of the data: a provider's id, or `Firebase` for the project.
  var providerID: String { get }
  /// The user's unique id at this source.
  var uid: String { get }
  /// The user's display name.
  var displayName: String? { get }
  /// The URL of the user's picture.
  var photoURL: URL? { get }
  /// The user's e-mail address.
  var email: String? { get }
  /// The user's telephone number, such as +16505551234.
  var phoneNumber: String? { get }
}

/// A signed-in user of the project. The object stays the same while the account changes.
///
/// An archive contains the session: anyone who can read it can act as the user.
open class User: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
  let core: AuthCore
  let renewal = Renewal()
  /// The name of the passkey that the user is enrolling. The result from Apple's systems does not contain this
  /// name.
  let passkeyName = Mutex<String?>(nil)
  private let data: Mutex<SessionData>

  init(_ session: SessionData, core: AuthCore) {
    self.core = core
    data = Mutex(session)
  }

  // MARK: Archives

  open class var supportsSecureCoding: Bool { true }

  /// Nil if the archive does not contain a user. The user belongs to the configured app of the same project.
  /// ``Auth/updateCurrentUser(_:)`` signs this user in.
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
  /// The user's ``Auth``.
  package var auth: Auth { core.auth }

  @discardableResult func change<Result: Sendable>(_ body: (inout SessionData) -> Result) -> Result {
    data.withLock { body(&$0) }
  }

  // MARK: Profile

  /// `Firebase`.
  open var providerID: String { "Firebase" }
  /// The account's id, which never changes: `sub` of its ID tokens.
  open var uid: String { session.profile.uid }
  /// The account's e-mail address. ``isEmailVerified`` says whether it was verified.
  open var email: String? { session.profile.email }
  /// The user's verified telephone number.
  open var phoneNumber: String? { session.profile.phoneNumber }
  /// True if the account has no way to sign in. The user loses the account at sign-out.
  open var isAnonymous: Bool { session.profile.isAnonymous }
  /// Returns ``isAnonymous``.
  open func anonymous() -> Bool { isAnonymous }
  /// True if the user has proved that ``email`` belongs to them. ``reload()`` updates the value.
  open var isEmailVerified: Bool { session.profile.isEmailVerified }
  /// Returns ``isEmailVerified``.
  open func emailVerified() -> Bool { isEmailVerified }
  /// The account's tenant; nil for the project's own users.
  open var tenantID: String? { session.profile.tenantID }
  /// The refresh token. It obtains new ID tokens, and anyone who has it can act as the user: keep it secret.
  open var refreshToken: String? { session.tokens.refreshToken }

  /// The user's name. Setting this property changes this object only; ``createProfileChangeRequest()`` changes
  /// the account.
  open var displayName: String? {
    get { session.profile.displayName }
    set { change { $0.profile.displayName = newValue } }
  }

  /// The URL of the user's picture. Setting this property changes this object only, as for ``displayName``.
  open var photoURL: URL? {
    get { session.profile.photoURL.flatMap { URL(string: $0) } }
    set { change { $0.profile.photoURL = newValue?.absoluteString } }
  }

  /// The data of each linked provider.
  open var providerData: [any UserInfo] { session.profile.providers.map(UserProviderData.init) }
  /// The times at which the account was created and last used.
  open var metadata: UserMetadata { UserMetadata(session.profile) }
  /// The user's second factors.
  open var multiFactor: MultiFactor { MultiFactor(self) }

  // MARK: Tokens

  /// Returns an ID token, which proves to back ends who the user is. Refreshes the token if it is about to
  /// expire. Concurrent calls share one request.
  ///
  /// - Parameter forceRefresh: true to refresh the token in any case, for example after a change of its claims.
  open func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
    try await core.tokens(of: self, forcingRefresh: forceRefresh).idToken
  }

  /// Does the same as ``getIDToken(forcingRefresh:)``.
  open func idTokenForcingRefresh(_ forceRefresh: Bool) async throws -> String {
    try await getIDToken(forcingRefresh: forceRefresh)
  }

  /// - Throws: also ``AuthError`` with `malformedJWT`.
  open func getIDTokenResult(forcingRefresh forceRefresh: Bool = false) async throws -> AuthTokenResult {
    let token = try await getIDToken(forcingRefresh: forceRefresh)
    guard let result = AuthTokenResult(reading: token) else { throw AuthError(.malformedJWT) }
    return result
  }

  // MARK: Changing the account

  /// Updates the user's data from the server.
  open func reload() async throws {
    try await core.withTokens(of: self) { try await self.take(nil, after: $0) }
  }

  /// Stores the changes of an operation: new tokens, if it returned any, and the server's profile.
  func take(_ tokens: SessionTokens?, after known: SessionTokens) async throws {
    let profile = try await engine.profile(of: (tokens ?? known).idToken)
    core.take(profile, tokens, after: known, self)
  }

  func update(_ message: [String: JSONValue]) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.take(try await self.engine.update(message, after: tokens), after: tokens)
    }
  }

  /// Changes the address without verifying that it belongs to the user.
  @available(
    *, deprecated, message: "Use sendEmailVerification(beforeUpdatingEmail:): it proves the address."
  )
  open func updateEmail(to email: String) async throws { try await update(["email": .string(email)]) }

  /// - Throws: ``AuthError`` with `weakPassword`, `requiresRecentLogin`…
  open func updatePassword(to password: String) async throws {
    guard !password.isEmpty else { throw AuthError(.weakPassword, failureReason: "Missing Password") }
    try await update(["password": .string(password)])
  }

  /// Changes the telephone number to the number that the credential proves.
  open func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
    try await core.withTokens(of: self) { tokens in
      let answer = try await self.engine.signIn(credential.proof, .update, idToken: tokens.idToken)
      try await self.take(answer.tokens, after: tokens)
    }
  }

  /// Returns a request to change the user's name and picture.
  open func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(self) }

  /// Mails the user a link that verifies their address.
  open func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.sendOobCode(
        "VERIFY_EMAIL", ["idToken": .string(tokens.idToken)], actionCodeSettings)
    }
  }

  /// Mails a link to the new address. When the user opens the link, the account gets the new address.
  open func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.sendOobCode(
        "VERIFY_AND_CHANGE_EMAIL",
        ["idToken": .string(tokens.idToken), "newEmail": .string(newEmail)], actionCodeSettings)
    }
  }

  /// Deletes the account, and signs the user out.
  open func delete() async throws {
    try await core.withTokens(of: self) { tokens in
      try await self.engine.delete(self.uid, idToken: tokens.idToken)
    }
    try core.forget(self)
  }

  // MARK: Providers

  /// Links a further sign-in method.
  ///
  /// - Throws: ``AuthError`` with `providerAlreadyLinked`; with `credentialAlreadyInUse`, which contains a
  ///   credential that signs in to the other account.
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

  /// Removes a sign-in method.
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

  /// Reauthenticates the user. The server may require this before it deletes the account or changes its
  /// password.
  ///
  /// - Throws: ``AuthError`` with `userMismatch` for a credential of another user. Then nothing has changed.
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

  /// Links a further sign-in method, with a provider's own pages.
  @discardableResult open func link(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  )
    async throws -> AuthDataResult
  {
    try await link(with: try await provider.credentialForAuth(uiDelegate))
  }

  /// Reauthenticates the user with a provider's own pages.
  @discardableResult open func reauthenticate(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  ) async throws -> AuthDataResult {
    try await reauthenticate(with: try await provider.credentialForAuth(uiDelegate))
  }
}
