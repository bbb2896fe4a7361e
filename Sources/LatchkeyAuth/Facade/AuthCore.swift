import Crypto
import Foundation
import IdentityWire
import Synchronization

/// What one app's ``Auth`` objects share: the server, the session, and who listens.
final class AuthCore: Sendable {
  private struct State {
    var user: User?
    var isReady = false
  }

  /// Nil for an app that was not configured.
  let app: FirebaseApp?
  let engine: AuthEngine
  let sessions: SessionStore
  let presenter: any WebPresenter
  let listeners = AuthListeners()
  let settings = Mutex<AuthSettings?>(AuthSettings())
  let acrossDevices = Atomic(false)
  #if canImport(Darwin) && canImport(UIKit)
    let apnsToken = Mutex<Data?>(nil)
  #endif
  private let state = Mutex(State())
  private let presenting = Mutex(false)

  var backend: Backend { engine.backend }
  var now: Date { backend.clock.now }

  init(
    app: FirebaseApp?, backend: Backend, sessions: SessionStore, presenter: any WebPresenter
  ) {
    self.app = app
    engine = AuthEngine(backend: backend)
    self.sessions = sessions
    self.presenter = presenter
  }

  // MARK: The session

  /// The signed-in user. The first look reads the stored session, so that nobody is taken for signed out while it
  /// is being read. While it cannot be read nobody is known to be signed in, and each look tries again.
  var user: User? {
    state.withLock { state in
      if !state.isReady, let session = try? sessions.load() as SessionData?? {
        state.user = session.map { User($0, core: self) }
        state.isReady = true
      }
      return state.user
    }
  }

