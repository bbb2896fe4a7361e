import Foundation
import IdentityWire

extension AuthCore {
  /// Returns the user's tokens. Refreshes them if they are about to expire or if `forcingRefresh` is true.
  func tokens(of user: User, forcingRefresh: Bool = false) async throws -> SessionTokens {
    let known = user.session.tokens
    if !forcingRefresh {
      if known.isFresh(at: now) { return known }
      // Another process that shares the store may have refreshed the tokens.
      if let newer = newerTokens(of: user, than: known), newer.isFresh(at: now) { return newer }
    }
    return try await user.renewal.run(unless: { user.session.tokens != known ? user.session.tokens : nil }) {
      try await self.renew(user)
    }
  }

  private func renew(_ user: User) async throws -> SessionTokens {
    var known = user.session.tokens
    while true {
      do {
        var new = adopt(try await engine.refresh(known), user, after: known)
        // A server may return tokens that it issued some time ago. A second request gets new tokens.
        if !new.isFresh(at: now) { new = adopt(try await engine.refresh(new), user, after: new) }
        return new
      } catch {
        guard Self.endsSession(error) else { throw error }
        // Another sign-in of the same user, here or in another process, may have begun a new session. Uses the tokens
        // of the new session.
        guard let newer = newerTokens(of: user, than: known) else {
          end(user, with: known)
          throw error
        }
        if newer.isFresh(at: now) { return newer }
        known = newer
      }
    }
  }

  /// Returns newer tokens of the user, from another operation or another process that shares the store.
  private func newerTokens(of user: User, than known: SessionTokens) -> SessionTokens? {
    let current = user.session.tokens
    if current != known { return current }
    guard let stored = try? sessions.load(), stored.profile.uid.hasSameBytes(as: user.uid),
      stored.tokens != known
    else {
      return nil
    }
    return adopt(stored.tokens, user, after: known)
  }

  /// Stores refreshed tokens, unless another operation replaced the session in the meantime.
  ///
  /// - Returns: the user's tokens.
  private func adopt(_ tokens: SessionTokens, _ user: User, after known: SessionTokens) -> SessionTokens {
    change(user) { session in
      guard session.tokens.refreshToken == known.refreshToken else { return false }
      let changed = session.tokens.idToken != tokens.idToken
      session.tokens = tokens
      return changed
    }
    return user.session.tokens
  }

  /// Stores the changes of an operation.
  ///
  /// - Parameter tokens: nil if the operation returned none. An operation that returns tokens begins a new
  ///   session. The new session's tokens replace refreshed tokens of the previous session, unless the server
  ///   issued the refreshed tokens later.
  func take(_ profile: UserProfile, _ tokens: SessionTokens?, after known: SessionTokens, _ user: User) {
    change(user) { current in
      var tokens = tokens ?? current.tokens
      if current.tokens != known, current.tokens.isYounger(than: tokens) { tokens = current.tokens }
      let changed = current.tokens.idToken != tokens.idToken
      current = session(profile, tokens)
      return changed
    }
  }

  /// Runs an operation with the user's tokens. If the operation's error says that the session has ended, ends
  /// the session here too. If there is a newer session of the user, tries the operation again with the tokens
  /// of that session.
  func withTokens<Result: Sendable>(
    of user: User, _ body: @Sendable (SessionTokens) async throws -> Result
  ) async throws -> Result {
    var known = try await tokens(of: user)
    var attempts = 3
    while true {
      do {
        return try await body(known)
      } catch {
        guard Self.endsSession(error) else { throw error }
        attempts -= 1
        guard attempts > 0, newerTokens(of: user, than: known) != nil else {
          end(user, with: known)
          throw error
        }
        known = try await tokens(of: user)
      }
    }
  }

  private static func endsSession(_ error: any Error) -> Bool {
    switch AuthErrorCode(error) {
    case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired: true
    default: false
    }
  }
}
