import Foundation
import Synchronization

/// Shows the pages of a sign-in in a browser that the caller opens. Waits until the app's URL scheme opens the
/// app, and the app passes the URL to `Auth.canHandle(_:)`.
public final class AppSchemePresenter: WebPresenter {
  /// Shows a page to the user.
  public typealias Opener = @Sendable (URL) async throws -> Void

  private struct Waiting {
    var id: UUID
    var scheme: String
    var end: @Sendable (Result<URL, any Error>) -> Void
  }

  private let open: Opener
  private let waiting = Mutex<Waiting?>(nil)

  /// - Parameter open: shows the page to the user. If it throws, the presentation fails.
  public init(open: @escaping Opener) { self.open = open }

  /// - Throws: the errors of `makeURL` and the opener; ``AuthError`` with `webContextCancelled` if the task was
  ///   cancelled, `webContextAlreadyPresented` while another presentation is running, `webInternalError` if the
  ///   app has no scheme.
  public func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let scheme else {
      throw AuthError(.webInternalError, "The app has no URL scheme for the browser to come back by.")
    }
    let url = try makeURL(.scheme(scheme))
    let id = UUID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isFirst = waiting.withLock { waiting in
          guard waiting == nil else { return false }
          waiting = Waiting(id: id, scheme: scheme) { continuation.resume(with: $0) }
          return true
        }
        guard isFirst else {
          return continuation.resume(throwing: AuthError(.webContextAlreadyPresented))
        }
        guard !Task.isCancelled else {
          end(id, .failure(AuthError(.webContextCancelled)))
          return
        }
        Task {
          do { try await open(url) } catch { end(id, .failure(AuthError.of(error))) }
        }
      }
    } onCancel: {
      end(id, .failure(AuthError(.webContextCancelled)))
    }
  }

  public func canHandle(_ url: URL) -> Bool {
    let waiting = waiting.withLock { $0 }
    guard let scheme = waiting?.scheme, let id = waiting?.id, url.scheme?.lowercased() == scheme.lowercased(),
      url.host() == "firebaseauth",
      url.path() == "/link"
    else { return false }
    return end(id, .success(url))
  }

  /// - Returns: false if this presentation had already ended.
  @discardableResult private func end(_ id: UUID, _ outcome: Result<URL, any Error>) -> Bool {
    let ended = waiting.withLock { waiting -> Waiting? in
      guard waiting?.id == id else { return nil }
      defer { waiting = nil }
      return waiting
    }
    ended?.end(outcome)
    return ended != nil
  }
}
