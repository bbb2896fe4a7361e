import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Source documents, in the SDK: GitHub by the generic OAuth flow")
struct GitHubPointTests {
  /// Looks at the address, and gives up.
  private static func address(
    of provider: (Auth) -> OAuthProvider, _ configure: (FirebaseOptions) -> Void = { _ in },
    server: TestServer
  ) async throws -> (scheme: String?, byScheme: FormURLEncoded, byLoopback: FormURLEncoded) {
    let looking = LookingPresenter()
    let auth = try LiveAuth(server, presenter: looking, configure: configure).auth
    let made = provider(auth)
    #expect(await failureCode { _ = try await made.credential(with: nil) } == .webContextCancelled)
    func query(_ url: URL?) -> FormURLEncoded {
      FormURLEncoded(parsing: url?.query(percentEncoded: true) ?? "")
    }
    let seen = looking.seen
    #expect(seen.byScheme?.path() == "/__/auth/handler")
    return (seen.scheme, query(seen.byScheme), query(seen.byLoopback))
  }

  @Test("Point 12: reserved custom parameters are not even sent to the handler; others are, as they are")
  func customParameters() async throws {
    try await TestServer.run { server in
      let (_, query, _) = try await Self.address(
        of: { auth in
          let provider = OAuthProvider(providerID: "github.com", auth: auth)
          provider.scopes = ["user:email", "read:org"]
          provider.customParameters = [
            "allow_signup": "false", "login": "a b&c=d+e#f%ü", "client_id": "x", "Redirect_URI": "x",
            "response_type": "x", "scope": "x", "STATE": "x",
          ]
          return provider
        }, server: server)
      let sent = try JSONParser().parse(query["customParameters"] ?? "")
      #expect(sent == ["allow_signup": "false", "login": "a b&c=d+e#f%ü"])
      #expect(query["scopes"] == "user:email,read:org" && query["providerId"] == "github.com")
    }
  }

  @Test("Points 13, 14: the way back is the reversed client id, or app-<dashed app id>, or this machine")
  func scheme() async throws {
    try await TestServer.run { server in
      let provider: (Auth) -> OAuthProvider = { OAuthProvider(providerID: "github.com", auth: $0) }
      let (reversed, query, loopback) = try await Self.address(
        of: provider,
        {
          $0.clientID = "123-abc.apps.googleusercontent.com"
          $0.googleAppID = "1:123:ios:abc"
          $0.bundleID = "com.example.app"
        }, server: server)
      #expect(reversed == "com.googleusercontent.apps.123-abc")
      #expect(query["clientId"] == "123-abc.apps.googleusercontent.com" && query["appId"] == nil)
      #expect(query["ibi"] == "com.example.app" && query["redirectUrl"] == nil)
      #expect(loopback["redirectUrl"]?.hasPrefix("http://127.0.0.1:") == true && loopback["clientId"] == nil)
      #expect(query["eventId"] == loopback["eventId"] && query["sessionId"]?.count == 64)

      let (dashed, byApp, _) = try await Self.address(
        of: provider, { $0.googleAppID = "1:123:ios:abc" }, server: server)
      #expect(dashed == "app-1-123-ios-abc" && byApp["appId"] == "1:123:ios:abc" && byApp["clientId"] == nil)
      let (none, _, _) = try await Self.address(of: provider, server: server)
      #expect(none == nil)
    }
  }

  @Test("Point 14: an app without a URL scheme is told so where one is needed")
  func missingScheme() async throws {
    try await TestServer.run { server in
      let presenter = AppSchemePresenter { _ in }
      let auth = try LiveAuth(server, presenter: presenter).auth
      let error = await failure {
        _ = try await OAuthProvider(providerID: "github.com", auth: auth).credential(with: nil)
      }
      #expect(error?.code == AuthErrorCode.webInternalError.rawValue)
      #expect(error?.localizedDescription.contains("scheme") == true, "\(error as Any)")
    }
  }

  @Test("Points 13, 15: the flow comes back to the app's own scheme, and its credential signs in")
  func byScheme() async throws {
    try await TestServer.run { server in
      let app = try await server.app(.ios)
      let auth = try LiveAuth(
        server, presenter: LabPresenter(server: server, comesBackByScheme: true),
        configure: {
          $0.clientID = app.clientID
          $0.googleAppID = app.appID
          $0.bundleID = app.bundleID ?? ""
        }
      ).auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      let result = try await auth.signIn(with: try await provider.credential(with: nil))
      #expect(result.additionalUserInfo?.profile?["login"] as? String == "ada")
      #expect(result.additionalUserInfo?.username == "ada" && result.credential?.idToken == nil)
      #expect(result.credential?.accessToken?.hasPrefix("gho_") == true && result.credential?.secret == nil)
    }
  }

