import Foundation

#if canImport(Darwin) && canImport(UIKit)
  import UIKit
#endif

/// Lets an app present the pages of a sign-in, as in the official SDK. This SDK uses ``WebPresenter`` instead. The SDK
/// passes the app's delegate only to a provider class that the app defines itself.
@preconcurrency @MainActor public protocol AuthUIDelegate: NSObjectProtocol, Sendable {
  #if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
    func present(
      _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)?)
  #endif
  /// Dismisses the presented page.
  func dismiss(animated flag: Bool, completion: (() -> Void)?)
}
