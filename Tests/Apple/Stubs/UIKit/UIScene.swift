#if !os(watchOS)
  @MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
      case unattached = -1
      case foregroundActive = 0
      case foregroundInactive = 1
      case background = 2
    }

    @MainActor public final class ConnectionOptions: NSObject {
      public var urlContexts: Set<UIOpenURLContext> { fatalError("This is a declaration.") }
    }

    open var activationState: UIScene.ActivationState { fatalError("This is a declaration.") }
    open var delegate: (any UISceneDelegate)?
  }

  @MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { fatalError("This is a declaration.") }
    open var keyWindow: UIWindow? { fatalError("This is a declaration.") }
  }

  @MainActor open class UISceneSession: NSObject {}

  @MainActor open class UIOpenURLContext: NSObject {
    open var url: URL { fatalError("This is a declaration.") }
  }

  /// The methods with a body are optional.
  @MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions)
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  }

  extension UISceneDelegate {
    public func scene(
      _ scene: UIScene, willConnectTo session: UISceneSession,
      options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  }

  @MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
#endif
