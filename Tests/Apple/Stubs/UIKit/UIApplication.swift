#if !os(watchOS)
  @MainActor open class UIApplication: UIResponder {
    /// Apple has it in apps alone. The SDK is for their extensions as well.
    @available(*, unavailable, message: "Extensions of apps do not have it.")
    open class var shared: UIApplication { fatalError("This is a declaration.") }

    // Of every class in Objective-C.
    open class func responds(to aSelector: Selector!) -> Bool { fatalError("This is a declaration.") }
    open class func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
      fatalError("This is a declaration.")
    }

    open var connectedScenes: Set<UIScene> { fatalError("This is a declaration.") }
    unowned(unsafe) open var delegate: (any UIApplicationDelegate)?

    open func open(
      _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
      completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {}
    open func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
      fatalError("This is a declaration.")
    }
    open func registerForRemoteNotifications() {}

    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
      public var rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
      public var rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct OpenURLOptionsKey: Hashable, RawRepresentable, Sendable {
      public var rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  public enum UIBackgroundFetchResult: UInt, Sendable {
    case newData = 0
    case noData = 1
    case failed = 2
  }

  /// The methods with a body are optional.
  @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
    func application(
      _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
      _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  }

  extension UIApplicationDelegate {
    public func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
    public func application(
      _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {}
    public func application(
      _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}
    public func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {}
  }
#endif
