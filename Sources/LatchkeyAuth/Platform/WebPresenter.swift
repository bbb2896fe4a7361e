import Foundation

/// Where the browser is to come back to when a sign-in in it has ended.
public enum WebReturn: Sendable, Equatable {
  /// A URL scheme of the app: `<scheme>://firebaseauth/link`.
  case scheme(String)
  /// An address that the presenter listens at (RFC 8252 section 7.3).
  case loopback(URL)
}

/// Shows the pages of a sign-in to the user, and waits for the browser to come back.
public protocol WebPresenter: Sendable {
  /// - Parameters:
  ///   - scheme: the app's URL scheme, for presenters that come back by one; nil where the app has none.
  ///   - makeURL: makes the address to open, once it is known where the browser is to come back to.
  /// - Returns: the address by which it came back, whole.
  /// - Throws: ``AuthError`` with `webContextCancelled` when the user gave up, `webContextAlreadyPresented`, or
  ///   another `web…` code.
  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL

  /// Takes an address that the system opened the app by, if a presentation waits for it.
  func canHandle(_ url: URL) -> Bool
}

extension WebPresenter {
  /// A presenter that is not come back to by a URL scheme takes none.
  public func canHandle(_ url: URL) -> Bool { false }
}
