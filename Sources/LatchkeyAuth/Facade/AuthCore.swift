import Crypto
import Foundation
import IdentityWire
import Synchronization

/// The state that one app's ``Auth`` objects share: the server, the session and the listeners.
final class AuthCore: Sendable {
  struct State {
    var user: User?
    var isReady = false
    /// True if the listeners must be notified again, because their last notification was outdated: either nil,
    /// or the session at another server.
    var hasToTell = false
    /// True while a task waits until the storage can be read: see ``readWhenPossible()``.
    var isAwaited = false
    /// True after the app was deleted. Then the core keeps no user in memory.
    var isRetired = false
  }

  /// Nil if no app was configured.
  let app: FirebaseApp?
  let engine: AuthEngine
  let sessions: SessionStore
  let presenter: any WebPresenter
  let listeners: AuthListeners
  let settings = Mutex<AuthSettings?>(AuthSettings())
  let acrossDevices = Atomic(false)
  #if canImport(Darwin) && canImport(UIKit)
    let apnsToken = Mutex<Data?>(nil)
  #endif
  private let state = Mutex(State())
  private let proactiveRenewal = ProactiveRenewal()
  /// Held while the session changes. During this time the storage may wait for another process. ``user`` must
  /// not wait for that process, so it does not use this lock.
  private let turn = Mutex(())
  let presentation = Mutex<Presentation?>(nil)

  var backend: IdentityToolkitClient { engine.backend }
  var now: Date { backend.clock.now }

  init(
    app: FirebaseApp?, backend: IdentityToolkitClient, sessions: SessionStore, presenter: any WebPresenter,
    notificationQueue: DispatchQueue = .main
  ) {
    self.app = app
    listeners = AuthListeners(notificationQueue: notificationQueue)
    engine = AuthEngine(backend: backend)
    self.sessions = sessions
    self.presenter = presenter
  }

  // MARK: The session

  /// The signed-in user. The first access reads the stored session, so that no user counts as signed out during
  /// the read. While the session cannot be read, the value is nil, and each access tries again.
  var user: User? { state.withLock { try? look(&$0) } }

  var isReady: Bool { state.withLock { $0.isReady } }

  /// - Parameter before: the user in the listeners' last notification; nil for none.
  /// - Throws: ``AuthError`` with `keychainError` while the stored session cannot be read.
  @discardableResult private func look(_ state: inout State, after before: User? = nil) throws -> User? {
    if !state.isReady {
      let user: User?
      do {
        user = try sessions.load().map { User($0, core: self) }
      } catch {
        if before != nil {
          listeners.tell(nil, isAnother: true, token: nil) { self.auth }
          proactiveRenewal.schedule(nil, of: self)
        }
        state.hasToTell = true
        throw error
      }
      if state.isRetired { return user }
      // As in FirebaseAuth, the first read of the session restores the signed-in user's tenant, also for the
      // app.
      if let tenantID = user?.tenantID {
        backend.configure { $0.tenantID = $0.tenantID ?? tenantID }
      }
      state.user = user
      state.isReady = true
      if state.hasToTell {
        listeners.tell(
          user, isAnother: !(before?.uid).hasSameBytes(as: user?.uid), token: user?.session.tokens.idToken
        ) {
          self.auth
        }
        proactiveRenewal.schedule(user, of: self)
      }
    }
    return state.user
  }

