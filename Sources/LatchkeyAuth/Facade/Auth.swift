import Foundation
import IdentityWire
import Synchronization

/// Signs users of one app in, and knows who is signed in.
open class Auth: NSObject, @unchecked Sendable {
  /// Posted when a user signed in or out. Its object is the ``Auth``.
  public static let authStateDidChangeNotification = NSNotification.Name(
    rawValue: "FIRAuthStateDidChangeNotification")

  static let missingApp = "FirebaseApp.configure() has to be called before authentication is used."

  let core: AuthCore
  var engine: AuthEngine { core.engine }

  private static let known = Mutex<[String: Auth]>([:])

  init(core: AuthCore) { self.core = core }

  /// The default app's, as ``auth()`` gives it: the guides write it like this, too.
  override public convenience init() { self.init(core: Self.auth().core) }

  /// The default app's. Before the app is configured every operation of it fails, with an error that says so.
  open class func auth() -> Auth {
    guard let app = FirebaseApp.app() else { return Auth(core: .unconfigured) }
    return auth(app: app)
  }

  /// The same object for the same app.
  open class func auth(app: FirebaseApp) -> Auth {
    let (auth, isNew) = known.withLock { known in
      if let auth = known[app.name], auth.core.app === app { return (auth, false) }
      let auth = Auth(core: AuthCore(app: app, in: AuthEnvironment(app: app.name)))
      // Another app may have the name of one that was deleted.
      if !app.isDeleted { known[app.name] = auth }
      return (auth, true)
    }
    if isNew { forget(auth, whenDeleted: app) }
    return auth
  }

  /// The session of an app that is out of use stays stored, and not in memory.
  private static func forget(_ auth: Auth, whenDeleted app: FirebaseApp) {
    app.whenDeleted { [weak core = auth.core, name = app.name] in
      guard let core else { return }
      core.retire()
      known.withLock { if $0[name]?.core === core { $0[name] = nil } }
    }
  }

  /// The object that the app of a core has, or another one of the same core where the app has gone.
  static func of(_ core: AuthCore) -> Auth {
    let auth = core.app.flatMap { app in known.withLock { $0[app.name] } }
    return auth.flatMap { $0.core === core ? $0 : nil } ?? Auth(core: core)
  }

  /// The app's, in an environment of the caller's. To be called before ``auth(app:)`` is.
  ///
  /// - Throws: ``AuthError`` with `internalError` when the app has an ``Auth`` already.
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

  /// Nil while there is none.
  static var ofDefaultApp: Auth? { FirebaseApp.app().map { auth(app: $0) } }

  /// The app; nil when none was configured.
  open var app: FirebaseApp? { core.app }

  /// The signed-in user. It is known at once: the first look reads the stored session.
  open var currentUser: User? { core.user }

  /// The signed-in user's ``User/uid``.
  open func getUserID() -> String? { currentUser?.uid }

  // MARK: Settings

  /// In which language to write to the user, as a BCP 47 tag; nil for the project's own.
  open var languageCode: String? {
    get { core.backend.configuration.languageCode }
    set { core.backend.configure { $0.languageCode = newValue } }
  }

  /// The language of the system.
  open func useAppLanguage() { languageCode = Locale.preferredLanguages.first }

  /// The tenant that sign-ins are to; nil for the project's own users. After a start it is the signed-in user's.
  open var tenantID: String? {
    get {
      _ = core.user
      return core.backend.configuration.tenantID
    }
    set {
      // What is set here counts more than what the first look at the stored session finds.
      _ = core.user
      core.backend.configure { $0.tenantID = newValue }
    }
  }

  /// The domain that a sign-in in a browser is led through, where it is not the project's usual one.
  open var customAuthDomain: String? {
    get { core.backend.configuration.customAuthDomain }
    set { core.backend.configure { $0.customAuthDomain = newValue } }
  }

  /// A copy is kept of what is set.
  open var settings: AuthSettings? {
    get { core.settings.withLock { $0 } }
    set {
      let copy = newValue.map(AuthSettings.init(copying:))
      core.settings.withLock { $0 = copy }
    }
  }

  /// Whether a group's session follows its user to their other devices, where the keychain can do that. To be set
  /// before ``useUserAccessGroup(_:)``.
  open var shareAuthStateAcrossDevices: Bool {
    get { core.acrossDevices.load(ordering: .relaxed) }
    set { core.acrossDevices.store(newValue, ordering: .relaxed) }
  }

  /// Sends everything to a development server, as the official SDK sends it to an emulator. To be called before
  /// anything else.
  open func useEmulator(withHost host: String, port: Int) {
    core.use(.emulator(host: host, port: port))
    settings?.appVerificationDisabledForTesting = true
  }

  /// Sends everything to a server of one's own, such as `https://auth.example.com`. To be called before anything
  /// else.
  ///
  /// - Throws: ``AuthError`` with `internalError` for an address that is neither https nor of this machine.
  open func useBackend(_ url: URL) throws {
    if let fault = OptionsCheck.fault(ofServer: url) {
      throw AuthError(.internalError, "The server's address \(fault)")
    }
    core.use(.init(url))
  }

  /// Takes an address that the system opened the app by: the end of a sign-in in a browser.
  ///
  /// - Returns: false for one that is none of ours, and the app's to look at.
  open func canHandle(_ url: URL) -> Bool { core.presenter.canHandle(url) }

