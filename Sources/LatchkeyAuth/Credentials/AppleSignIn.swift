import Crypto
import Foundation
import IdentityWire
import Synchronization

/// Signs in with Apple, one attempt at a time. Each attempt has its own nonce, which binds Apple's answer to
/// the attempt.
///
/// ``begin()`` makes the nonce. The request to Apple contains the nonce's SHA-256, and Apple's ID token repeats
/// it. The credential contains the nonce itself, so that the server can check that Apple issued the token for
/// this attempt. A nonce is valid for one answer.
///
/// A view keeps an instance for its whole lifetime, and passes the instance to a button:
///
/// ```swift
/// struct SignInView: View {
///   @State private var apple = AppleSignIn()
///
///   var body: some View {
///     SignInWithAppleButton(.signIn, for: apple) { result in
///       if case .failure(let error) = result { print(error.localizedDescription) }
///     }
///   }
/// }
/// ```
///
/// Code that performs the request itself calls `prepare(_:)` and `credential(of:)`, for example to link Apple
/// to the signed-in user. Without AuthenticationServices, get the nonce from ``begin()``, ask Apple in another
/// way, and pass its answer to ``credential(identityToken:fullName:)``.
public final class AppleSignIn: Sendable {
  private let ownAuth: Auth?
  private let rawNonce = Mutex<String?>(nil)

  /// Signs in to the given ``Auth``; nil for the default app's.
  public init(auth: Auth? = nil) { ownAuth = auth }

  /// The ``Auth`` to sign in to.
  var auth: Auth { ownAuth ?? Auth.auth() }

  /// Begins an attempt. This ends the previous attempt if its answer has not arrived.
  ///
  /// - Returns: the nonce for the request: the SHA-256 of this attempt's nonce, in hexadecimal.
  public func begin() -> String {
    var generator = SystemRandomNumberGenerator()
    let nonce = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    rawNonce.withLock { $0 = nonce }
    return Self.digest(of: nonce)
  }

  /// Makes a credential from Apple's answer to the current attempt, and ends the attempt. An answer to an
  /// earlier attempt does not end the current attempt.
  ///
  /// - Parameters:
  ///   - identityToken: `identityToken` of an `ASAuthorizationAppleIDCredential`.
  ///   - fullName: `fullName` of the same credential, which becomes the name of a new user. Apple returns it at
  ///     the first sign-in only.
  /// - Throws: ``AuthError``:
  ///   - `missingOrInvalidNonce` if no attempt is in progress, for example at a second answer to the same
  ///     attempt, or if the answer belongs to another attempt;
  ///   - `invalidCredential` if the answer has no token.
  public func credential(identityToken: Data?, fullName: PersonNameComponents? = nil) throws
    -> OAuthCredential
  {
    guard rawNonce.withLock({ $0 != nil }) else {
      throw AuthError(
        .missingOrInvalidNonce, "No sign-in with Apple is under way. Call begin() before each request.")
    }
    guard let identityToken, let token = String(data: identityToken, encoding: .utf8), !token.isEmpty else {
      throw AuthError(.invalidCredential, "Apple answered without an ID token.")
    }
    guard let nonce = takeNonce(of: token) else {
      throw AuthError(.missingOrInvalidNonce, "Apple's answer is to another attempt than the last one.")
    }
    return OAuthProvider.appleCredential(withIDToken: token, rawNonce: nonce, fullName: fullName)
  }

  /// Returns and clears the attempt's nonce if the token repeats the nonce. The server checks whether the token
  /// is genuine.
  private func takeNonce(of token: String) -> String? {
    let jwt = try? UnverifiedJWT(
      token, costlyText: .dropped, maximumLength: UnverifiedJWT.maximumProviderLength)
    let digest = jwt?.payload["nonce"]?.stringValue
    return rawNonce.withLock { nonce in
      guard let taken = nonce, digest == Self.digest(of: taken) else { return nil }
      nonce = nil
      return taken
    }
  }

  private static func digest(of nonce: String) -> String { SHA256.hash(data: Data(nonce.utf8)).hexadecimal }

  /// Signs in with Apple's answer to the current attempt. This ends the attempt.
  ///
  /// - Throws: ``AuthError``, as ``credential(identityToken:fullName:)`` and ``Auth/signIn(with:)`` do.
  @discardableResult public func signIn(
    identityToken: Data?, fullName: PersonNameComponents? = nil
  ) async throws -> AuthDataResult {
    let credential = try credential(identityToken: identityToken, fullName: fullName)
    return try await auth.signIn(with: credential)
  }

  /// Ends the attempt without an answer, for example if the user cancelled.
  public func cancel() { rawNonce.withLock { $0 = nil } }
}
