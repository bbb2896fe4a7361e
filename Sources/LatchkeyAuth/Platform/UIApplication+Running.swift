#if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIApplication {
    /// The running app; nil in an app extension, which has no `UIApplication`.
    ///
    /// Code that uses `shared` does not compile in an extension.
    static var running: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard Bundle.main.bundleURL.pathExtension != "appex", UIApplication.responds(to: shared) else {
        return nil
      }
      return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }
  }
#endif
