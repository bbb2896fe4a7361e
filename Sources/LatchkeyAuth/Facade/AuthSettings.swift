import Foundation
import Synchronization

/// Settings of an app's ``Auth``.
open class AuthSettings: NSObject, NSCopying, @unchecked Sendable {
  private let isDisabled = Mutex(false)

  override public init() { super.init() }

  convenience init(copying other: AuthSettings) {
    self.init()
    appVerificationDisabledForTesting = other.appVerificationDisabledForTesting
  }

  /// True to verify phone numbers without a proof that the app is genuine. Works only for test numbers.
  open var appVerificationDisabledForTesting: Bool {
    get { isDisabled.withLock { $0 } }
    set { isDisabled.withLock { $0 = newValue } }
  }

  /// Returns ``appVerificationDisabledForTesting``.
  open var isAppVerificationDisabledForTesting: Bool {
    get { appVerificationDisabledForTesting }
    set { appVerificationDisabledForTesting = newValue }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    AuthSettings(copying: self)
  }
}
