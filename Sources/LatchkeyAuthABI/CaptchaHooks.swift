import LatchkeyAuth
import Synchronization

/// The hooks of the apps that were not deleted.
final class CaptchaHooks: Sendable {
  static let shared = CaptchaHooks()

  private let hooks = Mutex<[ObjectIdentifier: CaptchaHook]>([:])

  /// Replaces the hook of an app.
  ///
  /// - Parameter hook: nil to remove the hook.
  /// - Returns: false if the app was deleted, or if there is no app. Then the new hook is not used.
  func set(_ hook: CaptchaHook?, of auth: Auth) -> Bool {
    guard let app = auth.app else { return false }
    let (former, isSet) = hooks.withLock { hooks -> (CaptchaHook?, Bool) in
      guard !app.isDeleted else { return (nil, false) }
      let former = hooks[ObjectIdentifier(app)]
      hooks[ObjectIdentifier(app)] = hook
      auth.captchaTokenProvider = hook
      return (former, true)
    }
    former?.close()
    return isSet
  }

  /// Removes the hook of an app that was deleted.
  func forget(_ app: FirebaseApp) {
    hooks.withLock { $0.removeValue(forKey: ObjectIdentifier(app)) }?.close()
  }
}
