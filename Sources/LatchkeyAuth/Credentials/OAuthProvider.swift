import Foundation
import Synchronization

/// Signs in with any OAuth or OpenID Connect provider of the project: in a browser, or with tokens that the
/// app got from the provider itself.
open class OAuthProvider: NSObject, FederatedAuthProvider, @unchecked Sendable {
  /// The id of this kind of provider. The id of one provider is ``providerID``.
  public static let id = "OAuth"

  /// The provider's id, such as `github.com` or `oidc.company`.
  public let providerID: String

  private struct Wishes {
    var scopes: [String]?
    var customParameters: [String: String]?
  }

  private let wishes = Mutex(Wishes())
  private let auth: Auth?

  /// The scopes to request; nil for the project's default.
  open var scopes: [String]? {
    get { wishes.withLock { $0.scopes } }
    set { wishes.withLock { $0.scopes = newValue } }
  }

  /// Parameters for the provider's authorization page. Parameters that the server sets itself (`client_id`,
  /// `redirect_uri`, `response_type`, `scope`, `state`…) are not sent.
  open var customParameters: [String: String]? {
    get { wishes.withLock { $0.customParameters } }
    set { wishes.withLock { $0.customParameters = newValue } }
  }

  /// Uses the default app's ``Auth`` at the time of the sign-in.
  public init(providerID: String) {
    self.providerID = providerID
    auth = nil
  }

  /// Signs in to the given ``Auth``.
  public init(providerID: String, auth: Auth) {
    self.providerID = providerID
    self.auth = auth
  }

  /// Uses the default app's ``Auth`` at the time of the sign-in.
  public convenience init(providerID: AuthProviderID) { self.init(providerID: providerID.rawValue) }

  /// Signs in to the given ``Auth``.
  public convenience init(providerID: AuthProviderID, auth: Auth) {
    self.init(providerID: providerID.rawValue, auth: auth)
  }

  /// Does the same as ``init(providerID:)-(String)``.
  open class func provider(providerID: String) -> OAuthProvider { OAuthProvider(providerID: providerID) }

  /// Does the same as ``init(providerID:auth:)-(String,_)``.
  open class func provider(providerID: String, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// Does the same as ``init(providerID:)-(AuthProviderID)``.
  public class func provider(providerID: AuthProviderID) -> OAuthProvider {
    OAuthProvider(providerID: providerID)
  }

  /// Does the same as ``init(providerID:auth:)-(AuthProviderID,_)``.
  public class func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  // MARK: Credentials from tokens

  /// Returns the credential of an ID token and the nonce of its request. The `nonce` claim is the SHA-256 of
  /// `rawNonce`. If a token has this claim, the sign-in fails without the nonce.
  public static func credential(
    withProviderID providerID: String, idToken: String?, rawNonce: String?, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(providerID: providerID, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// Returns the credential of tokens without a nonce. At least one token is needed.
  public static func credential(withProviderID providerID: String, idToken: String?, accessToken: String?)
    -> OAuthCredential
  {
    OAuthCredential(providerID: providerID, idToken: idToken, accessToken: accessToken)
  }

  /// Returns the credential of an access token.
  public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID, accessToken: accessToken)
  }

  /// Returns the credential of an ID token and the nonce of its request. The `nonce` claim is the SHA-256 of
  /// `rawNonce`.
  public static func credential(
    providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(
      providerID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// Returns the credential of an ID token without a nonce.
  public static func credential(providerID: AuthProviderID, idToken: String, accessToken: String? = nil)
    -> OAuthCredential
  {
    OAuthCredential(providerID: providerID.rawValue, idToken: idToken, accessToken: accessToken)
  }

  /// Returns the credential of an access token.
  public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken)
  }

  /// Returns the credential for the values from Sign in with Apple. Apple returns `fullName` at the first
  /// sign-in only; it becomes the new user's name. The `nonce` claim of the ID token is the SHA-256 of
  /// `rawNonce`.
  public static func appleCredential(
    withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
  )
    -> OAuthCredential
  {
    OAuthCredential(
      providerID: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, fullName: fullName)
  }

  // MARK: In a browser

  /// Shows the user the provider's pages.
  ///
  /// - Throws: ``AuthError`` with `webContextCancelled` if the user cancelled, and the other `web…` codes.
  @MainActor open func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
    guard let auth = auth ?? Auth.ofDefaultApp else { throw AuthError(.internalError, Auth.missingApp) }
    return try await auth.credential(of: self)
  }

  /// The completion form of ``credential(with:)``.
  @available(swift, introduced: 6)
  open func getCredentialWith(
    _ uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthCredential?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.credential(with: uiDelegate) }
  }
}
