#if canImport(GuideSnippets)
  import AuthenticationServices
  import FBSDKLoginKit
  import FirebaseAuth
  import FirebaseCore
  import GuideStage
  import IdentityWire
  import SwiftUI
  import TestSupport
  import Testing

  /// The guides' code asks for the default app, of which a process has one: no other test of this process
  /// configures it.
  @Suite("Point 32, point 40: the guides' code runs as they show it", .serialized, .timeLimit(.minutes(15)))
  @MainActor struct GuideTests {
    private static func run(
      presenter: (any WebPresenter)? = nil,
      _ body: @MainActor @Sendable @escaping (LiveAuth) async throws -> Void
    ) async throws {
      try await TestServer.run { server in
        let live = try LiveAuth(server, presenter: presenter, isDefault: true)
        let result: Result<Void, any Error>
        do { result = .success(try await body(live)) } catch { result = .failure(error) }
        await live.auth.app?.delete()
        try result.get()
      }
    }

    /// Waits until somebody is signed in.
    private static func signedIn() async throws -> User {
      for await user in Auth.auth().authStateChanges { if let user { return user } }
      throw TestFailure("nobody signed in")
    }

    @Test("each module is of the language mode that it is meant for", arguments: LanguageMode.allCases)
    func languageMode(mode: LanguageMode) { #expect(mode.guides.languageMode == mode.rawValue) }

    @Test("S0.1–S0.6, S0.16: classic Facebook Login", arguments: LanguageMode.allCases)
    func facebookClassic(mode: LanguageMode) async throws {
      try await Self.run { live in
        let controller = mode.guides.facebookLogin()
        let button = controller.setupLoginButton()
        button.complete(AuthError(.webContextCancelled, "They gave up."))
        #expect(await controller.next() == "message: They gave up.")
        #expect(Auth.auth().currentUser == nil)

        AccessToken.current = AccessToken(
          tokenString: try await live.server.labToken("facebook.com", ["person": "ada"]))
        button.complete()
        #expect(await controller.next() == "signed in")
        let user = try #require(Auth.auth().currentUser)
        #expect(user.displayName == "Ada Lovelace" && user.photoURL != nil)
        #expect(user.providerData.map(\.providerID) == ["facebook.com"])

        AccessToken.current = AccessToken(tokenString: "no token")
        button.complete()
        #expect(await controller.next()?.hasPrefix("message: ") == true)
        #expect(Auth.auth().currentUser === user)
        controller.signOut()
        #expect(Auth.auth().currentUser == nil)
      }
    }

    @Test("S0.7–S0.14: Facebook Limited Login with a nonce", arguments: LanguageMode.allCases)
    func facebookLimited(mode: LanguageMode) async throws {
      try await Self.run { live in
        let controller = mode.guides.facebookLimitedLogin()
        let button = controller.setupLoginButton()
        let hashed = try #require(button.nonce)
        #expect(button.loginTracking == .limited)
        #expect(hashed.wholeMatch(of: /[0-9a-f]{64}/) != nil)
        let token: @MainActor (String) async throws -> Void = { nonce in
          AuthenticationToken.current = AuthenticationToken(
            tokenString: try await live.server.labToken(
              "facebook.com", ["kind": "limited", "nonce": .string(nonce), "person": "ada"]))
        }
        try await token("another nonce")
        button.complete()
        let mismatch = try #require(await controller.next())
        #expect(mismatch.hasPrefix("message: ") && mismatch.contains("once"), "\(mismatch)")
        #expect(Auth.auth().currentUser == nil)

        try await token(hashed)
        button.complete()
        #expect(await controller.next() == "signed in")
        #expect(Auth.auth().currentUser?.displayName == "Ada Lovelace")
        controller.signOut()
        #expect(Auth.auth().currentUser == nil)

        // The same token once more.
        button.complete()
        let replay = try #require(await controller.next())
        #expect(replay.hasPrefix("message: Duplicate credential"), "\(replay)")
        #expect(Auth.auth().currentUser == nil)
        #expect(mode.guides.facebookLimitedLogin().setupLoginButton().nonce != hashed)
      }
    }

    @Test("S0.15: the second factor of somebody who signs in with Facebook", arguments: LanguageMode.allCases)
    func secondFactor(mode: LanguageMode) async throws {
      try await Self.run { live in
        let server = live.server
        let credential = FacebookAuthProvider.credential(
          withAccessToken: try await server.labToken("facebook.com", ["person": "grace"]))
        let user = try await Auth.auth().signIn(with: credential).user
        _ = try await server.administer(
          "accounts:update", ["localId": .string(user.uid), "emailVerified": true])
        let provider = PhoneAuthProvider.provider()
        for (name, number) in [("private", "+15551230100"), ("work", "+15551230101")] {
          let id = try await provider.verifyPhoneNumber(
            number, multiFactorSession: try await user.multiFactor.session())
          let code = provider.credential(withVerificationID: id, verificationCode: try server.code(of: id))
          try await user.multiFactor.enroll(
            with: PhoneMultiFactorGenerator.assertion(with: code), displayName: name)
        }
        try Auth.auth().signOut()

        let controller = mode.guides.secondFactor()
        controller.navigationController = NavigationController { controller.tell("popped") }
        var asked: [String] = []
        var isWrong = true
        controller.answers = { message in
          asked.append(message)
          guard let id = message.split(separator: " by ").last, asked.count % 2 == 0 else { return "work" }
          return try? isWrong ? server.wrongCode(of: String(id)) : server.code(of: String(id))
        }
        controller.signIn(with: credential)
        let wrong = try #require(await controller.next())
        #expect(wrong.contains("\(AuthErrorCode.invalidVerificationCode.rawValue)"), "\(wrong)")
        #expect(Auth.auth().currentUser == nil)
        isWrong = false
        controller.signIn(with: credential)
        #expect(await controller.next() == "popped")
        #expect(asked.first == "Which of your factors?\nprivate work ")
        #expect(asked.last?.hasPrefix("The code sent to work by ") == true)
        let result = try await #require(Auth.auth().currentUser).getIDTokenResult()
        #expect(Auth.auth().currentUser?.uid == user.uid && result.signInSecondFactor == "phone")
      }
    }

    @Test("S1.1–S1.8: GitHub, linking, reauthentication and signing out", arguments: LanguageMode.allCases)
    func github(mode: LanguageMode) async throws {
      try await Self.run { live in try await Self.walk(mode, live) }
    }

    @Test(
      "S1.1–S1.8 in a real browser", .enabled(if: Chromium.isThere, Comment(rawValue: Chromium.absence)),
      arguments: LanguageMode.allCases)
    func githubInChromium(mode: LanguageMode) async throws {
      let presenter = BrowserPresenter(timeout: 60) {
        _ = try await Chromium.shared.visit($0, .choose("ada"))
      }
      try await Self.run(presenter: presenter) { live in try await Self.walk(mode, live) }
    }

    private static func walk(_ mode: LanguageMode, _ live: LiveAuth) async throws {
      let controller = mode.guides.github()
      controller.setUpProvider()
      controller.link()
      #expect(await controller.next() == "message: \(AuthErrorCode.nullUser.rawValue)")

      let owner = try await Auth.auth().createUser(withEmail: "me@example.com", password: "correct horse")
        .user
      controller.link()
      #expect(await controller.next()?.hasPrefix("linked ") == true)
      #expect(Set(owner.providerData.map(\.providerID)) == ["password", "github.com"])
      let asked = try await live.server.lastAuthorization(at: "github.com")
      #expect(asked["allow_signup"] == "false" && asked["scope"] == "user:email")
      controller.signOut()
      #expect(Auth.auth().currentUser == nil)

      controller.signIn()
      let told = try #require(await controller.next())
      #expect(told.wholeMatch(of: /ada with gho_\w+ and no ID token/) != nil, "\(told)")
      let user = try #require(Auth.auth().currentUser)
      #expect(user.uid == owner.uid)
      live.server.clock.advance(seconds: 1_200)
      await #expect(throws: AuthError.self) { try await user.updatePassword(to: "another one") }
      controller.reauthenticate()
      #expect(await controller.next() == "reauthenticated \(user.uid)")
      try await user.updatePassword(to: "another one")
      controller.signOut()
      #expect(Auth.auth().currentUser == nil)
    }

    @Test("S2.1–S2.7: Sign in with Apple from a view", arguments: LanguageMode.allCases)
    func apple(mode: LanguageMode) async throws {
      try await Self.run { live in
        let found = Self.button(of: mode.guides.apple())
        let button = try #require(found)
        let request = ASAuthorizationAppleIDRequest()
        button.onRequest(request)
        #expect(request.requestedScopes == [.fullName, .email])
        let nonce = try #require(request.nonce)
        let token = try await live.server.labToken("apple.com", ["person": "hedy", "nonce": .string(nonce)])
        button.onCompletion(.failure(AuthError(.webContextCancelled)))
        button.onCompletion(
          .success(
            ASAuthorization(
              credential: ASAuthorizationAppleIDCredential(user: "hedy", identityToken: Data(token.utf8)))))
        let user = try await Self.signedIn()
        #expect(user.email == "k7q2m9x4tz@privaterelay.appleid.com" && user.photoURL == nil)
        #expect(user.displayName == nil && user.providerData.map(\.providerID) == ["apple.com"])
      }
    }

    private static func button(of view: some View) -> SignInWithAppleButton? {
      (view.body as? ModifiedView<ModifiedView<SignInWithAppleButton>>)?.content.content
    }

    @Test("the same calls from a class and from functions of no actor", arguments: LanguageMode.allCases)
    func otherPlaces(mode: LanguageMode) async throws {
      try await Self.run { live in
        _ = try await Auth.auth().createUser(withEmail: "me@example.com", password: "correct horse")
        let places = mode.guides.otherPlaces()
        let credential = EmailAuthProvider.credential(withEmail: "me@example.com", password: "correct horse")
        for signIn in [places.signInFromModel, places.signInFromFunction] {
          #expect(places.signOutFromFunction() && Auth.auth().currentUser == nil)
          let uid = await signIn(credential)
          #expect(uid != nil && Auth.auth().currentUser?.uid == uid)
        }
      }
    }

    @Test("S0.4, point 1: the app is configured at its launch, by the property list")
    func launch() async {
      await #expect(processExitsWith: .success) {
        let folder = try ConfigureTests.moveAway()
        try folder.write("GoogleService-Info.plist", ConfigurationFolder.propertyList)
        for mode in LanguageMode.allCases {
          let app = try await MainActor.run {
            let delegate = mode.guides.appDelegate()
            #expect(delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil))
            #expect(FirebaseApp.app()?.options.apiKey == "AIzaApple")
            #expect(Auth.auth() === Auth.auth())
            return try #require(FirebaseApp.app())
          }
          await app.delete()
        }
        withExtendedLifetime(folder) {}
      }
    }

    @Test("point 1: before the app is configured, every operation says what is missing")
    func unconfigured() async throws {
      #expect(Auth.auth().currentUser == nil)
      let error = await #expect(throws: AuthError.self) { try await Auth.auth().signInAnonymously() }
      #expect(error?.localizedDescription.contains("FirebaseApp.configure()") == true)
      let provider = OAuthProvider(providerID: "github.com")
      let other = await #expect(throws: AuthError.self) { try await provider.credential(with: nil) }
      #expect(other?.localizedDescription.contains("FirebaseApp.configure()") == true)
      #expect(throws: Never.self) { try Auth.auth().signOut() }
    }
  }
#endif
