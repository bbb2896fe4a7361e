#if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIApplication {
    /// The running app; nil in an app extension, which has none.
    ///
    /// An extension cannot compile code that uses `shared`.
    static var running: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard Bundle.main.bundleURL.pathExtension != "appex", UIApplication.responds(to: shared) else {
        return nil
      }
      return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }
  }
#endif
