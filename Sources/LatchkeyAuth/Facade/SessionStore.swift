import Foundation
import IdentityWire
import Synchronization

/// Stores an app's session, either in the app's own place or in a place that a group of apps shares.
final class SessionStore: Sendable {
  private struct Place: Sendable {
    var group: String?
    var storage: any AuthStorage
    var key: String
  }

  private let storage: any AuthStorage
  private let shared: AuthEnvironment.SharedStorage
  private let apiKey: String
  private let appID: String

  private struct State {
    /// The server of the session; empty for Google. The session is sent to no other server.
    var server: String
    /// Nil until the store has read which group the app last used.
    var place: Place?
  }

  private let state: Mutex<State>

  init(_ environment: AuthEnvironment, apiKey: String, appID: String, server: String) {
    storage = environment.storage
    shared = environment.sharedStorage
    self.apiKey = apiKey
    self.appID = appID
    state = Mutex(State(server: server))
  }

  func use(server: String) { state.withLock { $0 = State(server: server) } }

  /// The group that the app shares its session with; nil for none.
  var group: String? { (try? current())?.group }

  /// Returns the stored session. A damaged session counts as missing, because a user could neither sign out of
  /// it nor repair it.
  ///
  /// - Throws: ``AuthError`` with `keychainError` while the storage cannot be read, for example before a
  ///   device is unlocked for the first time.
  func load() throws -> SessionData? { try Self.reporting("read") { try read(try current()) } }

  /// - Throws: ``AuthError`` with `keychainError`.
  func load(ofGroup group: String?, acrossDevices: Bool) throws -> SessionData? {
    try Self.reporting("read") { try read(place(of: group, acrossDevices)) }
  }

  /// Stores the session.
  ///
  /// - Throws: ``AuthError`` with `keychainError`. Then nothing has changed.
  func replace(with session: SessionData) throws {
    try Self.reporting("stored") {
      let place = try current()
      try place.storage.exclusively(place.key) {
        try place.storage.save(try JSONEncoder().encode(session), for: place.key)
      }
    }
  }

  /// Removes a user's session. A session that another process stored for another user is kept.
  ///
  /// - Parameter refreshToken: the refresh token of the session that has ended; nil for any session of the
  ///   user.
  /// - Throws: ``AuthError`` with `keychainError`. Then nothing has changed.
  func remove(of uid: String, refreshToken: String? = nil) throws {
    try Self.reporting("removed") {
      let place = try current()
      try place.storage.exclusively(place.key) {
        guard let stored = try read(place) else { return try place.storage.remove(place.key) }
        guard stored.profile.uid.hasSameBytes(as: uid),
          refreshToken.map({ $0 == stored.tokens.refreshToken }) ?? true
        else { return }
        try place.storage.remove(place.key)
      }
    }
  }

  /// Stores the changed session of its user. Does not replace a session that another process stored for another
  /// user, or newer tokens of the same user.
  func update(_ session: SessionData) {
    guard let place = try? current() else { return }
    try? place.storage.exclusively(place.key) {
      guard let stored = try read(place), stored.profile.uid.hasSameBytes(as: session.profile.uid) else {
        return
      }
      var session = session
      if stored.tokens.isYounger(than: session.tokens) { session.tokens = stored.tokens }
      try place.storage.save(try JSONEncoder().encode(session), for: place.key)
    }
  }

  /// Switches to a group's place, or back to the app's own place, also after a restart. A switch to a group
  /// removes the session from the app's own place.
  ///
  /// - Parameter check: may reject the session that is stored in the new place.
  /// - Returns: the session that is stored in the new place.
  /// - Throws: the error of `check`; ``AuthError`` with `keychainError`. Then nothing has changed.
  func use(group: String?, acrossDevices: Bool, check: (SessionData) throws -> Void) throws -> SessionData? {
    let before = try Self.reporting("read") { try current() }
    let new = place(of: group, acrossDevices)
    let session = try Self.reporting("read") { try read(new) }
    if let session { try check(session) }
    let choiceKey = choiceKey
    try Self.reporting("stored") {
      if let group {
        try storage.save(try JSONEncoder().encode(Choice(group, acrossDevices)), for: choiceKey)
      } else {
        try storage.remove(choiceKey)
      }
    }
    if before.group == nil, group != nil { try? before.storage.remove(before.key) }
    state.withLock { $0.place = new }
    return session
  }

  // MARK: Places

  private struct Choice: Codable {
    var group: String
    var acrossDevices: Bool

    init(_ group: String, _ acrossDevices: Bool) {
      self.group = group
      self.acrossDevices = acrossDevices
    }
  }

  private var choiceKey: String {
    Self.key("session", appID, apiKey, state.withLock { $0.server }) + "-group"
  }

  private func current() throws -> Place {
    let (server, known) = state.withLock { ($0.server, $0.place) }
    if let known { return known }
    let choice = try storage.load(choiceKey).flatMap { try? JSONDecoder().decode(Choice.self, from: $0) }
    let place = choice.map { self.place(of: $0.group, $0.acrossDevices) } ?? self.place(of: nil, false)
    state.withLock { if $0.server == server { $0.place = place } }
    return place
  }

  private func place(of group: String?, _ acrossDevices: Bool) -> Place {
    let server = state.withLock { $0.server }
    guard let group else {
      return Place(storage: storage, key: Self.key("session", appID, apiKey, server))
    }
    // The apps of a group belong to one project and have different ids, so the key contains no app id.
    return Place(
      group: group, storage: shared(group, acrossDevices), key: Self.key("group", group, apiKey, server))
  }

  /// The key contains project and server, because programs with different projects or servers may share a
  /// store.
  private static func key(_ kind: String, _ name: String, _ apiKey: String, _ server: String) -> String {
    "\(kind)-\(name)-\(apiKey)" + (server.isEmpty ? "" : "-\(server)")
  }

  private func read(_ place: Place) throws -> SessionData? {
    guard let data = try place.storage.load(place.key),
      let session = try? JSONDecoder().decode(SessionData.self, from: data), session.apiKey == apiKey,
      session.server == state.withLock({ $0.server })
    else { return nil }
    return session
  }

  private static func reporting<Result>(_ done: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw AuthError(
        .keychainError, failureReason: "The session could not be \(done).", underlying: error)
    }
  }
}
