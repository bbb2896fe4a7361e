#if canImport(Darwin) && canImport(UIKit) && !os(watchOS)
  import UIKit

  extension TOTPSecret {
    func openInSystem(_ address: String) {
      guard let url = URL(string: address) else { return }
      Task { @MainActor in UIApplication.running?.open(url, options: [:], completionHandler: nil) }
    }
  }
#endif
