import Foundation
import Synchronization

/// One configured use of a project. Most programs have one app, the default app. Further apps have a name.
///
/// FirebaseCore raises an exception after incorrect use. In this SDK, ``configure()`` and its overloads write
/// one line to standard error instead and change nothing: ``app()`` is nil if nothing was configured.
/// ``tryConfigure()`` and its overloads throw. All members may be called from any thread.
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

  /// A copy of the options that the app was configured with.
  open var options: FirebaseOptions { FirebaseOptions(values) }

  /// Kept for other Firebase modules. The SDK collects nothing.
  open var isDataCollectionDefaultEnabled: Bool {
    get { state.withLock { $0.isDataCollectionDefaultEnabled } }
    set { state.withLock { $0.isDataCollectionDefaultEnabled = newValue } }
  }

  /// Deletes the app. Its name can be configured again. Sessions stay stored.
  ///
  /// - Parameter completion: called at once, on this thread: with true, or with false if the app was already
  ///   deleted.
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

  /// Deletes the app; see ``delete(_:)``.
  @discardableResult
  public func delete() async -> Bool {
    await withCheckedContinuation { continuation in delete { continuation.resume(returning: $0) } }
  }

  package var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// Runs the action once when the app is deleted, or at once if the app is already deleted.
  func whenDeleted(_ action: @escaping @Sendable () -> Void) {
    let isDeleted = state.withLock { state in
      if !state.isDeleted { state.whenDeleted.append(action) }
      return state.isDeleted
    }
    if isDeleted { action() }
  }
}

extension FirebaseApp {
  /// The default app; nil if it is not configured.
  public class func app() -> FirebaseApp? { AppRegistry.shared[AppRegistry.defaultName] }

  /// The app with this name; nil if it is not configured.
  public class func app(name: String) -> FirebaseApp? { AppRegistry.shared[name] }

  /// Every app by its name; nil if there is none.
  public class var allApps: [String: FirebaseApp]? {
    let apps = AppRegistry.shared.all
    return apps.isEmpty ? nil : apps
  }

  /// Configures the default app with the options that ``FirebaseOptions/defaultOptions()`` finds.
  ///
  /// If there is no configuration, or the app is configured already, this method changes nothing and writes
  /// one line to standard error.
  public class func configure() { report { () throws(AuthError) in try tryConfigure() } }

  /// Configures the default app. If the app is configured already, or the options are unusable, this method
  /// changes nothing and writes one line to standard error.
  public class func configure(options: FirebaseOptions) {
    report { () throws(AuthError) in try tryConfigure(options: options) }
  }

  /// Configures a further app. If the name is taken or malformed, or the options are unusable, this method
  /// changes nothing and writes one line to standard error.
  public class func configure(name: String, options: FirebaseOptions) {
    report { () throws(AuthError) in try tryConfigure(name: name, options: options) }
  }

  /// Configures the default app with the options that ``FirebaseOptions/defaultOptions()`` finds.
  ///
  /// - Throws: ``AuthError``: `invalidAPIKey` if the configuration has no key; `internalError` if there is no
  ///   usable configuration, or if the default app is configured already. The description contains the reason.
  @discardableResult
  public class func tryConfigure() throws(AuthError) -> FirebaseApp {
    // Skips reading the configuration if the app is configured already.
    guard app() == nil else { throw AuthError(.internalError, "The default app is configured already.") }
    return try tryConfigure(options: FirebaseOptions(try ConfigurationSearch.ofThisProcess.require()))
  }

  /// Configures the default app.
  ///
  /// - Throws: ``AuthError``: `invalidAPIKey` if the options have no key; `internalError` if an address in
  ///   them cannot be used, or if the default app is configured already.
  @discardableResult
  public class func tryConfigure(options: FirebaseOptions) throws(AuthError) -> FirebaseApp {
    try AppRegistry.shared.add(AppRegistry.defaultName, options)
  }

  /// Configures a further app. Its name may contain ASCII letters, digits, hyphens and underscores.
  ///
  /// - Throws: the errors of ``tryConfigure(options:)``, and ``AuthError`` with `internalError` for a
  ///   malformed name.
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
