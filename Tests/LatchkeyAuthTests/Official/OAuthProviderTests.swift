import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import LatchkeyAuth

/// Each test has the name of the one of FirebaseAuth's own `OAuthProviderTests` that looks at the same behaviour.
@Suite("FirebaseAuth's tests of OAuthProvider")
struct OAuthProviderTests {
  // MARK: Credentials

  @Test("a credential may be an access token alone")
  func obtainingOAuthCredentialNoIDToken() {
    let credential = OAuthProvider.credential(withProviderID: "oidc.company", accessToken: "access")
    #expect(credential.accessToken == "access" && credential.provider == "oidc.company")
    #expect(credential.idToken == nil)
  }

  @Test("Apple's credential has the name that Apple told")
  func obtainingOAuthCredentialWithFullName() {
    var name = PersonNameComponents()
    name.givenName = "Paul"
    name.familyName = "B"
    let credential = OAuthProvider.appleCredential(withIDToken: "id", rawNonce: nil, fullName: name)
    #expect(credential.fullName == name && credential.provider == "apple.com")
    #expect(credential.idToken == "id" && credential.accessToken == nil)
  }

  @Test("a credential may have both tokens")
  func obtainingOAuthCredentialWithIDToken() {
    let credential = OAuthProvider.credential(
      withProviderID: "oidc.company", idToken: "id", accessToken: "access")
    #expect(credential.accessToken == "access" && credential.provider == "oidc.company")
    #expect(credential.idToken == "id")
  }

