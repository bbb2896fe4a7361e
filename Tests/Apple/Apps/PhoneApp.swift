#if os(iOS)
  import FirebaseAuth
  import FirebaseCore
  import UIKit

  // An app of iOS as FirebaseAuth's documentation has it: what the system says goes on to Auth.

  final class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      FirebaseApp.configure()
      application.registerForRemoteNotifications()
      return true
    }

    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
      if Auth.auth().canHandle(url) { return true }
      return Auth.auth().application(app, open: url, options: options)
    }

    func application(
      _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      Auth.auth().setAPNSToken(deviceToken, type: .unknown)
      Auth.auth().application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
    }

    func application(
      _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
      Auth.auth().application(application, didFailToRegisterForRemoteNotificationsWithError: error)
    }

    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
      fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      if Auth.auth().canHandleNotification(userInfo) { return completionHandler(.noData) }
      Auth.auth().application(
        application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)
    }
  }

  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
      Auth.auth().scene(scene, openURLContexts: URLContexts)
      for context in URLContexts { _ = Auth.auth().canHandle(context.url) }
    }
  }

  /// A view controller presents whatever a provider of the app's own shows.
  final class PhoneViewController: UIViewController, AuthUIDelegate {
    private var token: Data? { Auth.auth().apnsToken }

    override func viewDidLoad() {
      super.viewDidLoad()
      Auth.auth().initializeRecaptchaConfig { _ in }
      PhoneAuthProvider.provider().verifyPhoneNumber("+15551234567", uiDelegate: self) {
        [weak self] id, error in
        guard let id else { return }
        let credential = PhoneAuthProvider.provider().credential(
          withVerificationID: id, verificationCode: "123456")
        Auth.auth().signIn(with: credential) { _, _ in self?.dismiss(animated: true) }
      }
    }

    func signIn() async throws {
      try await Auth.auth().initializeRecaptchaConfig()
      let provider = OAuthProvider(providerID: "github.com")
      let credential = try await provider.credential(with: self)
      _ = try await Auth.auth().signIn(with: credential)
    }
  }
#endif
