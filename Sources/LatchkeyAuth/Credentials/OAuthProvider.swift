import Foundation
import Synchronization

/// Signs in with any OAuth or OpenID Connect provider of the project: in a browser, or with tokens that an app got
/// from the provider itself.
open class OAuthProvider: NSObject, FederatedAuthProvider, @unchecked Sendable {
  /// A name for the kind; a provider's own id is ``providerID``.
  public static let id = "OAuth"

  /// The provider's id, such as `github.com` or `oidc.company`.
  public let providerID: String

  private struct Wishes {
    var scopes: [String]?
    var customParameters: [String: String]?
  }

  private let wishes = Mutex(Wishes())
  private let auth: Auth?

  /// What to ask the provider for; nil for what the project asks for.
  open var scopes: [String]? {
    get { wishes.withLock { $0.scopes } }
    set { wishes.withLock { $0.scopes = newValue } }
  }

  /// Parameters for the provider's authorization page. Those that the server sets itself (`client_id`,
  /// `redirect_uri`, `response_type`, `scope`, `state`…) are not sent.
  open var customParameters: [String: String]? {
    get { wishes.withLock { $0.customParameters } }
    set { wishes.withLock { $0.customParameters = newValue } }
  }

  /// With the default app's ``Auth`` at the time of the sign-in.
  public init(providerID: String) {
    self.providerID = providerID
    auth = nil
  }

  /// With the ``Auth`` that is to be signed in to.
  public init(providerID: String, auth: Auth) {
    self.providerID = providerID
    self.auth = auth
  }

  /// With the default app's ``Auth`` at the time of the sign-in.
  public convenience init(providerID: AuthProviderID) { self.init(providerID: providerID.rawValue) }

  /// With the ``Auth`` that is to be signed in to.
  public convenience init(providerID: AuthProviderID, auth: Auth) {
    self.init(providerID: providerID.rawValue, auth: auth)
  }

  /// As ``init(providerID:)-(String)``.
  open class func provider(providerID: String) -> OAuthProvider { OAuthProvider(providerID: providerID) }

  /// As ``init(providerID:auth:)-(String,_)``.
  open class func provider(providerID: String, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  /// As ``init(providerID:)-(AuthProviderID)``.
  public class func provider(providerID: AuthProviderID) -> OAuthProvider {
    OAuthProvider(providerID: providerID)
  }

  /// As ``init(providerID:auth:)-(AuthProviderID,_)``.
  public class func provider(providerID: AuthProviderID, auth: Auth) -> OAuthProvider {
    OAuthProvider(providerID: providerID, auth: auth)
  }

  // MARK: Credentials of tokens

  /// Of an ID token, with the nonce that it was asked for with: `rawNonce` is what the `nonce` claim is the
  /// SHA-256 of. A token that has such a claim is refused without.
  public static func credential(
    withProviderID providerID: String, idToken: String?, rawNonce: String?, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(providerID: providerID, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// Of tokens without a nonce: one of them at least.
  public static func credential(withProviderID providerID: String, idToken: String?, accessToken: String?)
    -> OAuthCredential
  {
    OAuthCredential(providerID: providerID, idToken: idToken, accessToken: accessToken)
  }

  /// Of an access token alone.
  public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID, accessToken: accessToken)
  }

  /// Of an ID token, with the nonce that it was asked for with: `rawNonce` is what the `nonce` claim is the
  /// SHA-256 of.
  public static func credential(
    providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
  ) -> OAuthCredential {
    OAuthCredential(
      providerID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
  }

  /// Of an ID token without a nonce.
  public static func credential(providerID: AuthProviderID, idToken: String, accessToken: String? = nil)
    -> OAuthCredential
  {
    OAuthCredential(providerID: providerID.rawValue, idToken: idToken, accessToken: accessToken)
  }

  /// Of an access token alone.
  public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: providerID.rawValue, accessToken: accessToken)
  }

  /// Of what Sign in with Apple hands out. `fullName` is told by Apple at the first sign-in alone, and becomes the
  /// new user's name; `rawNonce` is what the `nonce` claim of the ID token is the SHA-256 of.
  public static func appleCredential(
    withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
  )
    -> OAuthCredential
  {
    OAuthCredential(
      providerID: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, fullName: fullName)
  }

  // MARK: In a browser

  /// Leads the user through the provider's pages.
  ///
  /// - Throws: ``AuthError`` with `webContextCancelled` when they gave up, and the other `web…` codes.
  @MainActor open func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
    guard let auth = auth ?? Auth.ofDefaultApp else { throw AuthError(.internalError, Auth.missingApp) }
    return try await auth.credential(of: self)
  }

  /// As ``credential(with:)``.
  @available(swift, introduced: 6)
  open func getCredentialWith(
    _ uiDelegate: (any AuthUIDelegate)?,
    completion: (@MainActor (AuthCredential?, (any Error)?) -> Void)? = nil
  ) {
    complete(completion) { try await self.credential(with: uiDelegate) }
  }
}
