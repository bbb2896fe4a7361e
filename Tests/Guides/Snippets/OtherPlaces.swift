import FirebaseAuth
import GuideStage

/// As apps have it, and its completions change it. In Swift 5 it may be of no actor and not `Sendable`; in Swift 6
/// that would be a data race, and does not compile.
#if swift(>=6)
  @MainActor
#endif
final class AuthModel: NSObject {
  var user: User?
  var message: String?
  private var listener: NSObjectProtocol?

  func observe() {
    listener = Auth.auth().addStateDidChangeListener { auth, user in
      self.user = user
    }
  }

  func signIn(with credential: AuthCredential, then done: @escaping () -> Void) {
    Auth.auth().signIn(with: credential) { authResult, error in
      self.user = authResult?.user
      self.message = error?.localizedDescription
      done()
    }
  }

  func renew() {
    user?.getIDTokenForcingRefresh(true) { token, error in
      self.message = token == nil ? error?.localizedDescription : nil
    }
    user?.reload { error in
      self.message = error?.localizedDescription
    }
  }

  func stop() {
    if let listener { Auth.auth().removeStateDidChangeListener(listener) }
  }
}

/// Functions of no type and no actor.
private func signIn(with credential: AuthCredential, then done: @escaping @Sendable (String?) -> Void) {
  Auth.auth().signIn(with: credential) { authResult, error in
    if let error = error {
      print(error.localizedDescription)
    }
    done(authResult?.user.uid)
  }
}

private func signOut() -> Bool {
  let firebaseAuth = Auth.auth()
  do {
    try firebaseAuth.signOut()
    return true
  } catch let signOutError as NSError {
    print("Error signing out: %@", signOutError)
    return false
  }
}

#if !swift(>=6)
  /// A part of `Auth` that tests of an app replace, in the types that FirebaseAuth has.
  protocol Authenticating {
    func signIn(
      withEmail email: String, password: String, completion: ((AuthDataResult?, Error?) -> Void)?)
    func addStateDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> NSObjectProtocol
  }

  extension Auth: Authenticating {}

  extension User {
    /// Hands a closure on, and keeps what it gets in a variable.
    func newToken(then done: @escaping (String?, Error?) -> Void) {
      var last: String?
      getIDTokenForcingRefresh(true, completion: done)
      getIDToken { token, _ in last = token }
      reload { _ in print(last ?? "") }
    }
  }
#endif

/// The forms with `async`, without an actor.
private func uid(after credential: AuthCredential) async throws -> String {
  let result = try await Auth.auth().signIn(with: credential)
  return result.user.uid
}

struct OtherPlaces: OtherPlacesGuide {
  @MainActor func signInFromModel(with credential: AuthCredential) async -> String? {
    let model = AuthModel()
    return await withCheckedContinuation { continuation in
      model.signIn(with: credential) {
        continuation.resume(returning: Auth.auth().currentUser?.uid)
      }
    }
  }

  func signInFromFunction(with credential: AuthCredential) async -> String? {
    guard let known = try? await uid(after: credential) else { return nil }
    return await withCheckedContinuation { continuation in
      signIn(with: credential) { uid in
        continuation.resume(returning: uid == known ? uid : nil)
      }
    }
  }

  func signOutFromFunction() -> Bool { signOut() }
}
