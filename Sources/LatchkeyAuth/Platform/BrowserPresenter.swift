import Foundation
import Synchronization

#if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
  /// Shows the pages of a sign-in in the user's browser, and listens on a loopback port for the browser's
  /// callback (RFC 8252 section 7.3).
  ///
  /// Each presentation has a new callback URL that no other page can guess. The listener exists only during the
  /// presentation, is reachable only from this machine, and answers no other URL. The presenter uses no URL
  /// scheme of the app.
  public final class BrowserPresenter: WebPresenter {
    /// Shows a page to the user.
    public typealias Opener = @Sendable (URL) async throws -> Void

    private let page: BrowserPage
    private let limits: LoopbackListener.Limits
    private let open: Opener
    private let isPresenting = Mutex(false)

    /// - Parameters:
    ///   - timeout: the number of seconds after which the sign-in counts as cancelled.
    ///   - page: the page that the browser shows at the end.
    ///   - open: shows the sign-in page to the user: opens the page, or prints or sends its URL. It may return
    ///     at any time. If it throws, the presentation fails.
    public convenience init(
      timeout: TimeInterval = 300, page: BrowserPage = BrowserPage(),
      open: @escaping Opener = { try await SystemBrowser.open($0) }
    ) {
      self.init(limits: LoopbackListener.Limits(seconds: timeout), page: page, open: open)
    }

    init(limits: LoopbackListener.Limits, page: BrowserPage = BrowserPage(), open: @escaping Opener) {
      self.limits = limits
      self.page = page
      self.open = open
    }

    /// - Throws: the errors of `makeURL`; ``AuthError`` with `webContextCancelled` if the task was cancelled or
    ///   the time limit is reached, `webContextAlreadyPresented` while another presentation is running,
    ///   `webInternalError` if the browser cannot be opened or the listener cannot start.
    public func present(
      scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL
    ) async throws -> URL {
      let isFirst = isPresenting.withLock { isPresenting in
        defer { isPresenting = true }
        return !isPresenting
      }
      guard isFirst else {
        throw AuthError(.webContextAlreadyPresented, "Another sign-in in a browser is already under way.")
      }
      defer { isPresenting.withLock { $0 = false } }

      let listener = try LoopbackListener(limits: limits, page: page)
      let url = try makeURL(.loopback(listener.address))
      guard !Task.isCancelled else { throw Self.cancelled }
      let opening = Task { [open] in
        do { try await open(url) } catch { listener.stop(Self.failure(error)) }
      }
      defer { opening.cancel() }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          listener.listen { continuation.resume(with: $0) }
        }
      } onCancel: {
        listener.stop(Self.cancelled)
      }
    }

    private static var cancelled: AuthError {
      AuthError(.webContextCancelled, "The sign-in in the browser was cancelled.")
    }

    private static func failure(_ error: any Error) -> AuthError {
      if let error = error as? AuthError { return error }
      if error is CancellationError { return cancelled }
      return AuthError(.webInternalError, "The browser could not be opened.", underlying: error)
    }
  }
#endif
