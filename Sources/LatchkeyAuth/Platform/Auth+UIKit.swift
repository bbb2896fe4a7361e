#if canImport(Darwin) && canImport(UIKit) && os(iOS)
  import Foundation
  import UIKit

  // Forwards the calls of an app's delegate. Text messages are sent without a proof by push notification, so
  // only the URLs of a sign-in matter here.

  extension Auth {
    @MainActor public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
      for context in URLContexts where canHandle(context.url) { return }
    }

    public func application(
      _ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
      canHandle(url)
    }

    public func application(
      _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      setAPNSToken(deviceToken, type: .unknown)
    }

    public func application(
      _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {}

    public func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      if canHandleNotification(userInfo) { completionHandler(.noData) }
    }

    /// The APNs token that was set last. It is kept, but not sent.
    public var apnsToken: Data? { core.apnsToken.withLock { $0 } }

    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
      core.apnsToken.withLock { $0 = token }
    }

    /// Always false: no notification belongs to a sign-in.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }
  }

  /// The Apple server that a token for push notifications belongs to.
  public enum AuthAPNSTokenType: Int, Sendable {
    case unknown = 0
    case sandbox = 1
    case prod = 2
  }
#endif
