import Foundation
import IdentityWire
import Synchronization

/// Signs in the users of one app, and provides the signed-in user.
open class Auth: NSObject, @unchecked Sendable {
  /// Posted when a user signed in or out. Its object is the ``Auth``.
  public static let authStateDidChangeNotification = NSNotification.Name(
    rawValue: "FIRAuthStateDidChangeNotification")

  static let missingApp = "FirebaseApp.configure() has to be called before authentication is used."

  let core: AuthCore
  var engine: AuthEngine { core.engine }

  private static let known = Mutex<[String: Auth]>([:])

  init(core: AuthCore) { self.core = core }

  /// Creates an object for the default app, like ``auth()``. Some official guides use this form.
  override public convenience init() { self.init(core: Self.auth().core) }

  /// Returns the default app's ``Auth``. Until the app is configured, every operation fails with an error that
  /// says so.
  open class func auth() -> Auth {
    guard let app = FirebaseApp.app() else { return Auth(core: .unconfigured) }
    return auth(app: app)
  }

  /// Returns the ``Auth`` of an app: the same object at every call.
  open class func auth(app: FirebaseApp) -> Auth {
    let (auth, isNew) = known.withLock { known in
      if let auth = known[app.name], auth.core.app === app { return (auth, false) }
      let auth = Auth(core: AuthCore(app: app, in: AuthEnvironment(app: app.name)))
      // Another app may now have the name of a deleted app.
      if !app.isDeleted { known[app.name] = auth }
      return (auth, true)
    }
    if isNew { forget(auth, whenDeleted: app) }
    return auth
  }

  /// Keeps the session of a deleted app in storage, but not in memory.
  private static func forget(_ auth: Auth, whenDeleted app: FirebaseApp) {
    app.whenDeleted { [weak core = auth.core, name = app.name] in
      guard let core else { return }
      core.retire()
      known.withLock { if $0[name]?.core === core { $0[name] = nil } }
    }
  }

  /// Returns the ``Auth`` of the core's app. If the app was deleted, returns another object with the same core.
  static func of(_ core: AuthCore) -> Auth {
    let auth = core.app.flatMap { app in known.withLock { $0[app.name] } }
    return auth.flatMap { $0.core === core ? $0 : nil } ?? Auth(core: core)
  }

  /// Makes an app's ``Auth`` with the caller's environment. Call it before ``auth(app:)``.
  ///
  /// - Throws: ``AuthError`` with `internalError` if the app has an ``Auth`` already.
  @discardableResult public static func auth(app: FirebaseApp, in environment: AuthEnvironment) throws -> Auth
  {
    let auth = try known.withLock { known in
      if let auth = known[app.name], auth.core.app === app {
        throw AuthError(.internalError, "The app is in use already, in another environment.")
      }
      let auth = Auth(core: AuthCore(app: app, in: environment))
      known[app.name] = auth
      return auth
    }
    forget(auth, whenDeleted: app)
    return auth
  }

  /// Nil if there is no default app.
  static var ofDefaultApp: Auth? { FirebaseApp.app().map { auth(app: $0) } }

  /// The app; nil if none was configured.
  open var app: FirebaseApp? { core.app }

  /// The signed-in user. It is available at once: the first access reads the stored session.
  open var currentUser: User? { core.user }

  /// The signed-in user's ``User/uid``.
  open func getUserID() -> String? { currentUser?.uid }

  // MARK: Settings

  /// The language of mails and messages to the user, as a BCP 47 tag; nil for the project's language.
  open var languageCode: String? {
    get { core.backend.configuration.languageCode }
    set { core.backend.configure { $0.languageCode = newValue } }
  }

  /// Sets ``languageCode`` to the language of the system.
  open func useAppLanguage() { languageCode = Locale.preferredLanguages.first }

  /// The tenant to sign in to; nil for the project's own users. After a restart, this is the signed-in user's
  /// tenant.
  open var tenantID: String? {
    get {
      _ = core.user
      return core.backend.configuration.tenantID
    }
    set {
      // Reads the stored session first: the value set here takes precedence over the session's tenant.
      _ = core.user
      core.backend.configure { $0.tenantID = newValue }
    }
  }

  /// The domain that serves the handler page for a sign-in in a browser; nil for the project's default domain.
  open var customAuthDomain: String? {
    get { core.backend.configuration.customAuthDomain }
    set { core.backend.configure { $0.customAuthDomain = newValue } }
  }

  /// The settings. Setting them stores a copy.
  open var settings: AuthSettings? {
    get { core.settings.withLock { $0 } }
    set {
      let copy = newValue.map(AuthSettings.init(copying:))
      core.settings.withLock { $0 = copy }
    }
  }

  /// True to synchronize a group's session to the user's other devices, if the keychain supports this. Set it
  /// before a call of ``useUserAccessGroup(_:)``.
  open var shareAuthStateAcrossDevices: Bool {
    get { core.acrossDevices.load(ordering: .relaxed) }
    set { core.acrossDevices.store(newValue, ordering: .relaxed) }
  }

  /// Sends all requests to a development server, like the emulator setting of the official SDK. Call it before
  /// any other operation.
  open func useEmulator(withHost host: String, port: Int) {
    core.use(.emulator(host: host, port: port))
    settings?.appVerificationDisabledForTesting = true
  }

  /// Sends all requests to your own server, such as `https://auth.example.com`. Call it before any other
  /// operation.
  ///
  /// - Throws: ``AuthError`` with `internalError` if the address is neither https nor on this machine.
  open func useBackend(_ url: URL) throws {
    if let fault = OptionsCheck.fault(ofServer: url) {
      throw AuthError(.internalError, "The server's address \(fault)")
    }
    core.use(.init(url))
  }

