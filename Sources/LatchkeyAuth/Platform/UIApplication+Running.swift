#if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIApplication {
    /// The app that runs; nil in an extension of an app, which has none.
    ///
    /// An extension does not compile with code that names `shared`.
    static var running: UIApplication? {
      let shared = NSSelectorFromString("sharedApplication")
      guard Bundle.main.bundleURL.pathExtension != "appex", UIApplication.responds(to: shared) else {
        return nil
      }
      return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }
  }
#endif
