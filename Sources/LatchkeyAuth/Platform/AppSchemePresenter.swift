import Foundation
import Synchronization

/// Shows the pages of a sign-in in a browser of the caller's choice, and waits until the app is opened by its URL scheme
/// and hands the address to `Auth.canHandle(_:)`.
public final class AppSchemePresenter: WebPresenter {
  /// Brings an address before the user.
  public typealias Opener = @Sendable (URL) async throws -> Void

  private struct Waiting {
    var scheme: String
    var end: @Sendable (Result<URL, any Error>) -> Void
  }

  private let open: Opener
  private let waiting = Mutex<Waiting?>(nil)

  /// - Parameter open: brings the address before the user; when it throws, the presentation fails.
  public init(open: @escaping Opener) { self.open = open }

  /// - Throws: what `makeURL` and the opener throw; ``AuthError`` with `webContextCancelled` when the task was
  ///   cancelled, `webContextAlreadyPresented` while another presentation goes on, `webInternalError` for an app
  ///   without a scheme.
  public func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let scheme else {
      throw AuthError(.webInternalError, "The app has no URL scheme for the browser to come back by.")
    }
    let url = try makeURL(.scheme(scheme))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFirst = waiting.withLock { waiting in
          guard waiting == nil else { return false }
          waiting = Waiting(scheme: scheme) { continuation.resume(with: $0) }
          return true
        }
        guard isFirst else {
          return continuation.resume(throwing: AuthError(.webContextAlreadyPresented))
        }
        guard !Task.isCancelled else {
          end(.failure(AuthError(.webContextCancelled)))
          return
        }
        Task {
          do { try await open(url) } catch { end(.failure(error)) }
        }
      }
    } onCancel: {
      end(.failure(AuthError(.webContextCancelled)))
    }
  }

  public func canHandle(_ url: URL) -> Bool {
    let scheme = waiting.withLock { $0?.scheme }
    guard let scheme, url.scheme?.lowercased() == scheme.lowercased(), url.host() == "firebaseauth",
      url.path() == "/link"
    else { return false }
    return end(.success(url))
  }

  /// - Returns: false when nobody waits.
  @discardableResult private func end(_ outcome: Result<URL, any Error>) -> Bool {
    let ended = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    ended?.end(outcome)
    return ended != nil
  }
}