  /// Handles a URL that opened the app, if the URL ends a sign-in in a browser.
  ///
  /// - Returns: false if the URL does not belong to the SDK. The app should then handle the URL.
  open func canHandle(_ url: URL) -> Bool { core.presenter.canHandle(url) }

  // MARK: Signing in

  /// Signs in with a provider's credential. The account is created if it does not exist.
  ///
  /// - Throws: ``AuthError``. With `secondFactorRequired` it contains a ``MultiFactorResolver``; with
  ///   `accountExistsWithDifferentCredential` it may contain a credential to link later. <doc:SecondFactors>
  @discardableResult open func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    try await core.signIn { try await core.answer(to: credential) }
  }

  /// Signs in with an e-mail address and a password.
  ///
  /// - Throws: ``AuthError`` with `wrongPassword` or `userNotFound`; with `invalidCredential` if the project
  ///   does not reveal which of the two is the cause; `secondFactorRequired`…
  @discardableResult open func signIn(withEmail email: String, password: String) async throws
    -> AuthDataResult
  {
    try await core.signIn { try await engine.signIn(email, password: password) }
  }

  /// Signs in with the link that ``sendSignInLink(toEmail:actionCodeSettings:)`` mailed. The account is
  /// created if it does not exist.
  @discardableResult open func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
    try await core.signIn { try await engine.signIn(email, link: link) }
  }

  /// Signs in with a custom token that a back end has signed for a user.
  @discardableResult open func signIn(withCustomToken token: String) async throws -> AuthDataResult {
    try await core.signIn { try await engine.signIn(customToken: token) }
  }

  /// Signs in anonymously. If an anonymous user is already signed in, returns that user.
  @discardableResult open func signInAnonymously() async throws -> AuthDataResult {
    if let user = currentUser, user.isAnonymous { return AuthDataResult(user) }
    return try await core.signIn { try await engine.signUp(nil, password: nil) }
  }

  /// Creates an account, and signs its user in.
  ///
  /// - Throws: ``AuthError`` with `emailAlreadyInUse`, `weakPassword`, `missingEmail`…
  @discardableResult open func createUser(withEmail email: String, password: String) async throws
    -> AuthDataResult
  {
    guard !email.isEmpty else { throw AuthError(.missingEmail) }
    guard !password.isEmpty else {
      throw AuthError(.weakPassword, failureReason: "Missing password")
    }
    return try await core.signIn { try await engine.signUp(email, password: password) }
  }

  /// Signs in with a provider's own pages, in a browser.
  @discardableResult open func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  )
    async throws -> AuthDataResult
  {
    try await signIn(with: try await provider.credentialForAuth(uiDelegate))
  }

  /// Makes a user the signed-in user. This or another ``Auth`` may have signed the user in before.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` if the user's tenant is not ``tenantID``…
  open func updateCurrentUser(_ user: User) async throws {
    if user.core === core { return try core.become(user) }
    let mine = User(user.session, core: core)
    if user.session.apiKey != core.backend.configuration.apiKey { try await mine.reload() }
    try core.become(mine)
  }

  /// Removes the session. Sends nothing to the server. Succeeds also if no user is signed in.
  ///
  /// - Throws: only ``AuthError`` with `keychainError`. Then the user is still signed in.
  open func signOut() throws {
    try core.signOut()
  }

  /// Revokes the tokens of Sign in with Apple. An app must do this when the user deletes the account.
  open func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
    guard let user = currentUser else { throw AuthError(.nullUser) }
    try await core.withTokens(of: user) { [engine] tokens in
      try await engine.revokeAppleToken(authorizationCode, idToken: tokens.idToken)
    }
  }

  // MARK: Mailed codes

  /// Mails a link to a page where the user can set a new password.
  open func sendPasswordReset(withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil)
    async throws
  {
    try await engine.sendOobCode("PASSWORD_RESET", ["email": .string(email)], actionCodeSettings)
  }

  /// - Throws: ``AuthError`` with `internalError` if `handleCodeInApp` of the settings is false.
  open func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
    guard actionCodeSettings.handleCodeInApp else {
      throw AuthError(.internalError, "The settings of a sign-in link need handleCodeInApp to be true.")
    }
    try await engine.sendOobCode("EMAIL_SIGNIN", ["email": .string(email)], actionCodeSettings)
  }

  /// Sets a new password with a mailed code, which can be redeemed once.
  open func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
    _ = try await engine.resetPassword(code, newPassword: newPassword)
  }

  /// Returns the purpose of a mailed code, without redeeming it.
  open func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
    let answer = try await engine.resetPassword(code)
    return ActionCodeInfo(
      ActionCodeOperation(named: answer["requestType"]?.stringValue),
      email: answer["email"]?.stringValue ?? "", newEmail: answer["newEmail"]?.nonEmpty)
  }

  /// Returns the e-mail address of the account whose password a mailed code resets. Does not redeem the code.
  open func verifyPasswordResetCode(_ code: String) async throws -> String {
    try await checkActionCode(code).email
  }

  /// Redeems a mailed code for any operation other than a password reset or a sign-in.
  open func applyActionCode(_ code: String) async throws { try await engine.apply(oobCode: code) }

  /// True if the link is a sign-in link. Sends nothing to the server.
  open func isSignIn(withEmailLink link: String) -> Bool {
    guard let url = ActionCodeURL(link: link) else { return false }
    return url.code != nil && url.operation == .emailLink
  }

  /// Returns the sign-in methods of an address.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  open func fetchSignInMethods(forEmail email: String) async throws -> [String] {
    try await engine.signInMethods(email)
  }
}
