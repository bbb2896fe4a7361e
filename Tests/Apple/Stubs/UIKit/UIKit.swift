@_exported import FoundationForApple

// Of watchOS's UIKit there are colours, fonts and images alone.

public typealias CGFloat = Double

#if !os(watchOS)
  @MainActor open class UIResponder: NSObject {
    override nonisolated public init() {}
  }

  @MainActor open class UIView: UIResponder {}

  @MainActor open class UIWindow: UIView {
    /// Deprecated by the system's version 26, which is later than the package's oldest.
    nonisolated public override init() {}
    public init(windowScene: UIWindowScene) {}
    open weak var windowScene: UIWindowScene?
    open var rootViewController: UIViewController?
    open var isKeyWindow: Bool { fatalError("This is a declaration.") }
  }

  @MainActor open class UIViewController: UIResponder {
    open var view: UIView!
    open func viewDidLoad() {}
    open func present(
      _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {}
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
  }
#endif
