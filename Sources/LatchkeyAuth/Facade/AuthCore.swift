import Crypto
import Foundation
import IdentityWire
import Synchronization

/// The state that one app's ``Auth`` objects share: the server, the session and the listeners.
final class AuthCore: Sendable {
  struct State {
    var user: User?
    var isReady = false
    /// True if listeners were told that nobody is signed in, or of the session at another server, and have to
    /// be told again.
    var hasToTell = false
    /// True while a task waits for the storage to become readable: see ``readWhenPossible()``.
    var isAwaited = false
    /// True after the app was deleted: no user is kept in memory any more.
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
  /// Held while the session changes. The storage may wait for another process meanwhile; ``user`` must not
  /// wait for that.
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

  /// The signed-in user. The first access reads the stored session, so that nobody counts as signed out
  /// during the read. While it cannot be read the value is nil, and each access tries again.
  var user: User? { state.withLock { try? look(&$0) } }

  var isReady: Bool { state.withLock { $0.isReady } }

  /// - Parameter before: the user that listeners know of, if any.
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
      // As in FirebaseAuth, a start restores the tenant of the signed-in user, for the app too.
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
  ///   before.
  func knownUserWhenReady() async throws -> User? {
    if let user = await userWhenReady() { return user }
    do { return try state.withLock { try look(&$0) } } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// Notifies listeners as soon as the storage can be read, even if nobody asks who is signed in. It tries
  /// without a time limit, and retains nothing meanwhile.
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

  // Storage, memory and listeners change together while ``turn`` is held, so that they agree and keep one
  // order.

  /// Makes a user the signed-in one, and notifies listeners.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` for a user of another tenant than ``Auth/tenantID``, and with
  ///   `keychainError`. Nothing has changed then.
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

  /// Signs the user out. If another process stored a session of another user, that stays.
  ///
  /// - Throws: ``AuthError`` with `keychainError`. Nothing has changed then.
  func signOut() throws {
    try turn.withLock { _ in
      guard let user = try state.withLock({ try look(&$0) }) else { return }
      try sessions.remove(of: user.uid)
      set(nil, after: user)
    }
  }

  /// Forgets a deleted user, if they are signed in.
  func forget(_ user: User) throws {
    try turn.withLock { _ in
      let current = try state.withLock { state in state.isRetired ? try look(&state) : state.user }
      guard let current, current === user || current.uid.hasSameBytes(as: user.uid) else { return }
      try sessions.remove(of: user.uid)
      set(nil, after: current)
    }
  }

  /// Signs a user out after the server ended their session, unless they have begun another one meanwhile,
  /// here or in another process.
  func end(_ user: User, with tokens: SessionTokens) {
    turn.withLock { _ in
      guard state.withLock({ $0.user === user || $0.isRetired }),
        user.session.tokens.refreshToken == tokens.refreshToken
      else { return }
      try? sessions.remove(of: user.uid, refreshToken: tokens.refreshToken)
      set(nil, after: user)
    }
  }

  /// Switches to the session that a group of apps shares, or back to the app's own. The user who is signed in
  /// there becomes the signed-in user.
  ///
  /// - Throws: ``AuthError`` with `tenantIDMismatch` and `keychainError`. Nothing has changed then.
  func use(group: String?, acrossDevices: Bool) throws {
    try turn.withLock { _ in
      let before = self.user
      let session = try sessions.use(group: group, acrossDevices: acrossDevices, check: check(tenantOf:))
      set(session.map { User($0, core: self) }, after: before)
    }
  }

  /// Sends everything to another server from now on. The session of the previous server does not count there.
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

  /// Keeps no user in memory from now on, because user and core would retain each other. Sessions stay
  /// stored. A sign-in in a browser that is under way is cancelled.
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

  /// Changes the data of a user, and stores it if they are signed in.
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

  /// Starts renewing the signed-in user's tokens before they expire.
  func renewProactively() {
    state.withLock { state in proactiveRenewal.begin(with: try? look(&state), of: self) }
  }

  /// Adds a listener. It gets the present state first, and then each change.
  func listen(
    _ interest: AuthListeners.Interest, on queue: DispatchQueue, _ listener: @escaping AuthListeners.Listener
  ) -> AuthListeners.Handle {
    state.withLock { state in listeners.add(interest, on: queue, present: try? look(&state), listener) }
  }

  /// The ``Auth`` of this core: the app's, unless another app has taken its name.
  var auth: Auth { Auth.of(self) }

  // MARK: Signing in

  /// Signs in the user of an answer. A user with a second factor is asked for it.
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
