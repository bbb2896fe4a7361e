#if canImport(Darwin) && canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  import AuthenticationServices
  import Foundation
  import Synchronization

  #if os(macOS)
    import AppKit
  #else
    import UIKit
  #endif

  /// Shows the pages of a sign-in in a sheet of the system (`ASWebAuthenticationSession`). The sheet returns to
  /// the app with the app's URL scheme.
  public final class WebAuthenticationSessionPresenter: WebPresenter {
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private let isPresenting = Mutex(false)

    /// - Parameters:
    ///   - isEphemeral: true if the sheet does not share cookies with the user's browser.
    ///   - anchor: the window under the sheet; nil for the front window.
    public init(
      isEphemeral: Bool = false, anchor: (@MainActor @Sendable () -> ASPresentationAnchor)? = nil
    ) {
      self.isEphemeral = isEphemeral
      self.anchor = anchor ?? { Self.frontWindow() }
    }

    /// Returns the front window. On iOS, the window must belong to a foreground scene.
    @MainActor private static func frontWindow() -> ASPresentationAnchor {
      #if os(macOS)
        let window = NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow
      #else
        let scenes = (UIApplication.running?.connectedScenes ?? []).compactMap { $0 as? UIWindowScene }
        let window = (scenes.first { $0.activationState == .foregroundActive } ?? scenes.first)?.keyWindow
      #endif
      return window ?? ASPresentationAnchor()
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

  /// One presentation of the sheet.
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
        let session = ASWebAuthenticationSession(url: url, callback: .customScheme(scheme)) {
          @Sendable url, error in
          Task { @MainActor in self.end(url, error) }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = isEphemeral
        self.session = session
        // A session that does not start calls no callback.
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