  /// Seconds between the attempts of ``userWhenReady()``.
  private static let looks: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30]

  /// Waits for at most about a minute while the storage cannot be read.
  @discardableResult func userWhenReady() async -> User? {
    for pause in Self.looks {
      let user = user
      if isReady { return user }
      do { try await backend.clock.sleep(seconds: pause) } catch { return nil }
    }
    return user
  }

  /// Waits as ``userWhenReady()`` does, but throws if the storage still cannot be read.
  ///
  /// - Throws: ``AuthError`` with `keychainError` in that case; `CancellationError` if the task was cancelled
  ///   during the wait.
  func knownUserWhenReady() async throws -> User? {
    if let user = await userWhenReady() { return user }
    do { return try state.withLock { try look(&$0) } } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// Notifies listeners as soon as the storage can be read, even if the app does not read ``user``. Tries
  /// without a time limit. Does not retain the core during the waits.
  func readWhenPossible() {
    let isFirst = state.withLock { state in
      guard !state.isReady, !state.isRetired, !state.isAwaited else { return false }
      state.isAwaited = true
      return true
    }
    guard isFirst else { return }
    Task { [weak self, clock = backend.clock] in
      var pauses = AuthCore.looks[...]
      var pause = 0.0
      while self?.isStillUnread() == true {
        pause = pauses.popFirst() ?? pause
        guard (try? await clock.sleep(seconds: pause)) != nil else { return }
      }
    }
  }

  /// Tries once more. Returns false if the session was read, or if the app was deleted.
  private func isStillUnread() -> Bool {
    state.withLock { state in
      if !state.isRetired { _ = try? look(&state) }
      state.isAwaited = !state.isReady && !state.isRetired
      return state.isAwaited
    }
  }

  // Storage, memory and listeners change together under the lock ``turn``. So they agree, and all of them see
  // the changes in one order.

  /// Makes a user the signed-in user, and notifies listeners.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` if the user's tenant is not ``Auth/tenantID``, and with
  ///   `keychainError`. Then nothing has changed.
  func become(_ user: User) throws {
    try check(tenantOf: user.session)
    try turn.withLock { _ in
      let before = self.user
      try sessions.replace(with: user.session)
      set(user, after: before)
    }
  }

  private func check(tenantOf session: SessionData) throws {
    guard session.profile.tenantID.hasSameBytes(as: backend.configuration.tenantID) else {
      throw AuthError(.tenantIDMismatch)
    }
  }

  /// Signs the user out. A session that another process stored for another user is kept.
  ///
  /// - Throws: ``AuthError`` with `keychainError`. Then nothing has changed.
  func signOut() throws {
    try turn.withLock { _ in
      guard let user = try state.withLock({ try look(&$0) }) else { return }
      try sessions.remove(of: user.uid)
      set(nil, after: user)
    }
  }

  /// Removes the session of a deleted user, if this user is signed in.
  func forget(_ user: User) throws {
    try turn.withLock { _ in
      let current = try state.withLock { state in state.isRetired ? try look(&state) : state.user }
      guard let current, current === user || current.uid.hasSameBytes(as: user.uid) else { return }
      try sessions.remove(of: user.uid)
      set(nil, after: current)
    }
  }

  /// Signs a user out after the server ended the session. Does nothing if the user has begun another session in
  /// the meantime, here or in another process.
  func end(_ user: User, with tokens: SessionTokens) {
    turn.withLock { _ in
      guard state.withLock({ $0.user === user || $0.isRetired }),
        user.session.tokens.refreshToken == tokens.refreshToken
      else { return }
      try? sessions.remove(of: user.uid, refreshToken: tokens.refreshToken)
      set(nil, after: user)
    }
  }

  /// Switches to the session that a group of apps shares, or back to the app's own session. The user of that
  /// session becomes the signed-in user.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` and `keychainError`. Then nothing has changed.
  func use(group: String?, acrossDevices: Bool) throws {
    try turn.withLock { _ in
      let before = self.user
      let session = try sessions.use(group: group, acrossDevices: acrossDevices, check: check(tenantOf:))
      set(session.map { User($0, core: self) }, after: before)
    }
  }

  /// Sends all further requests to another server. The session of the previous server is not valid at the new
  /// server.
  func use(_ server: BackendConfiguration.Server) {
    turn.withLock { _ in
      guard backend.configuration.server != server else { return }
      let hasToTell = state.withLock { state in
        backend.configure { $0.server = server }
        sessions.use(server: backend.configuration.origin)
        let before = state.user
        state = State(
          hasToTell: state.isReady || state.hasToTell, isAwaited: state.isAwaited, isRetired: state.isRetired)
        if state.hasToTell { _ = try? look(&state, after: before) }
        return state.hasToTell
      }
      if hasToTell { readWhenPossible() }
    }
  }

  /// Removes the user from memory for good, because user and core would retain each other. Sessions stay
  /// stored. Cancels a running sign-in in a browser.
  func retire() {
    state.withLock { $0 = State(isRetired: true) }
    proactiveRenewal.schedule(nil, of: self)
    cancelPresentation()
  }

  private func set(_ user: User?, after before: User?) {
    state.withLock { state in
      state.user = state.isRetired ? nil : user
      state.isReady = !state.isRetired
      listeners.tell(
        user, isAnother: !(before?.uid).hasSameBytes(as: user?.uid), token: user?.session.tokens.idToken
      ) {
        self.auth
      }
      proactiveRenewal.schedule(state.user, of: self)
    }
  }

  /// Changes the data of a user, and stores the data if the user is signed in.
  ///
  /// - Parameter change: returns true if it changed the tokens.
  func change(_ user: User, _ change: (inout SessionData) -> Bool) {
    turn.withLock { _ in
      let tokensChanged = user.change(change)
      let (isCurrent, isRetired) = state.withLock { ($0.user === user, $0.isRetired) }
      guard isCurrent || isRetired else { return }
      let session = user.session
      sessions.update(session)
      guard isCurrent else { return }
      state.withLock { state in
        guard state.user === user else { return }
        guard tokensChanged else { return listeners.tellOfAccount(user) }
        listeners.tell(user, isAnother: false, token: session.tokens.idToken) { self.auth }
        proactiveRenewal.schedule(user, of: self)
      }
    }
  }

  /// Starts to refresh the signed-in user's tokens before they expire.
  func renewProactively() {
    state.withLock { state in proactiveRenewal.begin(with: try? look(&state), of: self) }
  }

  /// Adds a listener. The listener receives the current state first, and then each change.
  func listen(
    _ interest: AuthListeners.Interest, on queue: DispatchQueue, _ listener: @escaping AuthListeners.Listener
  ) -> AuthListeners.Handle {
    state.withLock { state in listeners.add(interest, on: queue, present: try? look(&state), listener) }
  }

  /// The ``Auth`` of this core: the app's ``Auth``, or another object with this core if another app now has the
  /// app's name.
  var auth: Auth { Auth.of(self) }

  // MARK: Signing in

  /// Signs in the user of an answer. If the user has a second factor, throws an error with a resolver that asks
  /// for it.
  func signIn(_ answer: () async throws -> SignInAnswer) async throws -> AuthDataResult {
    // The stored session may determine the tenant of the sign-in.
    _ = user
    return try await askingForSecondFactor({ try await self.becomeUser(of: $0) }) { try await answer() }
  }

  private func becomeUser(of answer: SignInAnswer) async throws -> AuthDataResult {
    let profile = try await engine.profile(of: answer.tokens.idToken)
    let user = User(session(profile, answer.tokens), core: self)
    try become(user)
    return AuthDataResult(user, answer)
  }

  func session(_ profile: UserProfile, _ tokens: SessionTokens) -> SessionData {
    let configuration = backend.configuration
    let claims = (try? UnverifiedJWT(tokens.idToken, costlyText: .dropped))?.claims
    let provider =
      claims?["firebase"]?["sign_in_provider"]?.stringValue ?? claims?["provider_id"]?.stringValue
    var profile = profile
    profile.tenantID = profile.tenantID ?? claims?["firebase"]?["tenant"]?.nonEmpty
    profile.isAnonymous =
      profile.email == nil && profile.phoneNumber == nil && profile.providers.isEmpty && !profile.hasPassword
      && provider == "anonymous"
    return SessionData(
      profile: profile, tokens: tokens, apiKey: configuration.apiKey, appID: configuration.appID,
      server: configuration.origin)
  }

  /// - Parameter finish: handles the answer, now or after the second factor was proved.
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

  /// Sends a credential to the server and returns its answer.
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
    if let player = credential as? GameCenterAuthCredential {
      return try await engine.signIn(player.proof, idToken: idToken)
    }
    if let phone = credential as? PhoneAuthCredential {
      return try await engine.signIn(phone.proof, operation, idToken: idToken)
    }
    guard let assertion = try credential.assertion() else {
      throw AuthError(.invalidCredential, "This kind of credential cannot be used to sign in.")
    }
    return try await engine.signIn(assertion, idToken: idToken, makesUser: makesUser)
  }
}
