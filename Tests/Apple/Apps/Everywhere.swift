import Combine
import FirebaseAuth
import FirebaseCore
import Foundation

// What is the same on all of Apple's systems.

/// The environment that an app has unless it says otherwise, and one with parts of its own.
func environments(group: String, locks: URL) -> [AuthEnvironment] {
  let storage = KeychainStorage(service: "example", accessGroup: group, lockDirectory: locks)
  return [
    AuthEnvironment(app: "example"), .inMemory(),
    AuthEnvironment(
      transport: URLSessionTransport(), storage: storage,
      presenter: AppSchemePresenter { url in print(url) }),
  ]
}

func readsKeychain(_ storage: KeychainStorage) throws -> Data? {
  try storage.save(Data(), for: "key")
  defer { try? storage.remove("key") }
  return try storage.exclusively("key") { try storage.load("key") }
}

func nonce() -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: 32)
  let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
  return status == errSecSuccess ? bytes : nil
}

func enrols(_ secret: TOTPSecret) {
  secret.openInOTPApp(withQRCodeURL: secret.generateQRCodeURL(withAccountName: "ada", issuer: "example"))
}

#if !os(watchOS)
  func signsInPlayer() async throws -> AuthDataResult {
    try await Auth.auth().signIn(with: GameCenterAuthProvider.getCredential())
  }

  @MainActor func signsInPlayer(then done: @escaping (String?) -> Void) {
    GameCenterAuthProvider.getCredential { credential, error in
      guard let credential else { return done(error?.localizedDescription) }
      Auth.auth().signIn(with: credential) { result, _ in done(result?.user.uid) }
    }
  }
#endif

#if os(macOS)
  func ownBrowser() -> any WebPresenter {
    BrowserPresenter(timeout: 60) { url in try await SystemBrowser.open(url) }
  }
#endif

/// Prints who is signed in, and each token that they get.
func observes(_ auth: Auth) -> Set<AnyCancellable> {
  var cancellables: Set<AnyCancellable> = []
  auth.authStateDidChangePublisher().sink { user in print(user?.uid ?? "nobody") }.store(in: &cancellables)
  auth.idTokenDidChangePublisher().sink { user in print(user?.refreshToken ?? "") }.store(in: &cancellables)
  return cancellables
}
