import FirebaseAuth
import FirebaseCore
import Foundation
import IdentityWire
import TestSupport
import Testing

// FirebaseAuth's own tests of what a sign-in tells, and of an app's `Auth`: one suite for each, by its name.

@Suite("FirebaseAuth's tests of UserMetadata")
struct UserMetadataTests {
  @Test("an account has its times, and the last sign-in moves")
  func userMetadataCreation() async throws {
    try await LiveAuth.run { live in
      let made = try await live.newUser().metadata
      live.server.clock.advance(seconds: 100)
      let later = try await live.auth.signIn(withEmail: LiveAuth.email, password: LiveAuth.password)
        .user.metadata
      #expect(later.creationDate == made.creationDate)
      let (first, last) = (try #require(made.lastSignInDate), try #require(later.lastSignInDate))
      #expect(last.timeIntervalSince(first) >= 100)
    }
  }

  @Test("the times come out of an archive as they went in")
  func userMetadataCoding() async throws {
    try await LiveAuth.run { live in
      let metadata = try await live.newUser().metadata
      let copy = try archived(metadata)
      #expect(copy.creationDate == metadata.creationDate && copy.creationDate != nil)
      #expect(copy.lastSignInDate == metadata.lastSignInDate && copy.lastSignInDate != nil)
    }
  }
}

@Suite("FirebaseAuth's tests of AdditionalUserInfo")
struct AdditionalUserInfoTests {
  private static func gitHub(_ live: LiveAuth) async throws -> AdditionalUserInfo {
    let token = try await live.server.labToken("github.com", ["person": "ada"])
    let result = try await live.auth.signIn(with: GitHubAuthProvider.credential(withToken: token))
    return try #require(result.additionalUserInfo)
  }

  @Test("the first sign-in with a provider tells of a new user, with profile and name there")
  func additionalUserInfoCreation() async throws {
    try await LiveAuth.run { live in
      let info = try await Self.gitHub(live)
      #expect(info.providerID == "github.com" && info.profile?["login"] as? String == "ada")
      #expect(info.username == "ada" && info.isNewUser && info.newUser())
    }
  }

  @Test("the next one tells of the same user")
  func additionalUserInfoCreationWithStaticInitializer() async throws {
    try await LiveAuth.run { live in
      _ = try await Self.gitHub(live)
      let info = try await Self.gitHub(live)
      #expect(info.providerID == "github.com" && info.profile?["login"] as? String == "ada")
      #expect(info.username == "ada" && !info.isNewUser)
    }
  }

  @Test("it comes out of an archive as it went in")
  func additionalUserInfoCoding() async throws {
    try await LiveAuth.run { live in
      let info = try await Self.gitHub(live)
      let copy = try archived(info)
      #expect(copy.providerID == info.providerID && copy.username == info.username && copy.isNewUser)
      #expect(copy.profile?["login"] as? String == "ada" && copy.profile?.count == info.profile?.count)
    }
  }
}

@Suite("FirebaseAuth's tests of MultiFactorResolver")
struct MultiFactorResolverTests {
  @Test("an error that asks for a second factor has who asks, and what may answer")
  func multifactorResolverCreation() async throws {
    try await LiveAuth.run { live in
      let session = try await live.server.verifiedUser(LiveAuth.email)
      let factor = try await live.server.enrollPhone(session, "+15551230100")
      let error = await failure {
        try await live.auth.signIn(withEmail: LiveAuth.email, password: LiveAuth.password)
      }
      #expect(error?.code == AuthErrorCode.secondFactorRequired.rawValue)
      let resolver = try #require(error?.multiFactorResolver)
      #expect(resolver.auth === live.auth && resolver.hints.map(\.uid) == [factor.id])
    }
  }
}

@Suite("FirebaseAuth's tests of an app's Auth")
struct AuthLifecycleTests {
  private static func app() throws -> FirebaseApp {
    try FirebaseApp.tryConfigure(
      name: "test-\(UUID().uuidString)", options: FirebaseOptions(apiKey: "key", projectID: "example"))
  }

  @Test("the default app has one Auth")
  func singleton() async {
    await #expect(processExitsWith: .success) {
      FirebaseApp.configure(options: FirebaseOptions(apiKey: "key"))
      #expect(Auth.auth() === Auth.auth())
    }
  }

  @Test("the Auth without a name is the default app's")
  func defaultAuth() async {
    await #expect(processExitsWith: .success) {
      FirebaseApp.configure(options: FirebaseOptions(apiKey: "key"))
      let app = try #require(FirebaseApp.app())
      #expect(Auth.auth(app: app) === Auth.auth() && Auth.auth().app === app)
    }
  }

  @Test("an Auth has its app's key")
  func appAPIKey() throws {
    let auth = try Auth.auth(app: try Self.app(), in: .inMemory())
    #expect(auth.app?.options.apiKey == "key")
  }

  @Test("each app has an Auth of its own")
  func appAssociation() throws {
    let (first, second) = (try Self.app(), try Self.app())
    let auth = try Auth.auth(app: first, in: .inMemory())
    let other = try Auth.auth(app: second, in: .inMemory())
    #expect(auth.app === first && other.app === second && auth !== other)
  }

  @Test("an Auth is kept by its app alone")
  func lifecycle() async throws {
    weak var kept: Auth?
    do {
      let app = try Self.app()
      kept = try Auth.auth(app: app, in: .inMemory())
      #expect(kept != nil)
      #expect(await app.delete())
    }
    #expect(kept == nil)
  }
}