  // MARK: Signing in

  /// Signs in with what a provider handed out. The account is made if there is none.
  ///
  /// - Throws: ``AuthError``. With `secondFactorRequired` it has a ``MultiFactorResolver``; with
  ///   `accountExistsWithDifferentCredential` it may have a credential to link later. <doc:SecondFactors>
  @discardableResult open func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    try await core.signIn { try await core.answer(to: credential) }
  }

  /// Signs in with an e-mail address and a password.
  ///
  /// - Throws: ``AuthError`` with `wrongPassword`, `userNotFound` or, where the project does not tell which,
  ///   `invalidCredential`; `secondFactorRequired`…
  @discardableResult open func signIn(withEmail email: String, password: String) async throws
    -> AuthDataResult
  {
    try await core.signIn { try await engine.signIn(email, password: password) }
  }

  /// Signs in with the link that ``sendSignInLink(toEmail:actionCodeSettings:)`` mailed. The account is made
  /// if there is none.
  @discardableResult open func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
    try await core.signIn { try await engine.signIn(email, link: link) }
  }

  /// Signs in with a token that a back end has signed for one of its users.
  @discardableResult open func signIn(withCustomToken token: String) async throws -> AuthDataResult {
    try await core.signIn { try await engine.signIn(customToken: token) }
  }

  /// An anonymous user who is signed in already stays.
  @discardableResult open func signInAnonymously() async throws -> AuthDataResult {
    if let user = currentUser, user.isAnonymous { return AuthDataResult(user) }
    return try await core.signIn { try await engine.signUp(nil, password: nil) }
  }

  /// Makes an account, and signs its user in.
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

  /// Signs in by a provider's own pages, in a browser.
  @discardableResult open func signIn(
    with provider: any FederatedAuthProvider, uiDelegate: (any AuthUIDelegate)?
  )
    async throws -> AuthDataResult
  {
    try await signIn(with: try await provider.credentialForAuth(uiDelegate))
  }

  /// Makes a user the signed-in one, who was signed in by this or by another ``Auth``.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` for a user of another tenant than ``tenantID``…
  open func updateCurrentUser(_ user: User) async throws {
    if user.core === core { return try core.become(user) }
    let mine = User(user.session, core: core)
    if user.session.apiKey != core.backend.configuration.apiKey { try await mine.reload() }
    try core.become(mine)
  }

  /// Forgets the session. Nothing is sent; nobody being signed in is no error.
  ///
  /// - Throws: ``AuthError`` with `keychainError` alone, and the user is still signed in.
  open func signOut() throws {
    try core.signOut()
  }

  /// Revokes what Sign in with Apple handed out, as an app has to when its user deletes their account.
  open func revokeToken(withAuthorizationCode authorizationCode: String) async throws {
    guard let user = currentUser else { throw AuthError(.nullUser) }
    try await core.withTokens(of: user) { [engine] tokens in
      try await engine.revokeAppleToken(authorizationCode, idToken: tokens.idToken)
    }
  }

  // MARK: Mailed codes

  /// Mails a link by which the user can set a new password.
  open func sendPasswordReset(withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil)
    async throws
  {
    try await engine.sendOobCode("PASSWORD_RESET", ["email": .string(email)], actionCodeSettings)
  }

  /// - Throws: ``AuthError`` with `internalError` for settings whose `handleCodeInApp` is false.
  open func sendSignInLink(toEmail email: String, actionCodeSettings: ActionCodeSettings) async throws {
    guard actionCodeSettings.handleCodeInApp else {
      throw AuthError(.internalError, "The settings of a sign-in link need handleCodeInApp to be true.")
    }
    try await engine.sendOobCode("EMAIL_SIGNIN", ["email": .string(email)], actionCodeSettings)
  }

  /// Sets a new password by a mailed code, which is good for once.
  open func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
    _ = try await engine.resetPassword(code, newPassword: newPassword)
  }

  /// Tells what a mailed code is for, without using it.
  open func checkActionCode(_ code: String) async throws -> ActionCodeInfo {
    let answer = try await engine.resetPassword(code)
    return ActionCodeInfo(
      ActionCodeOperation(named: answer["requestType"]?.stringValue),
      email: answer["email"]?.stringValue ?? "", newEmail: answer["newEmail"]?.nonEmpty)
  }

  /// Tells whose password a mailed code resets, without using it.
  ///
  /// - Returns: the e-mail address.
  open func verifyPasswordResetCode(_ code: String) async throws -> String {
    try await checkActionCode(code).email
  }

  /// Does what a mailed code is for, other than to reset a password or to sign in.
  open func applyActionCode(_ code: String) async throws { try await engine.apply(oobCode: code) }

  /// Whether a link is one to sign in by. Nothing is sent.
  open func isSignIn(withEmailLink link: String) -> Bool {
    guard let url = ActionCodeURL(link: link) else { return false }
    return url.code != nil && url.operation == .emailLink
  }

  /// How the user of an address may sign in.
  @available(*, deprecated, message: "It tells anybody who has an account. Servers may answer with nothing.")
  open func fetchSignInMethods(forEmail email: String) async throws -> [String] {
    try await engine.signInMethods(email)
  }
}
