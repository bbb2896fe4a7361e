import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// A sign-in at a provider that has begun and not come back: what the `state` of the authorization request
/// stands for. It is kept sealed under that very state, and used once.
public struct AuthorizationFlow: Sendable, Codable {
  /// Seconds within which the user has to come back.
  public static let lifetime: Int64 = 1_800

  public var providerID: String
  /// Sent to the provider, and again with the code.
  public var redirectURI: String
  public var session: SessionBinding
  /// PKCE (RFC 7636). Nil where the client may redeem the code itself: it could not name the verifier.
  public var codeVerifier: String?
  /// The provider was given its SHA-256 as `nonce`. Nil where the client may redeem the code itself.
  public var rawNonce: String?
  /// The client's own `nonce`, where it may redeem the code itself and brought one.
  public var clientNonce: String?
  /// The tenant that the app chose. Nil where it chose none.
  public var tenant: String?
  /// The credentials that a flow of OAuth 1.0a began with, which its answer has to name. Nil in the flow of any other
  /// provider.
  public var temporaryCredentials: OAuth1Token?
  /// The ID of the request to a SAML provider. Nil in the flow of any other.
  public var requestID: String?
  /// The moment since which a SAML provider has to have authenticated the user. Nil for any.
  public var authenticatedSince: Instant?
  public var returnTarget: ReturnTarget

  /// Binds the flow to PKCE and a nonce of its own. A client that redeems the code itself gets neither: it could not name
  /// them. A public client's code has nothing but PKCE to protect it, so it keeps both.
  init(
    _ start: AuthorizationStart, at settings: ProviderSettings, sessionID: String,
    _ random: any RandomSource
  ) {
    providerID = start.providerID
    redirectURI = start.redirectURI
    session = SessionBinding(sessionID: sessionID)
    returnTarget = start.returnTarget
    tenant = settings.chosenTenant
    if start.isRedeemedByClient, settings.tokenAuthentication != .publicClient {
      clientNonce = start.customParameters["nonce"].flatMap { $0.isEmpty ? nil : $0 }
    } else {
      codeVerifier = Base64URL.encode(random.bytes(32))
      rawNonce = Base64URL.encode(random.bytes(32))
    }
  }

  /// The flow of a request to a SAML provider.
  init(
    _ start: AuthorizationStart, requestID: String, sessionID: String, authenticatedSince: Instant?
  ) {
    providerID = start.providerID
    redirectURI = start.redirectURI
    session = SessionBinding(sessionID: sessionID)
    returnTarget = start.returnTarget
    self.requestID = requestID
    self.authenticatedSince = authenticatedSince
  }

  /// True if the client may redeem the code itself.
  var isRedeemedByClient: Bool { codeVerifier == nil }

  /// What the authorization request carries as `nonce`.
  var expectedNonce: String? { rawNonce.map { sha256Hex($0) } ?? clientNonce }

  /// Ties the flow to whoever began it (RFC 9700 section 4.7): only they can name the session.
  public struct SessionBinding: Sendable, Codable {
    /// Lower-case hexadecimal SHA-256 of the session id.
    private var digest: String

    /// - Parameter sessionID: as it was given at the start. A web client gives the id itself and keeps it; a
    ///   mobile client gives the hexadecimal SHA-256 of an id that stays in the app.
    public init(sessionID: String) {
      digest = Self.isDigest(sessionID) ? sessionID : sha256Hex(sessionID)
    }

    /// What was given at the start in the form of a digest may have been seen by others, so it is not
    /// accepted for the id that it is the digest of.
    public func accepts(_ sessionID: String) -> Bool {
      constantTimeEqual(sha256Hex(sessionID), digest)
    }

    /// Whether the text has the form in which mobile clients send a session id.
    public static func isDigest(_ text: String) -> Bool {
      text.utf8.count == 64
        && text.utf8.allSatisfy {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }
  }
}

/// A credential that was verified and could not be used at once, or may be used once more without the
/// provider: what a `pendingToken` stands for.
struct PendingCredential: Sendable, Codable {
  /// Seconds from the provider's own proof. Redeeming the token makes another one, which ends no later.
  static let lifetime: Int64 = 1_200

  /// Without its redemption: the artifact that holds it is what can be used once.
  var identity: ProviderIdentity
  var expiresAt: Instant

  /// When the provider gave its proof.
  var provedAt: Instant { expiresAt.adding(seconds: -Self.lifetime) }
}
