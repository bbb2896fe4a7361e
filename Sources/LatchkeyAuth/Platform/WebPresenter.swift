import Foundation

/// The way back to the app after a sign-in in a browser.
public enum WebReturn: Sendable, Equatable {
  /// A URL scheme of the app: `<scheme>://firebaseauth/link`.
  case scheme(String)
  /// A URL at which the presenter listens (RFC 8252 section 7.3).
  case loopback(URL)
}

/// Shows the pages of a sign-in to the user, and waits for the browser to come back.
public protocol WebPresenter: Sendable {
  /// - Parameters:
  ///   - scheme: the app's URL scheme, for presenters that return by one; nil if the app has none.
  ///   - makeURL: makes the URL to open, after the way back is known.
  /// - Returns: the complete URL with which the browser returned.
  /// - Throws: ``AuthError`` with `webContextCancelled` if the user gave up, `webContextAlreadyPresented`, or
  ///   another `web…` code.
  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL

  /// Takes a URL that opened the app, if a presentation waits for it.
  func canHandle(_ url: URL) -> Bool
}

extension WebPresenter {
  /// Takes no URL, for presenters that do not return by a URL scheme.
  public func canHandle(_ url: URL) -> Bool { false }
}
