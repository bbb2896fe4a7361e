import FirebaseAuth
import Observation

/// The signed-in user, for views.
@MainActor @Observable final class Session {
  var user: User?
  /// The sign-in that waits for a second factor.
  var secondFactor: MultiFactorResolver?
  /// A sentence about the last failure.
  var message: String?

  let auth: Auth

  init(auth: Auth = Auth.auth()) {
    self.auth = auth
    user = auth.currentUser
  }

  /// Configures the SDK for a server. Call it once, when the app starts.
  convenience init(at backend: Backend) {
    backend.configure()
    self.init()
  }

  /// Observes sign-ins and sign-outs until its task is cancelled.
  func follow() async {
    for await user in auth.authStateChanges { self.user = user }
  }

  /// Runs a sign-in, and stores its result.
  func attempt(_ signIn: @MainActor () async throws -> AuthDataResult) async {
    message = nil
    do {
      user = try await signIn().user
      secondFactor = nil
    } catch {
      if let resolver = error.multiFactorResolver {
        secondFactor = resolver
      } else {
        message = sentence(about: error)
      }
    }
  }

  func signOut() {
    do {
      try auth.signOut()
      user = nil
    } catch {
      message = sentence(about: error)
    }
  }
}
