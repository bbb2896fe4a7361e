#if canImport(Darwin) && canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import Foundation
  import Synchronization

  /// Shows the pages of a sign-in in a sheet of the system (`ASWebAuthenticationSession`), which comes back
  /// by the app's URL scheme.
  public final class WebAuthenticationSessionPresenter: WebPresenter {
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private let isPresenting = Mutex(false)

    /// - Parameters:
    ///   - isEphemeral: whether the sheet knows nothing of the sign-ins in the user's browser.
    ///   - anchor: the window to show the sheet over.
    public init(
      isEphemeral: Bool = false,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor = { ASPresentationAnchor() }
    ) {
      self.isEphemeral = isEphemeral
      self.anchor = anchor
    }

    public func present(
      scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL
    ) async throws -> URL {
      guard let scheme else {
        throw AuthError(.webInternalError, "The app has no URL scheme for the browser to come back by.")
      }
      let isFirst = isPresenting.withLock { isPresenting in
        defer { isPresenting = true }
        return !isPresenting
      }
      guard isFirst else { throw AuthError(.webContextAlreadyPresented) }
      defer { isPresenting.withLock { $0 = false } }
      let url = try makeURL(.scheme(scheme))
      let sheet = await WebAuthenticationSheet(
        url: url, scheme: scheme, isEphemeral: isEphemeral, anchor: anchor)
      return try await withTaskCancellationHandler {
        try await sheet.run()
      } onCancel: {
        Task { await sheet.cancel() }
      }
    }
  }

  /// One showing of the sheet.
  @MainActor
  private final class WebAuthenticationSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let url: URL
    private let scheme: String
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?
    private var ending: CheckedContinuation<URL, any Error>?

    init(
      url: URL, scheme: String, isEphemeral: Bool,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
      self.url = url
      self.scheme = scheme
      self.isEphemeral = isEphemeral
      self.anchor = anchor
    }

    func run() async throws -> URL {
      guard !Task.isCancelled else { throw AuthError(.webContextCancelled) }
      return try await withCheckedThrowingContinuation { continuation in
        ending = continuation
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) {
          @Sendable url, error in
          Task { @MainActor in self.end(url, error) }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        // A session that does not start calls nothing back.
        if !session.start() {
          end(.failure(AuthError(.webInternalError, "The sign-in sheet could not be shown.")))
        }
      }
    }

    func cancel() {
      session?.cancel()
      end(.failure(AuthError(.webContextCancelled)))
    }

    private func end(_ url: URL?, _ error: (any Error)?) {
      if let url { return end(.success(url)) }
      let isCancelled = error == nil || (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
      end(
        .failure(
          isCancelled ? AuthError(.webContextCancelled) : AuthError(.webInternalError, underlying: error)))
    }

    private func end(_ outcome: Result<URL, any Error>) {
      ending?.resume(with: outcome)
      ending = nil
      session = nil
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }
  }
#endif
