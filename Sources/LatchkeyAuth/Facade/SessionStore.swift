import Foundation
import Synchronization

/// Where an app's session is kept: in its own place, or in one that a group of apps shares.
final class SessionStore: Sendable {
  private struct Place: Sendable {
    var group: String?
    var storage: any AuthStorage
    var key: String
  }

  private let own: Place
  private let shared: AuthEnvironment.SharedStorage
  private let apiKey: String
  /// Nil until it has been read which group the app used last.
  private let place = Mutex<Place?>(nil)

  init(_ environment: AuthEnvironment, apiKey: String, appID: String) {
    // Programs that use different projects may share a store.
    own = Place(storage: environment.storage, key: "session-\(appID)-\(apiKey)")
    shared = environment.sharedStorage
    self.apiKey = apiKey
  }

  /// The group that the app shares its session with; nil for none.
  var group: String? { (try? current())?.group }

  /// A session that is not whole is one that is not there: nobody can sign out of it, or repair it.
  ///
  /// - Throws: ``AuthError`` with `keychainError` while the storage cannot be read, as before a device is unlocked for
  ///   the first time.
  func load() throws -> SessionData? { try Self.reporting("read") { try read(try current()) } }

  /// - Throws: ``AuthError`` with `keychainError`.
  func load(ofGroup group: String?, acrossDevices: Bool) throws -> SessionData? {
    try Self.reporting("read") { try read(place(of: group, acrossDevices)) }
  }

  /// Keeps the session, or forgets the one that is kept.
  ///
  /// - Throws: ``AuthError`` with `keychainError`, and nothing has changed.
  func replace(with session: SessionData?) throws { try replace(with: session, in: try current()) }

  /// Keeps what became of the session of its user. What another process stored of another user is left alone.
  func update(_ session: SessionData) {
    guard let place = try? current() else { return }
    try? place.storage.exclusively(place.key) {
      guard let stored = try read(place), stored.profile.uid == session.profile.uid else { return }
      try place.storage.save(try JSONEncoder().encode(session), for: place.key)
    }
  }

  /// Goes over to a group's place, or back to the app's own, also for later starts. The session in the app's own
  /// place ends with its going over to a group.
  ///
  /// - Returns: the session that is kept there.
  /// - Throws: ``AuthError`` with `keychainError`, and nothing has changed.
  func use(group: String?, acrossDevices: Bool) throws -> SessionData? {
    let before = try Self.reporting("read") { try current() }
    let new = place(of: group, acrossDevices)
    let session = try Self.reporting("read") { try read(new) }
    try Self.reporting("stored") {
      if let group {
        try own.storage.save(try JSONEncoder().encode(Choice(group, acrossDevices)), for: choiceKey)
      } else {
        try own.storage.remove(choiceKey)
      }
    }
    if before.group == nil, group != nil { try? replace(with: nil, in: before) }
    place.withLock { $0 = new }
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

  private var choiceKey: String { own.key + "-group" }

  private func current() throws -> Place {
    try place.withLock { place in
      if let place { return place }
      let data = try own.storage.load(choiceKey)
      let choice = data.flatMap { try? JSONDecoder().decode(Choice.self, from: $0) }
      let known = choice.map { self.place(of: $0.group, $0.acrossDevices) } ?? own
      place = known
      return known
    }
  }

  private func place(of group: String?, _ acrossDevices: Bool) -> Place {
    guard let group else { return own }
    // The apps of a group have ids of their own, and one project.
    return Place(group: group, storage: shared(group, acrossDevices), key: "group-\(group)-\(apiKey)")
  }

  private func read(_ place: Place) throws -> SessionData? {
    guard let data = try place.storage.load(place.key),
      let session = try? JSONDecoder().decode(SessionData.self, from: data), session.apiKey == apiKey
    else { return nil }
    return session
  }

  private func replace(with session: SessionData?, in place: Place) throws {
    try Self.reporting("stored") {
      try place.storage.exclusively(place.key) {
        if let session {
          try place.storage.save(try JSONEncoder().encode(session), for: place.key)
        } else {
          try place.storage.remove(place.key)
        }
      }
    }
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