  @Test("a provider has the id that it was made with")
  func obtainingOAuthProvider() async throws {
    try await LiveAuth.run { live in
      #expect(OAuthProvider(providerID: "oidc.company", auth: live.auth).providerID == "oidc.company")
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func oAuthCredentialCoding() throws {
    var name = PersonNameComponents()
    name.givenName = "Paul"
    let credential = OAuthCredential(
      providerID: "oidc.company", idToken: "id", rawNonce: "nonce", accessToken: "access", secret: "sEcret",
      fullName: name, pendingToken: "pending")
    let copy = try archived(credential)
    #expect(copy.idToken == "id" && copy.rawNonce == "nonce" && copy.accessToken == "access")
    #expect(copy.secret == "sEcret" && copy.fullName == name && copy.pendingToken == "pending")
    #expect(copy.provider == "oidc.company")
  }

  // MARK: In a browser

  private static let clientID = "123456.apps.googleusercontent.com"
  private static let appID = "1:123456789:ios:123abc456def"

  /// Looks at the address that would be opened, and gives up.
  private static func address(
    emulator: Bool = false, tenantID: String? = nil,
    _ configure: @Sendable @escaping (FirebaseOptions) -> Void
  ) async throws -> (seen: LookingPresenter.Seen, query: FormURLEncoded) {
    try await TestServer.run { server in
      let looking = LookingPresenter()
      let auth = try LiveAuth(server, presenter: looking, configure: configure).auth
      if emulator { auth.useEmulator(withHost: "127.0.0.1", port: server.port) }
      auth.tenantID = tenantID
      let provider = OAuthProvider(providerID: "oidc.company", auth: auth)
      #expect(await failureCode { _ = try await provider.credential(with: nil) } == .webContextCancelled)
      let seen = looking.seen
      return (seen, FormURLEncoded(parsing: seen.byScheme?.query(percentEncoded: true) ?? ""))
    }
  }

  @Test("the handler is told who asks: key, client id, and the digest of the session")
  func getCredentialWithUIDelegateWithClientID() async throws {
    let (seen, query) = try await Self.address { $0.clientID = Self.clientID }
    #expect(seen.scheme == "com.googleusercontent.apps.123456" && seen.byScheme?.path() == "/__/auth/handler")
    #expect(query["apiKey"] == "key" && query["authType"] == "signInWithRedirect")
    #expect(query["clientId"] == Self.clientID && query["appId"] == nil && query["tid"] == nil)
    #expect(query["providerId"] == "oidc.company" && query["sessionId"]?.count == 64)
  }

  @Test("the handler is told which tenant the sign-in is to")
  func getCredentialWithUIDelegateWithTenantID() async throws {
    let (_, query) = try await Self.address(tenantID: "tenant-1") { $0.clientID = Self.clientID }
    #expect(query["tid"] == "tenant-1")
  }

  @Test("an app without a client id is known by its app id, and come back to by one of that")
  func getCredentialWithUIDelegateWithFirebaseAppID() async throws {
    let (seen, query) = try await Self.address { $0.googleAppID = Self.appID }
    #expect(seen.scheme == "app-1-123456789-ios-123abc456def")
    #expect(query["appId"] == Self.appID && query["clientId"] == nil)
  }

  @Test("an emulator has a handler of its own")
  func getCredentialWithUIDelegateUseEmulator() async throws {
    let (seen, query) = try await Self.address(emulator: true) { $0.clientID = Self.clientID }
    #expect(seen.byScheme?.scheme == "http" && seen.byScheme?.path() == "/emulator/auth/handler")
    #expect(query["clientId"] == Self.clientID)
  }

  /// The code and the reason of a sign-in whose pages came back with an error.
  private static func code(_ error: String) async throws -> AuthErrorCode? {
    try await TestServer.run { server in
      let auth = try LiveAuth(server, presenter: FailedPresenter(error: error)).auth
      let provider = OAuthProvider(providerID: "oidc.company", auth: auth)
      let failed = await failure { _ = try await provider.credential(with: nil) }
      #expect(auth.currentUser == nil && failed?.localizedFailureReason?.isEmpty == false)
      return failed.flatMap { AuthErrorCode(rawValue: $0.code) }
    }
  }

  @Test("a user who gave up has cancelled")
  func getCredentialWithUIDelegateUserCancellationWithClientID() async throws {
    #expect(try await Self.code("auth/user-cancelled") == .webContextCancelled)
  }

  @Test("a page without a network says so")
  func getCredentialWithUIDelegateNetworkRequestFailedWithClientID() async throws {
    #expect(try await Self.code("auth/network-request-failed") == .webNetworkRequestFailed)
  }

  @Test("a page that met an error says so")
  func getCredentialWithUIDelegateInternalErrorWithClientID() async throws {
    #expect(try await Self.code("auth/internal-error") == .webInternalError)
  }

  @Test("a client id that the server does not know is named")
  func getCredentialWithUIDelegateInvalidClientID() async throws {
    #expect(try await Self.code("auth/invalid-oauth-client-id") == .invalidClientID)
  }

  @Test("any other error of a page is a failed sign-in")
  func getCredentialWithUIDelegateUnknownErrorWithClientID() async throws {
    #expect(try await Self.code("auth/something-new") == .webSignInUserInteractionFailure)
  }
}

/// Comes back with an error of the handler's page, for the sign-in that opened it.
private struct FailedPresenter: WebPresenter {
  let error: String

  func present(scheme: String?, _ makeURL: @Sendable (WebReturn) throws -> URL) async throws -> URL {
    guard let back = URL(string: "http://127.0.0.1:1/return") else { throw TestFailure("no URL") }
    let own = FormURLEncoded(parsing: try makeURL(.loopback(back)).query(percentEncoded: true) ?? "")
    let failure: JSONValue = ["code": .string(error), "message": "It did not work."]
    let inner = FormURLEncoded([
      ("authType", own["authType"] ?? ""), ("eventId", own["eventId"] ?? ""),
      ("firebaseError", JSONWriter.text(failure)),
    ])
    let link = FormURLEncoded([("deep_link_id", "https://auth.example.com/__/auth/callback?\(inner.text)")])
    guard let url = URL(string: "\(back)?\(link.text)") else { throw TestFailure("no URL") }
    return url
  }
}
