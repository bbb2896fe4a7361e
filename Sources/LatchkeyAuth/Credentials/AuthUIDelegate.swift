import Foundation

#if canImport(Darwin) && canImport(UIKit)
  import UIKit
#endif

/// How the official SDK lets an app present the pages of a sign-in. ``WebPresenter`` is how it is done here; a provider of
/// an app's own gets the delegate that the app passed.
@preconcurrency @MainActor public protocol AuthUIDelegate: NSObjectProtocol, Sendable {
  #if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
    func present(
      _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)?)
  #endif
  /// Takes away what was presented.
  func dismiss(animated flag: Bool, completion: (() -> Void)?)
}