  /// Seconds between the looks of ``userWhenReady()``.
  private static let looks: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30]

  /// Waits for a storage that cannot be read, for a minute or so.
  func userWhenReady() async -> User? {
    for pause in Self.looks {
      let user = user
      if isReady { return user }
      do { try await backend.clock.sleep(seconds: pause) } catch { return nil }
    }
    return user
  }

  var isReady: Bool { state.withLock { $0.isReady } }

  /// Makes somebody the signed-in user, or nobody, and tells whoever listens.
  ///
  /// - Throws: ``AuthError`` with `keychainError`, and nothing has changed.
  func become(_ user: User?) throws {
    let before = self.user
    try sessions.replace(with: user?.session)
    signedIn(user, after: before)
  }

  private func signedIn(_ user: User?, after before: User?) {
    state.withLock {
      $0.user = user
      $0.isReady = true
    }
    listeners.tell(user, isAnother: before?.uid != user?.uid, token: user?.session.tokens.idToken)
  }

  /// Goes over to the session that a group of apps shares, or back to the app's own: whoever is signed in there is
  /// the signed-in user from now on.
  ///
  /// - Throws: ``AuthError`` with `keychainError`, and nothing has changed.
  func use(group: String?, acrossDevices: Bool) throws {
    let before = user
    let session = try sessions.use(group: group, acrossDevices: acrossDevices)
    signedIn(session.map { User($0, core: self) }, after: before)
  }

  /// Keeps what became of a user's session. Of one who is not signed in any more nothing is kept, and what another
  /// process stored of another user is left alone.
  func keep(_ user: User, tokensChanged: Bool) {
    guard state.withLock({ $0.user === user }) else { return }
    let session = user.session
    sessions.update(session)
    if tokensChanged { listeners.tell(user, isAnother: false, token: session.tokens.idToken) }
  }

  // MARK: Tokens

  /// The user's tokens, renewed when they are about to expire or when that is asked for.
  func tokens(of user: User, forcingRefresh: Bool = false) async throws -> SessionTokens {
    let known = user.session.tokens
    if !forcingRefresh {
      if known.isFresh(at: now) { return known }
      // Another process that shares the store may have renewed them.
      if let others = othersTokens(of: user), others.isFresh(at: now) { return adopt(others, user) }
    }
    do {
      return adopt(try await engine.refresh(known), user)
    } catch {
      guard Self.endsSession(error) else { throw error }
      // A session that another process began for the same user is as good.
      if let others = othersTokens(of: user), others.refreshToken != known.refreshToken {
        do {
          return adopt(others.isFresh(at: now) ? others : try await engine.refresh(others), user)
        } catch {
          guard Self.endsSession(error) else { throw error }
        }
      }
      signOut(user)
      throw error
    }
  }

  private func othersTokens(of user: User) -> SessionTokens? {
    guard let stored = try? sessions.load(), stored.profile.uid == user.uid,
      stored.tokens != user.session.tokens
    else { return nil }
    return stored.tokens
  }

  @discardableResult func adopt(_ tokens: SessionTokens, _ user: User) -> SessionTokens {
    let changed = user.change { session in
      let changed = session.tokens.idToken != tokens.idToken
      session.tokens = tokens
      return changed
    }
    keep(user, tokensChanged: changed)
    return tokens
  }

  /// Does something with the user's tokens. What says that the session is at an end, ends it.
  func withTokens<Result: Sendable>(
    of user: User, _ body: @Sendable (SessionTokens) async throws -> Result
  ) async throws -> Result {
    let tokens = try await tokens(of: user)
    do {
      return try await body(tokens)
    } catch {
      if Self.endsSession(error) { signOut(user) }
      throw error
    }
  }

  private static func endsSession(_ error: any Error) -> Bool {
    switch AuthErrorCode(error) {
    case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired: true
    default: false
    }
  }

  /// Signs a user out whose session the server has ended, if they are still the one who is signed in.
  private func signOut(_ user: User) {
    guard state.withLock({ $0.user === user }) else { return }
    try? become(nil)
  }

  // MARK: Signing in

  /// Makes the user of an answer the signed-in one. A user with a second factor is asked for it.
  func signIn(_ answer: () async throws -> SignInAnswer) async throws -> AuthDataResult {
    try await askingForSecondFactor({ try await self.becomeUser(of: $0) }) { try await answer() }
  }

  private func becomeUser(of answer: SignInAnswer) async throws -> AuthDataResult {
    let profile = try await engine.profile(of: answer.tokens.idToken)
    let user = User(session(profile, answer.tokens), core: self)
    try become(user)
    return AuthDataResult(user, answer)
  }

  func session(_ profile: UserProfile, _ tokens: SessionTokens) -> SessionData {
    let configuration = backend.configuration
    var profile = profile
    profile.tenantID = profile.tenantID ?? configuration.tenantID
    profile.isAnonymous =
      profile.email == nil && profile.phoneNumber == nil && profile.providers.isEmpty && !profile.hasPassword
      && Self.provider(of: tokens.idToken) == "anonymous"
    return SessionData(
      profile: profile, tokens: tokens, apiKey: configuration.apiKey, appID: configuration.appID)
  }

  private static func provider(of idToken: String) -> String? {
    let claims = (try? UnverifiedJWT(idToken))?.claims
    return claims?["firebase"]?["sign_in_provider"]?.stringValue ?? claims?["provider_id"]?.stringValue
  }

  /// - Parameter finish: what is done with the answer, now or when the second factor has been proved.
  func askingForSecondFactor(
    _ finish: @escaping @Sendable (SignInAnswer) async throws -> AuthDataResult,
    _ answer: () async throws -> SignInAnswer
  ) async throws -> AuthDataResult {
    let first: SignInAnswer
    do {
      first = try await answer()
    } catch let required as SecondFactorRequired {
      var info: [String: any Sendable] = [:]
      if let pending = required.pendingCredential {
        info[AuthErrorUserInfoMultiFactorResolverKey] = MultiFactorResolver(
          pending, required.factors.map(MultiFactorInfo.of), core: self, finish: finish)
      }
      throw AuthError(.secondFactorRequired, info: info)
    }
    return try await finish(first)
  }

  /// What a credential says to the server.
  func answer(
    to credential: AuthCredential, _ operation: AuthEngine.PhoneOperation = .signIn, idToken: String? = nil,
    makesUser: Bool = true
  ) async throws -> SignInAnswer {
    if let email = credential as? EmailCredential {
      switch email.proof {
      case .password(let password) where idToken == nil:
        return try await engine.signIn(email.email, password: password)
      case .password(let password):
        return try await engine.signUp(email.email, password: password, idToken: idToken)
      case .link(let link): return try await engine.signIn(email.email, link: link, idToken: idToken)
      }
    }
    if let player = credential as? GameCenterCredential {
      return try await engine.signIn(player.proof, idToken: idToken)
    }
    if let phone = credential as? PhoneAuthCredential {
      return try await engine.signIn(phone.proof, operation, idToken: idToken)
    }
    guard let assertion = try credential.assertion() else {
      throw AuthError(.invalidCredential, "The credential is of no kind that can be signed in with.")
    }
    return try await engine.signIn(assertion, idToken: idToken, makesUser: makesUser)
  }

  /// Runs while no other sign-in in a browser does.
  func presenting<Result>(_ body: () async throws -> Result) async throws -> Result {
    let isFree = presenting.withLock { isBusy in
      defer { isBusy = true }
      return !isBusy
    }
    guard isFree else { throw AuthError(.webContextAlreadyPresented) }
    defer { presenting.withLock { $0 = false } }
    return try await body()
  }
}