  @Test("Point 13: who refuses has cancelled, and a second flow at the same time is refused")
  func refusals() async throws {
    try await TestServer.run { server in
      let auth = try LiveAuth(server, presenter: LabPresenter(server: server, person: nil)).auth
      let provider = OAuthProvider(providerID: "github.com", auth: auth)
      #expect(await failureCode { _ = try await provider.credential(with: nil) } == .webContextCancelled)

      let (shown, show) = AsyncStream<Void>.makeStream()
      let waiting = try LiveAuth(server, presenter: BrowserPresenter { _ in show.yield() }).auth
      let first = Task {
        try await OAuthProvider(providerID: "github.com", auth: waiting).credential(with: nil)
      }
      _ = await shown.first { true }
      #expect(
        await failureCode {
          _ = try await OAuthProvider(providerID: "google.com", auth: waiting).credential(with: nil)
        } == .webContextAlreadyPresented)
      first.cancel()
      await #expect(throws: CancellationError.self) { _ = try await first.value }
    }
  }

  @Test("Point 13: a provider that is not enabled is refused, and nobody is signed in")
  func disabled() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("github.com") { $0.enabled = false }
      let auth = try LiveAuth(server).auth
      let token = try await server.labToken("github.com", ["person": "ada"])
      #expect(
        await failureCode { try await auth.signIn(with: GitHubAuthProvider.credential(withToken: token)) }
          == .operationNotAllowed)
      #expect(auth.currentUser == nil)
    }
  }

  @Test("Point 16: presentation is the app's: a presenter of its own, or a provider that gets its delegate")
  func presentation() async throws {
    try await TestServer.run { server in
      let recorder = RecordingPresenter(presenter: LabPresenter(server: server, person: "grace"))
      let auth = try LiveAuth(server, presenter: recorder).auth
      let delegate = AppDelegate()
      let result = try await auth.signIn(
        with: OAuthProvider(providerID: "github.com", auth: auth), uiDelegate: delegate)
      #expect(result.additionalUserInfo?.username == "grace" && recorder.last != nil)

      let token = try await server.labToken("github.com", ["person": "ada"])
      let own = OwnProvider(GitHubAuthProvider.credential(withToken: token))
      try await auth.signIn(with: own, uiDelegate: delegate)
      #expect(await own.delegate === delegate)
    }
  }

  @Test("Points 17, 18: GitHub is linked, leads to the same user, and reauthenticates nobody else")
  func linkAndReauthenticate() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      let user = try await auth.createUser(withEmail: "me@example.com", password: "correct horse").user
      func credential(_ person: String) async throws -> AuthCredential {
        GitHubAuthProvider.credential(
          withToken: try await server.labToken("github.com", ["person": .string(person)]))
      }
      try await user.link(with: try await credential("ada"))
      #expect(Set(user.providerData.map(\.providerID)) == ["password", "github.com"])
      try auth.signOut()
      let again = try await auth.signIn(with: try await credential("ada")).user
      #expect(again.uid == user.uid)

      let signedInAt = try await again.getIDTokenResult().authDate
      server.clock.advance(seconds: 1_200)
      #expect(await failureCode { try await again.updatePassword(to: "another one") } == .requiresRecentLogin)
      #expect(await failureCode { try await again.delete() } == .requiresRecentLogin)
      let token = again.refreshToken
      for person in ["grace", "hedy"] {
        let theirs = try await credential(person)
        #expect(await failureCode { try await again.reauthenticate(with: theirs) } == .userMismatch)
      }
      #expect(again.refreshToken == token && auth.currentUser === again)
      #expect(try await server.accountCount() == 1)
      try await again.reauthenticate(with: try await credential("ada"))
      #expect(try await again.getIDTokenResult().authDate >= signedInAt + 1_200)
      try await again.updatePassword(to: "another one")
      try await again.delete()
      #expect(auth.currentUser == nil)
    }
  }
}

/// As an app's own view controller may be one.
@MainActor private final class AppDelegate: NSObject, AuthUIDelegate {
  override nonisolated init() {}
  func dismiss(animated flag: Bool, completion: (() -> Void)?) { completion?() }
}

/// A provider of an app's own, which presents by the delegate.
@MainActor private final class OwnProvider: NSObject, FederatedAuthProvider {
  private let made: AuthCredential
  private(set) var delegate: (any AuthUIDelegate)?

  nonisolated init(_ credential: AuthCredential) { made = credential }

  func credential(with uiDelegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
    delegate = uiDelegate
    return made
  }
}
