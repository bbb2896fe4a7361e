import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Secrets

/// A sign-in with a provider, between the authorization request and the provider's response. The request's `state`
/// finds and decrypts the stored flow. A flow can be redeemed once.
public struct AuthorizationFlow: Sendable, Codable {
  /// Seconds within which the user must return.
  public static let lifetime: Int64 = 1_800

  public var providerID: String
  /// Sent to the provider in the authorization request, and again with the code.
  public var redirectURI: String
  public var session: SessionBinding
  /// The PKCE verifier (RFC 7636). Nil if the client may redeem the code itself: the client would have to send the
  /// verifier, which only the server knows.
  public var codeVerifier: String?
  /// The nonce whose SHA-256 was sent to the provider as `nonce`. Nil if the client may redeem the code
  /// itself.
  public var rawNonce: String?
  /// The client's own `nonce`, if it may redeem the code itself and sent one.
  public var clientNonce: String?
  /// The tenant that the app chose; nil for none.
  public var tenant: String?
  /// The temporary credentials of an OAuth 1.0a flow. The response must name them. Nil for other providers.
  public var temporaryCredentials: OAuth1Token?
  /// The ID of the request to a SAML provider. Nil for other providers.
  public var requestID: String?
  /// The earliest time at which a SAML provider may have authenticated the user. Nil for any.
  public var authenticatedSince: Instant?
  public var returnTarget: ReturnTarget

  /// Creates a flow with PKCE and its own nonce. A flow whose code the app redeems itself gets neither, because the app
  /// would not know them. If the provider gave no client secret (a public client), only PKCE protects the code. Such a
  /// flow always has both.
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

  /// Creates the flow of a request to a SAML provider.
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

  /// The `nonce` of the authorization request.
  var expectedNonce: String? { rawNonce.map { sha256Hex($0) } ?? clientNonce }

  /// Binds the flow to the client that began it (RFC 9700 section 4.7): only that client knows the session
  /// ID.
  public struct SessionBinding: Sendable, Codable {
    /// The lower-case hexadecimal SHA-256 of the session ID.
    public private(set) var digest: String

    /// - Parameter sessionID: the value given at the start. A web client gives the ID itself and keeps it. A
    ///   mobile client gives the hexadecimal SHA-256 of an ID that stays in the app.
    public init(sessionID: String) {
      digest = Self.isDigest(sessionID) ? sessionID : sha256Hex(sessionID)
    }

    /// Returns true for the session ID. A digest that was given at the start may have been seen by others, so
    /// it is not accepted in place of the ID.
    public func accepts(_ sessionID: String) -> Bool {
      constantTimeEqual(sha256Hex(sessionID), digest)
    }

    /// True if the text has the form in which mobile clients send a session ID.
    public static func isDigest(_ text: String) -> Bool {
      text.utf8.count == 64
        && text.utf8.allSatisfy {
          (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }
  }
}

/// A verified credential, stored under a `pendingToken`. Responses to sign-ins with a provider contain such a token, also
/// if the sign-in could not complete. The app presents it once in place of the provider's own response.
struct PendingCredential: Sendable, Codable {
  /// Seconds since the provider's proof. Redeeming the token issues another token, which expires at the same time.
  static let lifetime: Int64 = 1_200

  /// The identity. It contains no one-time evidence, because the artifact that contains it can be redeemed only once.
  var identity: ProviderIdentity
  var expiresAt: Instant

  /// The time of the provider's proof.
  var provedAt: Instant { expiresAt.adding(seconds: -Self.lifetime) }
}
