import Foundation

/// How the browser returns to the app after a sign-in.
public enum WebReturn: Sendable, Equatable {
  /// A URL scheme of the app: `<scheme>://firebaseauth/link`.
  case scheme(String)
  /// A URL on which the presenter listens (RFC 8252 section 7.3).
  case loopback(URL)
}

/// Shows the pages of a sign-in to the user, and waits until the browser returns to the app.
public protocol WebPresenter: Sendable {
  /// - Parameters:
  ///   - scheme: the app's URL scheme, for presenters that use it; nil if the app has none.
  ///   - makeURL: makes the URL to open from the callback URL.
  /// - Returns: the complete callback URL that the browser opened.
  /// - Throws: ``AuthError`` with `webContextCancelled` if the user cancelled, `webContextAlreadyPresented`, or
  ///   another `web…` code.
  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL

  /// Handles a URL that opened the app. Returns false if no presentation waits for this URL.
  func canHandle(_ url: URL) -> Bool
}

extension WebPresenter {
  /// Returns false: the default for presenters that do not use a URL scheme.
  public func canHandle(_ url: URL) -> Bool { false }
}
