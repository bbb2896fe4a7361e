import CLatchkeyAuth
import Foundation
import LatchkeyAuth
import Synchronization

/// Remembers the environment in which each app's ``Auth`` was made.
final class Environments: Sendable {
  static let shared = Environments()

  /// An environment as C code passes it, for comparison.
  struct Wish: Equatable, @unchecked Sendable {
    var isInMemory = false
    /// The address of the function; nil if there is none.
    var openPage: Int?
    var context: UnsafeMutableRawPointer?
    var seconds = Wish.usualSeconds

    private static let usualSeconds: Double = 300
    /// The maximum number of seconds, a week. Longer limits are reduced to this value.
    private static let maximumSeconds: Double = 604_800

    init(_ environment: latchkey_environment) {
      isInMemory = environment.in_memory
      openPage = environment.open_page.map { unsafeBitCast($0, to: Int.self) }
      context = openPage == nil ? nil : environment.open_page_context
      // NaN fails this comparison, so the default applies.
      if environment.browser_seconds > 0 { seconds = min(environment.browser_seconds, Self.maximumSeconds) }
    }

    func environment(app name: String) -> AuthEnvironment {
      var environment = isInMemory ? AuthEnvironment.inMemory() : AuthEnvironment(app: name)
      environment.notificationQueue = Callbacks.queue
      #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD)
        environment.presenter =
          openPage == nil
          ? BrowserPresenter(timeout: seconds)
          : BrowserPresenter(timeout: seconds) { url in await open(url) }
      #endif
      return environment
    }

    private func open(_ url: URL) async {
      await withCheckedContinuation { opened in
        Callbacks.queue.async {
          if let openPage {
            let call = unsafeBitCast(openPage, to: latchkey_open_page.self)
            url.absoluteString.withCString { call(context, $0) }
          }
          opened.resume()
        }
      }
    }
  }

  private struct Entry {
    let app: FirebaseApp
    let wish: Wish
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Returns the ``Auth`` of an app. The first call makes it.
  ///
  /// - Parameter wish: the requested environment; nil for the existing environment or the default.
  /// - Throws: ``AuthError`` with `internalError` if the app has an ``Auth`` in another environment, or was
  ///   deleted.
  func auth(_ app: FirebaseApp, _ wish: Wish?) throws(AuthError) -> Auth {
    try entries.withLock { entries throws(AuthError) in
      guard !app.isDeleted else { throw AuthError(.internalError, "The app was deleted.") }
      if let entry = entries[app.name], entry.app === app {
        guard wish == nil || wish == entry.wish else {
          throw AuthError(.internalError, "The app is in use already, in another environment.")
        }
        return Auth.auth(app: app)
      }
      let wish = wish ?? Wish(latchkey_environment())
      do {
        let auth = try Auth.auth(app: app, in: wish.environment(app: app.name))
        entries[app.name] = Entry(app: app, wish: wish)
        return auth
      } catch {
        throw AuthError.reported(error)
      }
    }
  }

  func forget(_ app: FirebaseApp) {
    entries.withLock { if $0[app.name]?.app === app { $0[app.name] = nil } }
  }
}
