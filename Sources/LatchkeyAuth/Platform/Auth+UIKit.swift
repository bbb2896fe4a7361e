#if canImport(Darwin) && canImport(UIKit) && os(iOS)
  import Foundation
  import UIKit

  // Handles the calls of an app's delegate. The SDK needs no push notification to verify a telephone number.
  // So it uses only the calls that contain the URL of a sign-in.

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

    /// The APNs token that the app last set. It is stored, but not sent.
    public var apnsToken: Data? { core.apnsToken.withLock { $0 } }

    public func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
      core.apnsToken.withLock { $0 = token }
    }

    /// Always false: the SDK uses no notifications.
    public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool { false }
  }

  /// The Apple server that a token for push notifications belongs to.
  public enum AuthAPNSTokenType: Int, Sendable {
    case unknown = 0
    case sandbox = 1
    case prod = 2
  }
#endif
