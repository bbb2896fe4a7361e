import Foundation
import Synchronization

extension Auth: AuthTokenProviding {
  /// Returns the signed-in user's ID token, valid for at least five minutes. After the first call, the SDK
  /// refreshes tokens before they expire. While the stored session cannot be read, this method waits as
  /// ``ready()`` does.
  ///
  /// - Throws: the errors of ``User/getIDToken(forcingRefresh:)``; ``AuthError`` with `keychainError` if the
  ///   session still cannot be read after a minute; `CancellationError` if the task was cancelled during the
  ///   wait.
  public func idToken(forcingRefresh: Bool) async throws -> String? {
    core.renewProactively()
    return try await core.knownUserWhenReady()?.getIDToken(forcingRefresh: forcingRefresh)
  }

  /// The ID token now and after each change; nil while no user is signed in. After the first access, the SDK
  /// refreshes tokens before they expire. The stream skips an expired token and continues with its successor.
  public var idTokens: AsyncStream<String?> {
    core.renewProactively()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let last = Mutex<String??>(nil)
      let queue = DispatchQueue(label: "dev.latchkey.auth.id-tokens")
      let handle = core.listen(.account, on: queue) { [weak core] _ in
        guard let core, core.isReady else { return }
        // Reads the current user: listeners may have received nil before the storage could be read.
        let tokens = core.user?.session.tokens
        if let tokens, !tokens.isFresh(at: core.now) { return }
        let isAnother = last.withLock { last in
          defer { last = .some(tokens?.idToken) }
          return last != .some(tokens?.idToken)
        }
        if isAnother { continuation.yield(tokens?.idToken) }
      }
      continuation.onTermination = { [listeners = core.listeners] _ in listeners.remove(handle) }
      core.readWhenPossible()
    }
  }
}
