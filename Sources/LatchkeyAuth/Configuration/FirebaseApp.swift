import Foundation
import Synchronization

/// One configured use of a project. Most programs have one, the default app; others have a name.
///
/// FirebaseCore raises an exception where it is used wrongly. Here ``configure()`` and its siblings write one
/// line to standard error instead and leave everything as it was, so that ``app()`` is nil where nothing was
/// configured; ``tryConfigure()`` and its siblings throw. Everything may be called from any thread.
open class FirebaseApp: NSObject, @unchecked Sendable {
  /// The app's name; `__FIRAPP_DEFAULT` for the default app.
  public let name: String

  private let values: FirebaseOptions.Values
  private let registry: AppRegistry
  private let state = Mutex(State())

  private struct State: Sendable {
    var isDataCollectionDefaultEnabled = true
    var isDeleted = false
    var whenDeleted: [@Sendable () -> Void] = []
  }

  init(_ name: String, _ values: FirebaseOptions.Values, registry: AppRegistry) {
    self.name = name
    self.values = values
    self.registry = registry
  }

  /// The options that the app was configured with: a copy.
  open var options: FirebaseOptions { FirebaseOptions(values) }

  /// Kept for other Firebase modules. The SDK collects nothing.
  open var isDataCollectionDefaultEnabled: Bool {
    get { state.withLock { $0.isDataCollectionDefaultEnabled } }
    set { state.withLock { $0.isDataCollectionDefaultEnabled = newValue } }
  }

  /// Takes the app out of use; its name can be configured again. Sessions stay stored.
  ///
  /// - Parameter completion: is called at once, on this thread: true, or false when the app was deleted
  ///   before.
  open func delete(_ completion: @escaping (Bool) -> Void) {
    guard registry.remove(self) else { return completion(false) }
    let actions = state.withLock { state in
      state.isDeleted = true
      defer { state.whenDeleted = [] }
      return state.whenDeleted
    }
    for action in actions { action() }
    completion(true)
  }

  /// Takes the app out of use; see ``delete(_:)``.
  @discardableResult
  public func delete() async -> Bool {
    await withCheckedContinuation { continuation in delete { continuation.resume(returning: $0) } }
  }

  package var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// Runs the action once, when the app is deleted; at once if it is.
  func whenDeleted(_ action: @escaping @Sendable () -> Void) {
    let isDeleted = state.withLock { state in
      if !state.isDeleted { state.whenDeleted.append(action) }
      return state.isDeleted
    }
    if isDeleted { action() }
  }
}

extension FirebaseApp {
  /// The default app; nil when it is not configured.
  public class func app() -> FirebaseApp? { AppRegistry.shared[AppRegistry.defaultName] }

  /// The app of the name; nil when it is not configured.
  public class func app(name: String) -> FirebaseApp? { AppRegistry.shared[name] }

  /// Every app by its name; nil when there is none.
  public class var allApps: [String: FirebaseApp]? {
    let apps = AppRegistry.shared.all
    return apps.isEmpty ? nil : apps
  }

  /// Configures the default app with what ``FirebaseOptions/defaultOptions()`` looks for.
  ///
  /// Without a configuration, or a second time, it changes nothing and writes one line to standard error.
  public class func configure() { report { () throws(AuthError) in try tryConfigure() } }

  /// Configures the default app. A second time, or with options that do not do, it changes nothing and writes
  /// one line to standard error.
  public class func configure(options: FirebaseOptions) {
    report { () throws(AuthError) in try tryConfigure(options: options) }
  }

  /// Configures a further app. With a name that is taken or malformed, or options that do not do, it changes
  /// nothing and writes one line to standard error.
  public class func configure(name: String, options: FirebaseOptions) {
    report { () throws(AuthError) in try tryConfigure(name: name, options: options) }
  }

  /// Configures the default app with what ``FirebaseOptions/defaultOptions()`` looks for.
  ///
  /// - Throws: ``AuthError``: `invalidAPIKey` when the configuration has no key; `internalError` when there
  ///   is no configuration, when it cannot be used, or when the default app is configured already. The
  ///   description says which.
  @discardableResult
  public class func tryConfigure() throws(AuthError) -> FirebaseApp {
    // Not read when that could only fail.
    guard app() == nil else { throw AuthError(.internalError, "The default app is configured already.") }
    return try tryConfigure(options: FirebaseOptions(try ConfigurationSearch.ofThisProcess.require()))
  }

  /// Configures the default app.
  ///
  /// - Throws: ``AuthError``: `invalidAPIKey` when the options have no key; `internalError` when an address
  ///   in them cannot be used, or when the default app is configured already.
  @discardableResult
  public class func tryConfigure(options: FirebaseOptions) throws(AuthError) -> FirebaseApp {
    try AppRegistry.shared.add(AppRegistry.defaultName, options)
  }

  /// Configures a further app. Its name has letters, digits, hyphens and underscores of ASCII.
  ///
  /// - Throws: ``AuthError`` as ``tryConfigure(options:)``, and `internalError` for a malformed name.
  @discardableResult
  public class func tryConfigure(name: String, options: FirebaseOptions) throws(AuthError) -> FirebaseApp {
    try AppRegistry.shared.add(name, options)
  }

  private class func report(_ configure: () throws(AuthError) -> FirebaseApp) {
    do {
      _ = try configure()
    } catch {
      SDKLog.write(.error, "The app was not configured. \(error.localizedDescription)")
    }
  }
}
